#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "abak/rules.hpp"

// What the search for the plays of a turn knows, and single movements.
//
// The search works on boards as the NEXT player sees them, so that a result is ready when the last
// movement is made. Seen from there the mover's checkers carry the OPPONENT bit and walk upwards:
// the mover's point p is the square 25-p, die d enters on square d, forward is from s to s+d, the
// mover's home is 19-24 and off lies beyond. The midfield is 7-18 from either side.
namespace tablas::abak {

inline constexpr std::uint64_t MOVERS = 0x0888888888888888;  // the OPPONENT bit of every checker
inline constexpr std::uint64_t UPPER = 1ull << 60;           // one in the upper nibble of a word
inline constexpr int BAR = 0;
inline constexpr int HOME = 19;
inline constexpr int LAST = 24;

constexpr bool in_midfield(int square) {
    return square >= 7 && square <= 18;
}
constexpr bool in_home(int square) {
    return square >= HOME;
}
constexpr std::uint32_t bit(int square) {
    return 1u << square;
}
constexpr bool is_full(std::uint32_t stack) {
    return stack > 0xffff;
}

// ---- The bar -------------------------------------------------------------------------------

struct BarPlace {
    std::size_t word;
    std::uint64_t unit;
    std::uint64_t mask;
};

/// Where the board counts the barred checkers of a class, in the words 0-2 of their owner.
inline constexpr std::array<BarPlace, 7> BARS = {{{0, 0, 0},
                                                  {0, UPPER, UPPER * 15},
                                                  {1, UPPER, UPPER * 3},
                                                  {1, UPPER * 4, UPPER * 4},
                                                  {1, UPPER * 8, UPPER * 8},
                                                  {2, UPPER, UPPER},
                                                  {2, UPPER * 2, UPPER * 2}}};

inline bool bar_is_empty(const Board& board) {
    return (board.words[7] | board.words[6] | board.words[5]) >> 60 == 0;
}

inline int bar_count(const Board& board) {
    const auto upper = [&](int k) { return static_cast<int>(board.words[k] >> 60); };
    return upper(7) + (upper(6) & 3) + (upper(6) >> 2 & 1) + (upper(6) >> 3) + (upper(5) & 1) +
           (upper(5) >> 1);
}

inline bool is_barred(const Board& board, std::uint32_t kind) {
    return (board.words[7 - BARS[kind].word] & BARS[kind].mask) != 0;
}

// ---- Landing (movement, 4) -----------------------------------------------------------------

/// On: the checker goes on top (empty point, own run, trap). Assault: only as half of one.
enum class Landing : std::uint8_t { Blocked, On, Hit, Assault };

enum Arrival : std::uint8_t { PLAIN, GUARDING, TRAPPING };

constexpr bool is_next_players(std::uint32_t checker) {
    return checker - 1 < OPPONENT - 1;
}

constexpr Landing landing_on(Arrival arrival, std::uint32_t top, std::uint32_t below) {
    if (!is_next_players(top)) return Landing::On;
    if (is_next_players(below)) return Landing::Blocked;
    if (arrival == TRAPPING) return Landing::On;
    return top == GUARD && arrival == PLAIN ? Landing::Assault : Landing::Hit;
}

/// By the way of arriving and the two upper nibbles of the stack: the run counts no further.
inline constexpr auto LANDINGS = [] {
    std::array<std::array<Landing, 256>, 3> table{};
    for (const Arrival arrival : {PLAIN, GUARDING, TRAPPING}) {
        for (std::uint32_t two = 0; two < 256; ++two) {
            table[arrival][two] = landing_on(arrival, two & 15, two >> 4);
        }
    }
    return table;
}();

/// How a class arrives, by midfield or not.
inline constexpr std::array<std::array<Arrival, 7>, 2> ARRIVALS = {
    {{PLAIN, PLAIN, GUARDING, PLAIN, PLAIN, PLAIN, PLAIN},
     {PLAIN, PLAIN, GUARDING, PLAIN, TRAPPING, PLAIN, PLAIN}}};

inline Landing landing(std::uint32_t kind, std::uint32_t target, int square) {
    const Arrival arrival = ARRIVALS[in_midfield(square)][kind];
    const Landing result = LANDINGS[arrival][target & 255];
    // A hit takes one checker away and brings one; everything else, the end of an assault too,
    // leaves one more than before (A4).
    if (result != Landing::Hit && is_full(target)) return Landing::Blocked;
    return result;
}

/// True if nobody can land: a run of the next player, or five without a lone one to be hit.
constexpr bool is_closed(std::uint32_t stack) {
    return is_next_players(stack & 15) ? is_next_players(stack >> 4 & 15) : is_full(stack);
}

// ---- One movement on a board ---------------------------------------------------------------

/// One movement: from a square or the BAR to a square, or off beyond LAST.
struct Step {
    int from;
    int to;
    std::uint32_t kind;
    std::uint32_t source;  // the stacks before the movement; 0 for bar and off
    std::uint32_t target;
    Landing how;
};

/// A board on its way, with a key for finding equal ones: the sum over all squares of the stack
/// times the square's weight, counted from the board at the beginning of the turn. Bars and trays
/// need no part in it: within a turn they follow from the stacks.
struct Draft {
    Board& board;
    std::uint64_t& key;
};

/// Numbers without pattern, from splitmix64, one a square.
inline constexpr auto WEIGHTS = [] {
    std::array<std::uint64_t, 25> weights{};
    std::uint64_t counter = 0;
    for (std::uint64_t& weight : weights) {
        std::uint64_t x = counter += 0x9e3779b97f4a7c15;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        weight = x ^ (x >> 31);
    }
    return weights;
}();

inline void replace(Draft draft, int square, std::uint32_t before, std::uint32_t after) {
    const auto index = static_cast<std::uint32_t>(square - 1);
    draft.board.words[index / 3] ^= std::uint64_t{before ^ after} << (index % 3 * 20);
    draft.key += (std::uint64_t{after} - before) * WEIGHTS[static_cast<std::size_t>(square)];
}

/// Takes the checker from the top of its source, or from the bar.
inline void lift(Draft draft, const Step& step) {
    if (step.from == BAR) {
        draft.board.words[7 - BARS[step.kind].word] -= BARS[step.kind].unit;
    } else {
        replace(draft, step.from, step.source, step.source >> 4);
    }
}

/// Puts the checker down; one that is hit goes to the bar.
inline void land(Draft draft, const Step& step) {
    std::uint32_t below = step.target;
    if (step.how == Landing::Hit) {
        const BarPlace& bar = BARS[below & 7];
        draft.board.words[bar.word] += bar.unit;
        below >>= 4;
    }
    replace(draft, step.to, step.target, below << 4 | OPPONENT | step.kind);
}

// ---- The state of a turn -------------------------------------------------------------------

enum class General : std::uint8_t { Free, Forward, Back };

struct State {
    Board board;
    std::uint64_t key;
    std::uint32_t tops;      // the squares whose top checker is the mover's
    std::uint32_t closed;    // the squares on which the mover cannot land
    std::int8_t outside;     // the mover's checkers neither home nor off: barred and trapped too
    std::int8_t general_at;  // the square of the mover's general, BAR if it is not on the board
    General general;         // what it has done in this turn

