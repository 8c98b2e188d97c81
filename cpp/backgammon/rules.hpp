#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/rng.hpp"
#include "dice/dice.hpp"
#include "dice/play.hpp"

/// Backgammon: what can happen next and whether it is over.
namespace tablas::backgammon {

/// One side's fifteen checkers, seen from its own side: a nibble a place, place i in bits
/// 4i..4i+3 of the 128-bit number (high, low). Place 0 holds the checkers borne off, 1..24 the
/// points, 25 the bar; places 26..31 are zero. A nibble counts to 15, so that a movement is one
/// addition without carries between places.
struct Checkers {
    std::uint64_t low;
    std::uint64_t high;

    constexpr unsigned at(unsigned place) const {
        return static_cast<unsigned>((place < 16 ? low : high) >> (place % 16 * 4)) & 15u;
    }
    constexpr bool operator==(const Checkers&) const = default;
};

/// A position seen by the player to move; the opponent's point p is the mover's 25-p. Both halves
/// are seen from their owner's side, so that the turn passes by exchanging them.
struct Board {
    Checkers own;
    Checkers opp;

    constexpr bool operator==(const Board&) const = default;
};
static_assert(sizeof(Board) == 32 && std::is_trivially_copyable_v<Board>);

inline constexpr unsigned OFF = 0;
inline constexpr unsigned BAR = 25;
inline constexpr unsigned PLACES = 26;
inline constexpr unsigned CHECKERS = 15;

/// No turn reaches more positions than this: a double shares four movements out among fifteen
/// checkers, in at most C(18, 4) = 3060 ways; two different dice give fewer (15 * 15 * 2).
inline constexpr std::size_t MAX_SUCCESSORS = 3060;

Board start();

/// Writes the distinct positions after the turn, seen by the next player, and returns how many;
/// `out` has room for MAX_SUCCESSORS. The position itself, seen by the other side, if nothing can
/// move; none if the game is over. The board must be free of faults.
std::size_t successors(const Board& board, Dice dice, std::span<Board> out);

/// Points won (1, 2, 3) or lost (-1, -2, -3) by the player to move; 0 while the game goes on.
int outcome(const Board& board);

std::uint64_t hash(const Board& board);

/// Leaves of the tree of all 21 rolls, each counted once with its distinct successors.
std::uint64_t perft(const Board& board, int depth, int threads);

/// What is wrong with a board that comes from outside, or nullptr.
const char* fault(const Board& board);

/// One game from the start, each turn uniform over its successors; at most `max_turns` of them.
Playout play_random(Rng& rng, int max_turns);

}  // namespace tablas::backgammon
