#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
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
/// then the others by history and ring, pushes ahead. Two nodes of three end before the others,
/// which are not generated until they are asked for.
class Picker {
  public:
    /// `first` is left out: it has been tried. `prey` tells whether anything can be ejected.
    Picker(const Board& board, const Experience& known, const Outlook& outlook, unsigned side,
           int ply, Move last, Move first, bool prey)
        : board_(board), outlook_(outlook), first_(first) {
        const auto& killers = known.killers[static_cast<std::size_t>(ply)];
        refutations_ = {killers[0], killers[1], NO_MOVE};
        if (last != NO_MOVE) refutations_[2].code = known.answers[side][last.code & 4095];
        if (prey) list_ejections();
    }

    /// The next move, or NO_MOVE.
    Move next() {
        if (stage_ == Stage::Ejections) {
            while (at_ < size_) {
                if (const Move move = made_[at_++]; move != first_) return move;
            }
            stage_ = Stage::Refutations;
            at_ = 0;
        }
        if (stage_ == Stage::Refutations) {
            while (at_ < refutations_.size()) {
                if (const Move move = refutations_[at_++]; refutes(move)) return move;
            }
            stage_ = Stage::Others;
            list_others();
        }
        return best_of_others();
    }

  private:
    enum class Stage : std::uint8_t { Ejections, Refutations, Others };
    static constexpr std::int32_t QUIET = 20000;

    /// Those that push two marbles are the first.
    void list_ejections() {
        std::array<Move, MAX_SUCCESSORS> found;
        const std::size_t count = ejections(board_, found);
        for (const unsigned pushed : {2u, 1u}) {
            for (std::size_t i = 0; i < count; ++i) {
                if (found[i].pushed() == pushed) made_[size_++] = found[i];
            }
        }
    }

    /// Whether the refutation that is looked at can be tried here, and has not been.
    bool refutes(Move move) const {
        const auto end = refutations_.begin() + static_cast<std::ptrdiff_t>(at_) - 1;
        return move != first_ && std::find(refutations_.begin(), end, move) == end &&
               legal(board_, move);
    }

    void list_others() {
        size_ = moves(board_, made_);
        for (std::size_t i = 0; i < size_; ++i) {
            const Move move = made_[i];
            const bool tried = move.ejects() || move == first_ || move == refutations_[0] ||
                               move == refutations_[1] || move == refutations_[2];
            const int good = outlook_.of(move) + 1500 * static_cast<int>(move.pushed());
            // Equal worths keep the order of the generator: the lower slot counts as more.
            keys_[i] = tried ? 0 : (QUIET + good) << 9 | static_cast<std::int32_t>(511 - i);
        }
    }

    /// Most nodes need a few of them: looking for each is less work than sorting all, since
    /// compilers make vector instructions of it.
    Move best_of_others() {
        std::int32_t most = 0;
        for (std::size_t i = 0; i < size_; ++i) most = std::max(most, keys_[i]);
        if (most == 0) return NO_MOVE;
        const auto slot = static_cast<std::size_t>(511 - (most & 511));
        keys_[slot] = 0;
        return made_[slot];
    }

    const Board& board_;
    const Outlook& outlook_;
    Move first_;
    Stage stage_ = Stage::Ejections;
    std::array<Move, 3> refutations_;  // killers, and the answer to the last move
    alignas(16) std::array<std::int32_t, MAX_SUCCESSORS> keys_;  // 0: tried
    std::array<Move, MAX_SUCCESSORS> made_;
    std::size_t size_ = 0;
    std::size_t at_ = 0;
};

}  // namespace tablas::abalone
