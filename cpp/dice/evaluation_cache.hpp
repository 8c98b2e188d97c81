#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

#include "dice/chances.hpp"

namespace tablas {

/// Remembers what an evaluator said, in bounded memory; several threads read and write it at once
/// without locks.
///
/// An entry is four words: key ^ a ^ b ^ c, then a, b, c with the five chances. One that was torn
/// by another thread does not add up to its key and counts as missing. What is found is exactly
/// what the evaluator would say, so that results do not depend on what the cache holds. Keys are
/// the 64 bits of the board's hash: two boards of one search that agree on all of them would be
/// taken for each other.
class EvaluationCache {
  public:
    /// The largest power of two of entries that fits; at least one.
    explicit EvaluationCache(std::size_t bytes)
        : mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1)) - 1),
          entries_(std::make_unique<Entry[]>(mask_ + 1)) {}

    std::size_t bytes() const { return (mask_ + 1) * sizeof(Entry); }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&entries_[key & mask_]); }

    std::optional<Chances> find(std::uint64_t key) const {
        const Entry& entry = entries_[key & mask_];
        Words words;
        for (std::size_t i = 0; i < words.size(); ++i) {
            words[i] = entry.words[i].load(std::memory_order_relaxed);
        }
        if ((words[0] ^ words[1] ^ words[2] ^ words[3]) != (key | USED)) return std::nullopt;
        Chances found;
        std::memcpy(&found, &words[1], sizeof(found));
        return found;
    }

    void store(std::uint64_t key, const Chances& chances) {
        Words words{};
        std::memcpy(&words[1], &chances, sizeof(chances));
        words[0] = (key | USED) ^ words[1] ^ words[2] ^ words[3];
        Entry& entry = entries_[key & mask_];
        for (std::size_t i = 0; i < words.size(); ++i) {
            entry.words[i].store(words[i], std::memory_order_relaxed);
        }
    }

    void clear() {
        for (std::size_t i = 0; i <= mask_; ++i) {
            for (auto& word : entries_[i].words) word.store(0, std::memory_order_relaxed);
        }
    }

  private:
    using Words = std::array<std::uint64_t, 4>;
    static constexpr std::uint64_t USED = std::uint64_t{1} << 63;  // no key is an empty entry's

    struct Entry {
        std::array<std::atomic<std::uint64_t>, 4> words{};
    };
    static_assert(sizeof(Entry) == 32 && sizeof(Chances) <= 24);

    std::size_t mask_;
    std::unique_ptr<Entry[]> entries_;
};

}  // namespace tablas
