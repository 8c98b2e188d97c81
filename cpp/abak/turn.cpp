#include <array>
#include <bit>
#include <cassert>

#include "abak/distinct.hpp"
#include "abak/rules.hpp"
#include "abak/state.hpp"

namespace tablas::abak {
namespace {

/// One turn, searched depth first, from the mover's seat but on the next player's board.
///
/// Two plain movements (forward, on the board, no half of an assault) that touch different squares
/// give the same state in either order. Once the one order has been searched, the first movement of
/// it sleeps after the second: it is legal there, but it leads to nothing new.
class Turn {
  public:
    explicit Turn(std::span<Board> out) : results_(out) {}

    std::size_t search(const State& state, Dice dice) {
        if (dice.is_double()) {
            dice_.fill(dice.high);
            length_ = 4;
            walk(state, 0, 0);
        } else {
            length_ = 2;
            dice_ = {dice.high, dice.low};
            crossed_ = walk(state, 0, 0);
            dice_ = {dice.low, dice.high};
            is_lower_first_ = true;
            walk(state, 0, 0);
        }
        return results_.count();
    }

  private:
    /// Goes on from a state with `used` dice played, at least one being left; `asleep` are sources
    /// that need not be tried with the next die. Returns the sources of the plain movements.
    std::uint32_t walk(const State& state, int used, std::uint32_t asleep) {
        if (!bar_is_empty(state.board)) {
            if (!enter(state, used)) settle(state, used);
            return 0;
        }
        const int die = dice_[used];
        const std::uint32_t idle = idle_classes(state, die);
        const std::uint32_t staying = bit(LAST + 1 - die) - 1;  // sources that do not reach off
        bool moved = (state.tops & asleep) != 0;
        std::uint32_t plain = asleep;
        std::uint32_t sources = state.tops & ~asleep & ~(state.closed >> die) & staying;
        for (; sources != 0; sources &= sources - 1) {
            const int from = std::countr_zero(sources);
            const int to = from + die;
            const std::uint32_t source = stack(state.board, from);
            const std::uint32_t kind = source & 7;
            if ((idle >> kind & 1) != 0) continue;
            const std::uint32_t target = stack(state.board, to);
            const Landing how = landing(kind, target, to);
            if (how == Landing::Blocked) continue;
            const Step step{from, to, kind, source, target, how};
            if (how == Landing::Assault) {
                moved |= assault(state, step, used);
                continue;
            }
            moved = true;
            if (used + 1 == length_) {
                finish(state, step);
                continue;
            }
            proceed(state, step, used, sleepers(plain, from, to));
            plain |= bit(from);
        }
        if (state.outside == 0) moved |= bear_off(state, used);
        if (may_go_back(state)) moved |= go_back(state, used, plain);
        if (!moved) settle(state, used);
        return plain;
    }

    /// The sources to put to sleep after a plain movement, when those in `plain` have been
    /// searched.
    std::uint32_t sleepers(std::uint32_t plain, int from, int to) const {
        const int die = dice_[1];  // of the movements asleep: the same, or the second of two
        const std::uint32_t touched = bit(from) | bit(to);
        return (length_ == 4 ? plain : crossed_) & ~(touched | touched >> die);
    }

    /// Makes a movement that is no half of an assault.
    void take(const State& state, const Step& step, int used, std::uint32_t asleep) {
        if (used + 1 == length_) {
            finish(state, step);
        } else {
            proceed(state, step, used, asleep);
        }
    }

    void proceed(const State& state, const Step& step, int used, std::uint32_t asleep) {
        State next = state;
        depart(next, step);
        arrive(next, step);
        walk(next, used + 1, asleep);
    }

    /// Puts what the last movement leads to together in its place among the results.
    void finish(const State& state, const Step& step) {
        counts(2 * length_);
        std::uint64_t key = state.key;
        Board& board = results_.candidate();
        board = state.board;
        lift({board, key}, step);
        land({board, key}, step);
        results_.keep(key);
    }

    bool enter(const State& state, int used) {
        const int to = dice_[used];
        const std::uint32_t target = stack(state.board, to);
        bool moved = false;
        for (std::uint32_t kind = SOLDIER; kind <= ODD; ++kind) {  // the player chooses (A1)
            if (!is_barred(state.board, kind)) continue;
            const Landing how = landing(kind, target, to);
            if (how == Landing::Blocked) continue;
            const Step step{BAR, to, kind, 0, target, how};
            if (how == Landing::Assault) {
                moved |= assault(state, step, used);
            } else {
                take(state, step, used, 0);
                moved = true;
            }
        }
        return moved;
    }

    /// Bears off, all checkers being home. The general is never idle here: back by a die, it stands
    /// farther than that die from off, and only a double has movements left.
    bool bear_off(const State& state, int used) {
        const int die = dice_[used];
        const std::uint32_t leaving = ~(bit(LAST + 1 - die) - 1);
        bool moved = false;
        for (std::uint32_t left = state.tops & leaving; left != 0; left &= left - 1) {
            const int from = std::countr_zero(left);
            const int to = from + die;
            if (to != LAST + 1 && from != rearmost(state.board)) continue;
            const std::uint32_t source = stack(state.board, from);
            State next = state;
            depart(next, {from, to, source & 7, source, 0, Landing::On});
            next.board.words[4] += UPPER;
            if (used + 1 == length_) {
                settle(next, used + 1);
            } else {
                walk(next, used + 1, 0);
            }
            moved = true;
        }
        return moved;
    }

