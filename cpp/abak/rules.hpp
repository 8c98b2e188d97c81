#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/rng.hpp"
#include "dice/dice.hpp"
#include "dice/play.hpp"

// Abak Evolution: what can happen next and whether it is over. The rules are those of the rules
// page; (A1) to (A6) are its rulings.
namespace tablas::abak {

/// The classes of checkers, numbered as the board stores them; 0 is no checker.
enum Class : std::uint32_t { SOLDIER = 1, GUARD, GENERAL, DRUID, EVEN, ODD };

/// Added to the class of a checker that belongs to the player who is not to move.
inline constexpr std::uint32_t OPPONENT = 8;

inline constexpr int CHECKERS = 15;

/// How many checkers of each class a player has, by Class.
inline constexpr std::array<int, 7> TEAM = {0, 9, 2, 1, 1, 1, 1};

/// A position seen by the player to move, without history.
///
/// Eight little-endian words of 64 bits; word k holds the points 3k+1, 3k+2 and 3k+3 in bits
/// 0-19, 20-39 and 40-59, numbered from the mover's side. A point is five nibbles, the TOP checker
/// in the lowest one: pushing is `<< 4`, and the hexadecimal digits read from bottom to top. A
/// nibble is 0 (no checker) or Class, plus OPPONENT if the checker is not the mover's.
///
/// The upper nibbles (bits 60-63) hold bars and trays, the mover's in words 0 to 3, the opponent's
/// in words 7 down to 4, so that turning the board reverses the words and moves nothing between
/// them:
///
///     words 0 and 7   soldiers on the bar (0-9)
///     words 1 and 6   guards on the bar (bits 60-61), general (62), druid (63)
///     words 2 and 5   even wounded on the bar (bit 60), odd wounded (61), two bits of zero
///     words 3 and 4   checkers borne off (0-15); their classes are those missing elsewhere
///
/// Every position has exactly one such form: equality and hash go by bytes.
struct Board {
    std::array<std::uint64_t, 8> words;

    bool operator==(const Board&) const = default;
};
static_assert(sizeof(Board) == 64 && std::is_trivially_copyable_v<Board>);

/// The stack on a point (1-24): up to five nibbles, the top checker in the lowest.
constexpr std::uint32_t stack(const Board& board, int point) {
    const auto index = static_cast<std::uint32_t>(point - 1);
    return static_cast<std::uint32_t>(board.words[index / 3] >> (index % 3 * 20)) & 0xfffff;
}

/// Room that `successors` needs. Proof that 15,693 suffice, for doubles (other rolls have fewer):
/// a forward movement is named by its source s and touches only s and s+d, so two movements
/// commute unless their sources are equal or d apart. Distinct results are then at most the words
/// of four sources in lexicographic normal form: each source at least the one before it, or d below
/// it. At most 15 sources can be chosen at a time and a movement adds at most one new source beyond
/// it, which allows t(n) = 1, 15, 147, 1200, 8883 words of n = 0..4 letters. The general goes back
/// at most once, which adds at most the sum of t(k) t(3-k) = 6810 words. Entering from the bar
/// leaves fewer choices still. The largest numbers met by hill climbing over set-ups: 3,111 for a
/// double (1-1), 243 otherwise; 1,433 in 60,000 random games.
inline constexpr std::size_t MAX_SUCCESSORS = 16384;

/// The position before the first roll; the same for either side.
Board start();

/// The same position seen by the other player.
Board turned(const Board& board);

/// Writes the distinct positions after a turn with these dice, each seen by the next player, into
/// `out` (room for MAX_SUCCESSORS) and returns their number: 1 if nothing can move, 0 if the game
/// is over. The order is always the same. The board must be free of faults. Works on the stack, in
/// about 150 KiB at most.
std::size_t successors(const Board& board, Dice dice, std::span<Board> out);

/// 0 while the game goes on, else the points seen by the player to move: 1 or -1, 2 or -2 for a
/// gammon, 3 or -3 for a backgammon.
int outcome(const Board& board);

std::uint64_t hash(const Board& board);

/// Nullptr if the board is a valid set-up, whether or not play can reach it; else what is wrong.
const char* fault(const Board& board);

/// Leaves of the tree of all 21 rolls, each counted once with its distinct successors.
std::uint64_t perft(const Board& board, int depth, int threads);

/// One game from the start, each turn uniform over its successors. It can lock up, neither side
/// having a movement ever again: then `max_turns` stops it.
Playout play_random(Rng& rng, int max_turns);

}  // namespace tablas::abak
