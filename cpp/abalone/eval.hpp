#pragma once

#include <array>
#include <cstdint>

#include "abalone/rules.hpp"

/// What a position is worth, by hand-made terms.
namespace tablas::abalone {

/// Sums over one side's marbles, kept up to date move by move, in four lanes of 16 bits:
///
///     bits 0..15    what each marble's ring is worth, by RING_WORTH
///     bits 16..31   the squared distance from the centre, row² - row·number + number²
///     bits 32..47   row + 4 and
///     bits 48..63   number + 4, both counted from e5
///
/// In no lane can fourteen marbles reach 2^16, so that plain additions never cross over.
using Sums = std::uint64_t;

/// What standing on a ring is worth, centre to rim, in hundredths of a marble: a step outwards
/// costs more the nearer the rim is. Nothing is below 0, or losing a marble there would be a gain.
inline constexpr std::array<unsigned, 5> RING_WORTH{30, 27, 22, 14, 0};

/// What one marble on each cell adds.
inline constexpr std::array<Sums, CELL_COUNT> CELL_SUMS = [] {
    std::array<Sums, CELL_COUNT> table{};
    const auto size = [](int x) { return x < 0 ? -x : x; };
    for (int row = -4; row <= 4; ++row) {
        for (int number = -4; number <= 4; ++number) {
            if (!on_board(row + 4, number + 5)) continue;
            const int far = size(row - number) > size(row) ? size(row - number) : size(row);
            const int ring = far > size(number) ? far : size(number);
            const int squared = row * row - row * number + number * number;
            table[cell_at(row + 4, number + 5)] =
                Sums{RING_WORTH[static_cast<unsigned>(ring)]} | static_cast<Sums>(squared) << 16 |
                static_cast<Sums>(row + 4) << 32 | static_cast<Sums>(number + 4) << 48;
        }
    }
    return table;
}();

/// The weights of the terms, in hundredths of a marble unless another unit is named.
struct Weights {
    /// What it is worth to have ejected 0..6 marbles: convex, since the last ones decide.
    std::array<int, 8> ejected{0, 100, 215, 350, 510, 710, 2000, 2000};
    int ring = 227;       // percent of RING_WORTH
    int spread = 136;     // percent of the squared distances to the common centre of mass
    int pair = 3;         // two neighbours of one colour
    int triple = 2;       // three in a row: what pushes
    int lone = 4;         // a marble without a neighbour of its colour
    int rim_contact = 4;  // a marble on the rim next to an opposing one
    int pushable = 5;     // an opposing marble that a sumito can move now
    int peril = 14;       // an own marble that the opponent could eject
    int perils = 32;      // more for a second one: only one of them can be saved in a turn
    int turn = 8;         // having the move
};

inline constexpr Weights WEIGHTS{};

/// A board with its sums.
struct State {
    Board board;
    Sums own;
    Sums opp;
};

State state_of(const Board& board);

/// The state after a move of the board, seen by the next player.
State after(const State& state, Move move);

/// The same marbles seen by the other player, as if the turn were passed.
constexpr State passed(const State& state) {
    return {{state.board.opp, state.board.own}, state.opp, state.own};
}

/// What the evaluation found.
struct Reading {
    int score;    // for the player to move, in hundredths of a marble
    Cells prey;   // opposing marbles that the player to move can eject now
    Cells peril;  // own marbles that the opponent could eject now
};

/// `target` is the number of ejections that wins; a game to four counts its marbles as a game to
/// six does after two ejections.
Reading evaluate(const State& state, const Weights& weights = WEIGHTS,
                 unsigned target = LOST_TO_LOSE);

/// The moves that eject, in the order of `moves`' forms; room for MAX_SUCCESSORS is enough.
std::size_t ejections(const Board& board, std::span<Move> out);

/// Whether a move, which may be any 16 bits, is legal on this board.
bool legal(const Board& board, Move move);

}  // namespace tablas::abalone