    bool go_back(const State& state, int used, std::uint32_t plain) {
        const int from = state.general_at;
        const int to = from - dice_[used];
        const std::uint32_t source = stack(state.board, from);
        if (to < 1 || (source & 15) != (OPPONENT | GENERAL)) return false;
        const std::uint32_t target = stack(state.board, to);
        const Landing how = landing(GENERAL, target, to);
        if (how == Landing::Blocked) return false;
        const Step step{from, to, GENERAL, source, target, how};
        if (how == Landing::Assault) return assault(state, step, used);
        // The other order is legal too if a movement of another checker leaves someone outside.
        const bool commutes = state.outside - !in_home(from) >= 2;
        take(state, step, used, commutes ? sleepers(plain, from, to) : 0);
        return true;
    }

    /// Both halves of an assault that begins with this step (movement, 5).
    bool assault(const State& state, const Step& first, int used) {
        if (used + 2 > length_) return false;
        const int die = dice_[used + 1];
        const int behind = first.to - die;
        const int ahead = first.to + die;
        State half = state;
        depart(half, first);
        bool moved = false;
        if (!bar_is_empty(half.board)) {
            if (behind != BAR) return false;
            for (std::uint32_t kind = SOLDIER; kind <= ODD; ++kind) {
                if (is_barred(half.board, kind)) moved |= complete(half, first, BAR, kind, used);
            }
            return moved;
        }
        if (behind >= 1 && (half.tops & bit(behind)) != 0) {
            const std::uint32_t kind = stack(half.board, behind) & 7;
            const bool is_idle = (idle_classes(half, die) >> kind & 1) != 0;
            if (!is_idle) moved |= complete(half, first, behind, kind, used);
        }
        if (ahead == half.general_at && may_go_back(half)) {
            const bool on_top = (stack(half.board, ahead) & 15) == (OPPONENT | GENERAL);
            if (on_top) moved |= complete(half, first, ahead, GENERAL, used);
        }
        return moved;
    }

    /// Brings the second attacker, if its class can be one: the guard makes room for the two.
    bool complete(const State& half, const Step& first, int from, std::uint32_t kind, int used) {
        if (landing(kind, first.target, first.to) != Landing::Assault) return false;
        State next = half;
        Step hit = first;
        hit.how = Landing::Hit;
        arrive(next, hit);
        const std::uint32_t source = from == BAR ? 0 : stack(next.board, from);
        const std::uint32_t target = stack(next.board, first.to);
        take(next, {from, first.to, kind, source, target, Landing::On}, used + 1, 0);
        return true;
    }

    /// Takes a state in which the turn can end: the most dice count, of one die the larger.
    void settle(const State& state, int used) {
        if (!counts(2 * used - (used == 1 && is_lower_first_))) return;
        results_.candidate() = state.board;
        results_.keep(state.key);
    }

    /// True if results of this rank are still wanted; those of lower rank are not any more.
    bool counts(int rank) {
        if (rank > best_) {
            best_ = rank;
            if (results_.count() != 0) results_.clear();
        }
        return rank == best_;
    }

    std::array<std::uint8_t, 4> dice_{};
    int length_ = 0;
    bool is_lower_first_ = false;
    std::uint32_t crossed_ = 0;  // plain sources of the larger die, once its order is searched
    int best_ = 0;               // twice the dice played, less one for the lower of two dice
    Distinct results_;
};

}  // namespace

State opened(const Board& board) {
    constexpr std::uint64_t ONES = MOVERS >> 3;  // the lowest bit of each nibble
    constexpr std::uint64_t GENERALS = ONES * (OPPONENT | GENERAL);
    State state{turned(board), 0, 0, 0, 0, BAR, General::Free};
    std::uint64_t outside = 0;  // nibble by nibble; no sum can exceed 15
    for (int k = 0; k < 8; ++k) {
        const std::uint64_t word = state.board.words[k];
        // One bit a nibble: a checker, the mover's, the next player's; then one bit a point, in
        // the nibble of its top.
        const std::uint64_t any = (word | word >> 1 | word >> 2) & ONES;
        const std::uint64_t own = word >> 3 & ONES;
        const std::uint64_t other = any & ~own;
        const std::uint64_t closed = (other & other >> 4) | (any >> 16 & ~other);
        const auto points = [k](std::uint64_t tops) {
            const std::uint64_t three = (tops & 1) | (tops >> 19 & 2) | (tops >> 38 & 4);
            return static_cast<std::uint32_t>(three) << (3 * k + 1);
        };
        state.tops |= points(own);
        state.closed |= points(closed);
        const std::uint64_t unlike = word ^ GENERALS;
        const std::uint64_t generals = ~(unlike | unlike >> 1 | unlike >> 2 | unlike >> 3) & ONES;
        if (generals != 0) {
            state.general_at =
                static_cast<std::int8_t>(3 * k + 1 + std::countr_zero(generals) / 20);
        }
        if (k < 6) outside += own;
    }
    // Times ONES, the uppermost of the 15 nibbles becomes the sum of them all.
    const auto in_front = static_cast<int>(outside * ONES >> 56 & 15);
    state.outside = static_cast<std::int8_t>(in_front + bar_count(state.board));
    return state;
}

std::size_t successors(const Board& board, Dice dice, std::span<Board> out) {
    assert(out.size() >= MAX_SUCCESSORS);
    if (outcome(board) != 0) return 0;
    Turn turn(out);
    return turn.search(opened(board), dice);
}

}  // namespace tablas::abak
