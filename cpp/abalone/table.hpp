#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "abalone/evaluation_cache.hpp"
#include "abalone/rules.hpp"
#include "base/memory.hpp"

namespace tablas::abalone {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

/// What is remembered of a searched position.
///
///     bits 0..15    move (0xffff: none)     bits 16..31   score, as seen from that position
///     bits 32..47   unused                  bits 48..55   depth
///     bits 56..57   bound                   bits 58..63   search in which it was written
struct Entry {
    std::uint64_t word = 0;

    static Entry of(Move move, int score, int depth, Bound bound, unsigned age) {
        const auto low = [](int value) { return std::uint64_t{static_cast<std::uint16_t>(value)}; };
        return {std::uint64_t{move.code} | low(score) << 16 |
                std::uint64_t{static_cast<std::uint8_t>(depth)} << 48 |
                std::uint64_t{static_cast<unsigned>(bound)} << 56 | std::uint64_t{age & 63} << 58};
    }
    Move move() const { return {static_cast<std::uint16_t>(word)}; }
    int score() const { return static_cast<std::int16_t>(word >> 16); }
    int depth() const { return static_cast<std::uint8_t>(word >> 48); }
    Bound bound() const { return static_cast<Bound>(word >> 56 & 3); }
    unsigned age() const { return static_cast<unsigned>(word >> 58); }
};

inline constexpr Move NO_MOVE{0xffff};

/// The transposition table: clusters of four entries in one line of the cache.
///
/// Threads share it without locks: an entry is stored beside its key combined with it, so that two
/// halves that do not belong together match no key.
class Table {
  public:
    static constexpr std::size_t LEAST = 4;  // megabytes: from here on memory comes aligned
    static constexpr std::size_t EVALUATIONS = 1 << 15;  // more leave the cache of a processor

    /// As many clusters as fit in `megabytes`, a power of two.
    explicit Table(std::size_t megabytes)
        : count_(std::bit_floor(std::max<std::size_t>(megabytes, LEAST) * (1u << 20) /
                                sizeof(Cluster))),
          clusters_(room_for<Cluster>(count_)),
          evaluations_(std::min(count_ / 4, EVALUATIONS)) {
        std::uninitialized_value_construct_n(clusters_.get(), count_);
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&cluster(key)); }

    /// The entry of a key; its bound is None if there is none.
    Entry find(std::uint64_t key) const {
        for (const Slot& slot : cluster(key).slots) {
            const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ word) == key) return {word};
        }
        return {};
    }

    /// Stores an entry in place of the same position's, or of the shallowest and oldest one.
    void put(std::uint64_t key, Entry entry) {
        Slot* worst = nullptr;
        int least = 1 << 20;
        for (Slot& slot : cluster(key).slots) {
            const Entry there{slot.word.load(std::memory_order_relaxed)};
            if ((slot.check.load(std::memory_order_relaxed) ^ there.word) == key) {
                worst = &slot;
                break;
            }
            const int years = static_cast<int>((entry.age() - there.age()) & 63);
            const int worth = there.depth() - 8 * years;
            if (there.bound() == Bound::None || worth < least) {
                worst = &slot;
                least = there.bound() == Bound::None ? -(1 << 20) : worth;
            }
        }
        worst->check.store(key ^ entry.word, std::memory_order_relaxed);
        worst->word.store(entry.word, std::memory_order_relaxed);
    }

    /// `clear` leaves them: they stay true.
    EvaluationCache& evaluations() { return evaluations_; }

    /// Each search has its own age, so that it can tell what earlier ones left behind.
    unsigned next_age() { return ++age_ & 63; }

    void clear() {
        for (std::size_t i = 0; i < count_; ++i) {
            for (Slot& slot : clusters_[i].slots) {
                slot.check.store(0, std::memory_order_relaxed);
                slot.word.store(0, std::memory_order_relaxed);
            }
        }
        age_ = 0;
    }

    std::size_t bytes() const { return count_ * sizeof(Cluster); }

  private:
    struct Slot {
        std::atomic<std::uint64_t> check{0};  // key ^ word
        std::atomic<std::uint64_t> word{0};
    };
    struct alignas(64) Cluster {
        Slot slots[4];
    };
    static_assert(sizeof(Cluster) == 64);

    const Cluster& cluster(std::uint64_t key) const { return clusters_[key & (count_ - 1)]; }
    Cluster& cluster(std::uint64_t key) { return clusters_[key & (count_ - 1)]; }

    std::size_t count_;
    Memory<Cluster> clusters_;  // on huge pages where there are any: probes go everywhere
    EvaluationCache evaluations_;
    unsigned age_ = 0;
};

}  // namespace tablas::abalone
