#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "abak/rules.hpp"

namespace tablas::abak {

/// The results of a turn, without duplicates, in the order in which they were found.
///
/// The boards lie in the caller's buffer; beside it stands a table of open addressing that starts
/// small (most turns have few results) and grows. An entry is the upper 16 bits of a board's key
/// and its place plus one; the same 16 bits choose the slot.
class Distinct {
  public:
    explicit Distinct(std::span<Board> out) : out_(out) { clear(); }

    std::size_t count() const { return count_; }

    void clear() {
        count_ = 0;
        resize(SMALLEST);
    }

    /// The free place in which the next board may be put together; then keep() decides.
    Board& candidate() { return out_[count_]; }

    /// Keeps the candidate unless the same board, which has the same key, is there already.
    void keep(std::uint64_t key) {
        const auto upper = static_cast<std::uint32_t>(key >> 48);
        std::uint32_t slot = upper & mask_;
        for (; table_[slot] != 0; slot = (slot + 1) & mask_) {
            const std::uint32_t place = table_[slot] & 0xffff;
            if (table_[slot] >> 16 == upper && is_same(out_[place - 1], out_[count_])) return;
        }
        ++count_;
        table_[slot] = upper << 16 | static_cast<std::uint32_t>(count_);
        if (2 * count_ > mask_ + 1) grow();
    }

  private:
    // 512 · 4 · 4 · 4, never more than half full.
    static constexpr std::uint32_t SMALLEST = 512;
    static constexpr std::uint32_t LARGEST = 32768;
    static_assert(2 * MAX_SUCCESSORS <= LARGEST && MAX_SUCCESSORS < 0xffff);

    /// Equality without the call and the early exit of std::array's.
    static bool is_same(const Board& a, const Board& b) {
        std::uint64_t difference = 0;
        for (std::size_t k = 0; k < 8; ++k) difference |= a.words[k] ^ b.words[k];
        return difference == 0;
    }

    void resize(std::uint32_t size) {
        mask_ = size - 1;
        std::fill_n(table_.begin(), size, 0u);
    }

    /// Four times the slots; the old entries are moved by way of their upper halves.
    void grow() {
        const std::uint32_t old = mask_ + 1;
        std::array<std::uint32_t, LARGEST / 8 + 1> entries;
        const auto last = std::copy_if(table_.begin(), table_.begin() + old, entries.begin(),
                                       [](std::uint32_t entry) { return entry != 0; });
        resize(4 * old);
        for (auto entry = entries.begin(); entry != last; ++entry) {
            std::uint32_t slot = *entry >> 16 & mask_;
            while (table_[slot] != 0) slot = (slot + 1) & mask_;
            table_[slot] = *entry;
        }
    }

    std::span<Board> out_;
    std::size_t count_ = 0;
    std::uint32_t mask_ = 0;
    std::array<std::uint32_t, LARGEST> table_;  // only the first mask_ + 1 are in use
};

}  // namespace tablas::abak
