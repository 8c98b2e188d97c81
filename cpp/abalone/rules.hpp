#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "abalone/cells.hpp"
#include "base/playout.hpp"
#include "base/rng.hpp"

/// Abalone: what can happen next and whether it is over.
namespace tablas::abalone {

inline constexpr int MARBLES = 14;
inline constexpr unsigned LOST_TO_LOSE = 6;

/// A position seen by the player to move.
///
/// In each word bits 0..60 are that side's marbles (cells.hpp numbers the cells) and
/// bits 61..63 count those of its marbles that have been ejected, 0..6. As bytes: `own` first,
/// both little-endian.
struct Board {
    std::uint64_t own;
    std::uint64_t opp;

    constexpr Cells own_marbles() const { return own & CELLS; }
    constexpr Cells opp_marbles() const { return opp & CELLS; }
    constexpr unsigned own_lost() const { return static_cast<unsigned>(own >> CELL_COUNT); }
    constexpr unsigned opp_lost() const { return static_cast<unsigned>(opp >> CELL_COUNT); }
    /// Whether one side has lost its six marbles.
    constexpr bool decided() const {
        return own_lost() >= LOST_TO_LOSE || opp_lost() >= LOST_TO_LOSE;
    }
    constexpr bool operator==(const Board&) const = default;
};
static_assert(sizeof(Board) == 16 && std::is_trivially_copyable_v<Board>);

/// What the top bits of a word grow by when one more marble is ejected.
inline constexpr std::uint64_t ONE_LOST = std::uint64_t{1} << CELL_COUNT;

/// A move of one board: which marbles go, where to, and what it does to the opponent.
///
///     bits 0..5    in line: the front marble; broadside: the first marble of the row, the
///                  others lie E, NE or NW of it
///     bits 6..8    direction
///     bits 9..11   form: 0, 1, 2 = one, two, three marbles in line; broadside: 3, 4 = two,
///                  three along axis (direction + 1) % 3, 5, 6 = along (direction + 2) % 3
///     bits 12..13  how many opposing marbles are pushed, 0..2
///     bit 14       whether the last of them is ejected
struct Move {
    std::uint16_t code;

    constexpr unsigned cell() const { return code & 63u; }
    constexpr unsigned direction() const { return code >> 6 & 7u; }
    constexpr unsigned form() const { return code >> 9 & 7u; }
    constexpr unsigned pushed() const { return code >> 12 & 3u; }
    constexpr bool ejects() const { return (code >> 14 & 1u) != 0; }
    constexpr bool broadside() const { return form() >= 3; }
    /// How many own marbles move, 1..3.
    constexpr unsigned size() const {
        if (broadside()) return form() % 2 == 0 ? 3 : 2;
        return form() + 1;
    }
    /// The direction E, NE or NW in which a broadside row lies.
    constexpr unsigned axis() const { return (direction() + (form() - 1) / 2) % 3; }
    constexpr bool operator==(const Move&) const = default;
};
static_assert(sizeof(Move) == 2 && std::is_trivially_copyable_v<Move>);

/// The room that `successors` and `moves` need: more than fourteen marbles have moves.
///
/// In line, a move of n marbles is told by the n-th marble from the front of its row: at most 14
/// a direction, 84 in all. Broadside, no row has more than 9 cells, so that 14 marbles lie in two
/// rows of an axis or more: at most 12 pairs and 10 triples on each of three axes, each in four
/// directions, 264 in all. One place more is for a candidate that is written and then not kept.
inline constexpr std::size_t MAX_SUCCESSORS = 84 + 264 + 1;

/// Standard, Black to move: as on the rule sheet, and the default for play.
Board start();

/// Black to move, the sides in contact after few moves: what the signature plays from.
Board belgian_daisy();

/// What is wrong with a board that comes from outside, or nullptr.
const char* fault(const Board& board);

/// Writes the boards after each move, seen by the next player, and returns how many; `out` has
/// room for MAX_SUCCESSORS. All are distinct. None if the game is over. The board must be free of
/// faults, here and below.
std::size_t successors(const Board& board, std::span<Board> out);

/// The moves in the order of `successors`: the i-th leads to the i-th board.
std::size_t moves(const Board& board, std::span<Move> out);

/// How many moves there are, without making them.
unsigned count_moves(const Board& board);

/// The board after one of its moves, seen by the next player.
Board apply(const Board& board, Move move);

/// The own marbles that go along: they and the direction are what a move is.
Cells marbles(Move move);

/// -1 if the player to move has lost six marbles or cannot move, +1 if the opponent has lost six,
/// 0 while the game goes on.
int outcome(const Board& board);

/// Two boards with the same hash differ in both words, if they differ.
std::uint64_t hash(const Board& board);

/// Leaves of the tree of moves; those of the last ply are counted without being made.
std::uint64_t perft(const Board& board, int depth, int threads);

/// Plays at random, each move equally likely; 0 points if it is not over after max_turns moves.
Playout play_random(const Board& from, Rng& rng, int max_turns);
Playout play_random(Rng& rng, int max_turns);

}  // namespace tablas::abalone
