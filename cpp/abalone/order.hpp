#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>

#include "abalone/search.hpp"

namespace tablas::abalone {

/// What earlier parts of a search say about moves; one a thread.
struct Experience {
    // By side (the player to move at the root, or the opponent) and the low 12 bits of a move.
    std::array<std::array<std::int16_t, 4096>, 2> history{};
    std::array<std::array<std::uint16_t, 4096>, 2> answers{};  // what refuted a move last time
    std::array<std::array<Move, 2>, MAX_PLY + 2> killers{};    // quiet refutations at a ply

    static constexpr int MOST = 8000;

    /// Moves a history value towards MOST or -MOST, the slower the nearer it is.
    static void reward(std::int16_t& value, int amount) {
        value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / MOST);
    }
};

/// What the rings are worth that the marbles of a move gain, by its low 12 bits.
extern const std::array<std::int16_t, 4096> RING_GAINS;

/// What is to be expected of quiet moves.
struct Outlook {
    const std::array<std::int16_t, 4096>& history;
    int place;  // weight of the rings

    int of(Move move) const {
        return history[move.code & 4095] + place * RING_GAINS[move.code & 4095];
    }
};

/// Hands out the moves of a board, the promising ones first: ejections, then killers and answers,
/// then the others by history and ring, pushes ahead.
class Picker {
  public:
    /// `first` is left out: it has been tried before the moves were generated.
    Picker(const Board& board, const Experience& known, const Outlook& outlook, unsigned side,
           int ply, Move last, Move first)
        : first_(first) {
        const std::size_t count = moves(board, made_);
        const auto& killers = known.killers[static_cast<std::size_t>(ply)];
        const std::uint16_t answer =
            last == NO_MOVE ? NO_MOVE.code : known.answers[side][last.code & 4095];
        for (std::size_t i = 0; i < count; ++i) {
            const Move move = made_[i];
            if (move == first) continue;
            std::uint32_t worth = 0;
            if (move.ejects()) {
                worth = EJECTION + move.pushed();
            } else if (move == killers[0]) {
                worth = KILLER + 2;
            } else if (move == killers[1]) {
                worth = KILLER + 1;
            } else if (move.code == answer) {
                worth = KILLER;
            } else {
                const int good = outlook.of(move) + 1500 * static_cast<int>(move.pushed());
                worth = static_cast<std::uint32_t>(QUIET + good);
            }
            // Equal worths keep the order of the generator: the lower slot counts as more.
            keys_[size_++] = worth << 9 | static_cast<std::uint32_t>(511 - i);
        }
    }

    /// The next move, or NO_MOVE.
    Move next() {
        if (at_ == size_) return NO_MOVE;
        // A cut usually comes among the first few: they are looked for, the rest is sorted.
        if (at_ == LOOKED_FOR) {
            std::sort(keys_.begin() + at_, keys_.begin() + size_, std::greater<>());
        } else if (at_ < LOOKED_FOR) {
            const auto best = std::max_element(keys_.begin() + at_, keys_.begin() + size_);
            std::swap(keys_[at_], *best);
        }
        return made_[511 - (keys_[at_++] & 511)];
    }

    bool none() const { return size_ == 0 && first_ == NO_MOVE; }

  private:
    static constexpr std::uint32_t EJECTION = 60000, KILLER = 50000;
    static constexpr int QUIET = 20000;
    static constexpr std::size_t LOOKED_FOR = 5;

    std::array<std::uint32_t, MAX_SUCCESSORS> keys_;
    std::array<Move, MAX_SUCCESSORS> made_;
    std::size_t size_ = 0;
    std::size_t at_ = 0;
    Move first_;
};

}  // namespace tablas::abalone
