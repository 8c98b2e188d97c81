#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/memory.hpp"

namespace tablas::abalone {

/// What the network has said of boards: many lines lead to one board, and each depth of a search
/// comes by most boards of the last one.
///
/// A word for each, 48 bits of the key and 16 of the score, which threads read and write whole.
/// Nothing here is ever wrong, so nothing needs to be forgotten but what another board displaces.
class EvaluationCache {
  public:
    static constexpr int NONE = 1 << 15;  // no score

    /// Room for `count` of them, a power of two.
    explicit EvaluationCache(std::size_t count) : last_(count - 1), words_(room_for<Word>(count)) {
        std::uninitialized_value_construct_n(words_.get(), count);
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&words_[key & last_]); }

    int find(std::uint64_t key) const {
        const std::uint64_t word = words_[key & last_].load(std::memory_order_relaxed);
        return (word ^ key) >> 16 == 0 ? static_cast<std::int16_t>(word) : NONE;
    }

    void put(std::uint64_t key, std::int16_t score) {
        const std::uint64_t word = (key & ~LOW) | static_cast<std::uint16_t>(score);
        words_[key & last_].store(word, std::memory_order_relaxed);
    }

  private:
    using Word = std::atomic<std::uint64_t>;
    static constexpr std::uint64_t LOW = 0xffff;

    std::size_t last_;
    Memory<Word> words_;
};

}  // namespace tablas::abalone
