#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "abak/features.hpp"
#include "abak/rules.hpp"
#include "abak/state.hpp"
#include "dice/half_turn.hpp"

namespace tablas::abak {

/// A turn of Abak checker by checker (dice/half_turn.hpp). Source p - 1 is the top checker of the
/// point p going forward; 24 to 29 are the classes on the bar, by Class; 30 is the general's way
/// back. Between the two halves of an assault the first attacker stands on the guard.
///
/// A half-turn is bound by what the general has done (bound[0], a General) and by the point of a
/// half-made assault (bound[1], else 0).
struct Steps {
    using Board = abak::Board;
    static constexpr unsigned FROM_BAR = 24;
    static constexpr unsigned GOING_BACK = 30;
    static constexpr unsigned SOURCES = 31;

    struct Turn {
        State state;
        int assault;  // the square of a half-made one, else 0
    };

    static Turn opened(const HalfTurn<Board>& half) {
        Turn turn{abak::opened(half.board), 0};
        turn.state.general = static_cast<General>(half.bound[0]);
        if (half.bound[1] != 0) turn.assault = LAST + 1 - half.bound[1];
        return turn;
    }

    static void closed(const Turn& turn, HalfTurn<Board>& half) {
        half.board = turned(turn.state.board);
        const int point = turn.assault == 0 ? 0 : LAST + 1 - turn.assault;
        half.bound = {static_cast<std::uint8_t>(turn.state.general),
                      static_cast<std::uint8_t>(point), 0, 0};
    }

    static bool settled(const Turn& turn) { return turn.assault == 0; }

    template <class Visit>
    static void each(const Turn& turn, int die, Visit visit) {
        const State& state = turn.state;
        if (!bar_is_empty(state.board)) {
            for (std::uint32_t kind = SOLDIER; kind <= ODD; ++kind) {  // the player chooses (A1)
                if (!is_barred(state.board, kind)) continue;
                if (!go(turn, FROM_BAR + kind - 1, BAR, die, kind, visit)) return;
            }
            return;
        }
        const std::uint32_t idle = idle_classes(state, die);
        for (std::uint32_t left = state.tops; left != 0; left &= left - 1) {
            const int from = std::countr_zero(left);
            const std::uint32_t kind = stack(state.board, from) & 7;
            const auto source = static_cast<unsigned>(LAST - from);
            if (from + die > LAST) {
                if (kind == GENERAL && state.general == General::Back) continue;
                if (may_bear_off(turn, from, die) && !visit(source, borne_off(turn, from, die))) {
                    return;
                }
            } else if ((idle >> kind & 1) == 0) {
                if (!go(turn, source, from, from + die, kind, visit)) return;
            }
        }
        const int from = state.general_at;
        const bool back = may_go_back(state) && from - die >= 1 &&
                          (stack(state.board, from) & 15) == (OPPONENT | GENERAL);
        if (back) go(turn, GOING_BACK, from, from - die, GENERAL, visit);
    }

    static Board passed(const Board& board) { return turned(board); }

    static int own_off(const Board& board) { return static_cast<int>(board.words[3] >> 60); }
    static int opp_off(const Board& board) { return static_cast<int>(board.words[4] >> 60); }

    static const char* fault_within(const HalfTurn<Board>& half) {
        if (half.bound[0] > static_cast<std::uint8_t>(General::Back)) {
            return "what the general has done is not known";
        }
        if (half.bound[2] != 0 || half.bound[3] != 0) return "unused bytes are set";
        if (half.bound[1] == 0) return nullptr;
        if (half.bound[1] > LAST) return "an assault stands on no point";
        const std::uint32_t stood = stack(half.board, half.bound[1]);
        const bool own_on_top = (stood & 15) != 0 && (stood & OPPONENT) == 0;
        const bool half_made = own_on_top && (stood >> 4 & 15) == (OPPONENT | GUARD);
        return half_made ? nullptr : "an assault is half made where no guard is";
    }

