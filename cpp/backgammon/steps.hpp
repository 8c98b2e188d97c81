#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "backgammon/features.hpp"
#include "backgammon/movements.hpp"
#include "backgammon/rules.hpp"
#include "dice/half_turn.hpp"

namespace tablas::backgammon {

/// A turn of backgammon checker by checker (dice/half_turn.hpp): source p - 1 is the point p, the
/// last one the bar.
struct Steps {
    using Board = backgammon::Board;
    static constexpr unsigned SOURCES = 25;

    struct Turn {
        State state;
        Places open;  // points that are not held by the opponent: the same all through a turn
    };

    static Turn opened(const HalfTurn<Board>& half) {
        const Board& board = half.board;
        const Places held = stacked(board.opp) & POINTS;
        const Places blots = occupied(board.opp) & POINTS & ~held;
        return {{board.own, board.opp, occupied(board.own) & ~bit(OFF), mirrored(blots)},
                POINTS & ~mirrored(held)};
    }

    static void closed(const Turn& turn, HalfTurn<Board>& half) {
        half.board = {turn.state.own, turn.state.opp};
    }

    static bool settled(const Turn&) { return true; }

    static bool can_move(const Turn& turn, unsigned die) {
        const Places sources = turn.state.sources;
        return sources != 0 && playable(turn.open, sources, die) != 0;
    }

    static std::uint64_t movable(const Turn& turn, unsigned die) {
        const Places sources = turn.state.sources;
        return sources == 0 ? 0 : playable(turn.open, sources, die) >> 1;
    }

    /// Movements from point to point: what is open stays open, and whoever stands there stays.
    static unsigned sure(const Turn& turn, unsigned die) {
        const Places sources = turn.state.sources;
        if ((sources & ON_BAR) != 0) return 0;
        return static_cast<unsigned>(std::popcount(turn.open << die & sources));
    }

    static Turn after(const Turn& turn, unsigned source, unsigned die) {
        return {moved(turn.state, source + 1, die), turn.open};
    }

    template <class Visit>
    static void each(const Turn& turn, unsigned die, Visit visit) {
        if (turn.state.sources == 0) return;  // all are off
        Places from = playable(turn.open, turn.state.sources, die);
        while (from != 0) {
            const unsigned place = take(from);
            if (!visit(place - 1, Turn{moved(turn.state, place, die), turn.open})) return;
        }
    }

    static Board passed(const Board& board) { return {board.opp, board.own}; }
    static int own_off(const Board& board) { return static_cast<int>(board.own.at(OFF)); }
    static int opp_off(const Board& board) { return static_cast<int>(board.opp.at(OFF)); }

    static const char* fault_within(const HalfTurn<Board>& half) {
        return half.bound == decltype(half.bound){} ? nullptr : "unused bytes are set";
    }

    /// Counts by place, both sides numbered as the mover sees the points: his bar is 25, his tray
    /// 0; the opponent's bar is 0, his tray 25.
    static constexpr std::size_t PLANES = 2;
    static void planes(const Board& board, std::int8_t* out) {
        const Eights own = eights(board.own), opp = eights(board.opp);
        for (std::size_t i = 0; i < 3; ++i) {
            std::memcpy(out + 8 * i, &own[i], 8);
            const std::uint64_t turned = __builtin_bswap64(opp[i]);
            std::memcpy(out + 2 * PLACES - 8 * (i + 1), &turned, 8);
        }
        std::memcpy(out + 24, &own[3], 2);
        const auto last = __builtin_bswap16(static_cast<std::uint16_t>(opp[3]));
        std::memcpy(out + PLACES, &last, 2);
    }

    /// Sixteen counts of four bits become sixteen bytes, the lowest place first.
    using Eights = std::array<std::uint64_t, 4>;
    static Eights eights(Checkers side) {
        static_assert(std::endian::native == std::endian::little);
        const auto spread = [](std::uint64_t x) {
            x = (x | x << 16) & 0x0000ffff0000ffff;
            x = (x | x << 8) & 0x00ff00ff00ff00ff;
            return (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
        };
        return {spread(side.low & 0xffffffff), spread(side.low >> 32),
                spread(side.high & 0xffffffff), spread(side.high >> 32)};
    }

    static constexpr std::size_t FEATURES = INPUTS;
    static void features(const Board& board, float* out) {
        for (const Checkers& side : {board.own, board.opp}) {
            for (unsigned place = 0; place < PLACES; ++place) {
                for (const float unit : units(place, side.at(place))) *out++ = unit;
            }
        }
    }
};

}  // namespace tablas::backgammon