    Draft draft() { return {board, key}; }
};

/// The state before the first movement, from the board as the mover sees it.
State opened(const Board& board);

inline void set_bit(std::uint32_t& squares, int square, bool value) {
    squares = (squares & ~bit(square)) | std::uint32_t{value} << square;
}

/// Lifts a checker and brings what the state says about its source and its way up to date.
inline void depart(State& state, const Step& step) {
    lift(state.draft(), step);
    if (step.from != BAR) {
        const std::uint32_t left = step.source >> 4;
        set_bit(state.tops, step.from, (left & OPPONENT) != 0);
        set_bit(state.closed, step.from, is_closed(left));
    }
    const int outwards = in_home(step.from) - in_home(step.to);
    state.outside = static_cast<std::int8_t>(state.outside + outwards);
    if (step.kind == GENERAL) {
        if (step.from != BAR) {
            state.general = step.to > step.from ? General::Forward : General::Back;
        }
        state.general_at = static_cast<std::int8_t>(step.to <= LAST ? step.to : BAR);
    }
}

inline void arrive(State& state, const Step& step) {
    land(state.draft(), step);
    state.tops |= bit(step.to);
    set_bit(state.closed, step.to, is_full(stack(state.board, step.to)));
}

/// The classes, as bits, that do not move on the board with this die: the wounded whose parity it
/// is not (movement, 3) and the general after a way back (movement, 7).
inline std::uint32_t idle_classes(const State& state, int die) {
    const std::uint32_t wounded = die % 2 != 0 ? EVEN : ODD;
    return 1u << wounded | std::uint32_t{state.general == General::Back} << GENERAL;
}

/// True if the general may go back, should it be on top (movement, 7).
inline bool may_go_back(const State& state) {
    return state.general_at != BAR && state.general == General::Free &&
           state.outside > (in_home(state.general_at) ? 0 : 1);
}

/// The square farthest from off that holds a checker of the mover, all of them being home.
inline int rearmost(const Board& board) {
    const std::uint64_t far = board.words[6] & MOVERS;
    if (far != 0) return HOME + std::countr_zero(far) / 20;
    return HOME + 3 + std::countr_zero(board.words[7] & MOVERS) / 20;
}

}  // namespace tablas::abak