    /// One plane for each depth in a stack, the top first, and each of twelve checkers, the
    /// mover's first; 1 where it stands. In the planes of the tops the column 25 counts the mover's
    /// checkers on the bar, and the column 0 the opponent's.
    static constexpr std::size_t PLANES = 60;
    static void planes(const Board& board, std::int8_t* out) {
        constexpr int COLUMNS = 26;
        for (int point = 1; point <= LAST; ++point) {
            std::uint32_t left = stack(board, point);
            for (int depth = 0; left != 0; left >>= 4, ++depth) {
                const auto kind = static_cast<int>(left & 7);
                const int plane = kind - 1 + ((left & OPPONENT) != 0 ? 6 : 0);
                out[(12 * depth + plane) * COLUMNS + point] = 1;
            }
        }
        for (std::uint32_t kind = SOLDIER; kind <= ODD; ++kind) {
            const BarPlace& bar = BARS[kind];
            const auto count = [&](std::size_t word) {
                return static_cast<std::int8_t>((board.words[word] & bar.mask) / bar.unit);
            };
            out[(kind - 1) * COLUMNS + 25] = count(bar.word);
            out[(kind + 5) * COLUMNS] = count(7 - bar.word);
        }
    }

    static constexpr std::size_t FEATURES = INPUTS;
    static void features(const Board& board, float* out) {
        for (unsigned nibble = 0; nibble < NIBBLES; ++nibble) {
            const auto value = static_cast<unsigned>(board.words[nibble / 16] >> nibble % 16 * 4);
            for (const bool unit : nibble_units(nibble, value & 15)) *out++ = unit ? 1.0f : 0.0f;
        }
        for (int point = 1; point <= LAST; ++point) {
            for (const bool unit : shape_units(shape_of(stack(board, point)))) {
                *out++ = unit ? 1.0f : 0.0f;
            }
        }
    }

  private:
    /// Visits a movement on the board or from the bar, if the landing allows it.
    template <class Visit>
    static bool go(const Turn& turn, unsigned source, int from, int to, std::uint32_t kind,
                   Visit& visit) {
        const State& state = turn.state;
        if (turn.assault != 0) {
            if (to != turn.assault) return true;
            const std::uint32_t standing = stack(state.board, to);
            const bool joins = landing(kind, standing >> 4, to) == Landing::Assault;
            return !joins || visit(source, completed(turn, from, kind));
        }
        const std::uint32_t target = stack(state.board, to);
        const Landing how = landing(kind, target, to);
        if (how == Landing::Blocked) return true;
        const std::uint32_t below = from == BAR ? 0 : stack(state.board, from);
        const bool is_half = how == Landing::Assault;
        Turn next{state, is_half ? to : 0};
        const Step step{from, to, kind, below, target, is_half ? Landing::On : how};
        depart(next.state, step);
        arrive(next.state, step);
        return visit(source, next);
    }

    /// The second attacker joins the first one, and the guard goes to the bar (movement, 5).
    static Turn completed(const Turn& turn, int from, std::uint32_t kind) {
        const int to = turn.assault;
        Turn next{turn.state, 0};
        const std::uint32_t standing = stack(next.state.board, to);
        const std::uint32_t alone = standing >> 8 << 4 | (standing & 15);
        replace(next.state.draft(), to, standing, alone);
        next.state.board.words[BARS[GUARD].word] += BARS[GUARD].unit;
        const std::uint32_t below = from == BAR ? 0 : stack(next.state.board, from);
        const Step step{from, to, kind, below, alone, Landing::On};
        depart(next.state, step);
        arrive(next.state, step);
        return next;
    }

    static bool may_bear_off(const Turn& turn, int from, int die) {
        if (turn.state.outside != 0 || turn.assault != 0) return false;
        return from + die == LAST + 1 || from == rearmost(turn.state.board);
    }

    static Turn borne_off(const Turn& turn, int from, int die) {
        Turn next = turn;
        const std::uint32_t source = stack(next.state.board, from);
        depart(next.state, {from, from + die, source & 7, source, 0, Landing::On});
        next.state.board.words[4] += UPPER;
        return next;
    }
};

}  // namespace tablas::abak
