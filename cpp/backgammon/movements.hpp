#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "backgammon/rules.hpp"

// Sets of places and single movements, for whoever walks through a turn.
namespace tablas::backgammon {

/// A set of places as bits 0..25.
using Places = std::uint32_t;

inline constexpr Places ON_BAR = 1u << BAR;
inline constexpr Places POINTS = (1u << BAR) - 2;  // 1..24
inline constexpr unsigned LAST_HOME = 6;           // the home points are 1..6

constexpr Places bit(unsigned place) {
    return 1u << place;
}

/// Takes the lowest place out of a set that is not empty.
inline unsigned take(Places& places) {
    const auto place = static_cast<unsigned>(std::countr_zero(places));
    places &= places - 1;
    return place;
}

constexpr Checkers one_at(unsigned place) {
    const std::uint64_t one = 1ull << (place % 16 * 4);
    return place < 16 ? Checkers{one, 0} : Checkers{0, one};
}

constexpr Checkers operator+(Checkers a, Checkers b) {
    return {a.low + b.low, a.high + b.high};
}
constexpr Checkers operator-(Checkers a, Checkers b) {
    return {a.low - b.low, a.high - b.high};
}

/// Where a checker comes to stand; a die larger than the point bears off.
constexpr unsigned landing(unsigned from, unsigned die) {
    return from > die ? from - die : OFF;
}

/// MOVE[die - 1][from]: what a movement adds to the mover's checkers.
inline constexpr auto MOVE = [] {
    std::array<std::array<Checkers, PLACES>, 6> table{};
    for (unsigned die = 1; die <= 6; ++die) {
        for (unsigned from = 1; from < PLACES; ++from) {
            table[die - 1][from] = one_at(landing(from, die)) - one_at(from);
        }
    }
    return table;
}();

/// HIT[to]: what landing on a blot on the mover's point `to` adds to the opponent's checkers.
inline constexpr auto HIT = [] {
    std::array<Checkers, BAR> table{};
    for (unsigned to = 1; to < BAR; ++to) table[to] = one_at(BAR) - one_at(25 - to);
    return table;
}();

/// Bits 0, 4, 8 … 60 brought together in bits 0..15.
constexpr Places gather(std::uint64_t nibble_bits) {
    std::uint64_t x = nibble_bits & 0x1111111111111111;
    x = (x | x >> 3) & 0x0303030303030303;
    x = (x | x >> 6) & 0x000f000f000f000f;
    return static_cast<Places>(x * 0x0001001001001000 >> 48);
}

/// The places that hold at least one checker.
constexpr Places occupied(Checkers checkers) {
    const auto lane = [](std::uint64_t x) { return gather(x | x >> 1 | x >> 2 | x >> 3); };
    return lane(checkers.low) | lane(checkers.high) << 16;
}

/// The places that hold at least two.
constexpr Places stacked(Checkers checkers) {
    const auto lane = [](std::uint64_t x) { return gather(x >> 1 | x >> 2 | x >> 3); };
    return lane(checkers.low) | lane(checkers.high) << 16;
}

/// The other side's name for each point: p becomes 25-p.
constexpr Places mirrored(Places places) {
    std::uint32_t x = places;
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
    x = x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
    return x >> 6;
}

/// The mover's side in the middle of a turn.
struct State {
    Checkers own;
    Checkers opp;
    Places sources;  // places with own checkers, the bar included
    Places blots;    // points with exactly one opposing checker
};

[[gnu::always_inline]] inline State moved(const State& state, unsigned from, unsigned die) {
    const unsigned to = landing(from, die);
    State next = state;
    next.own = state.own + MOVE[die - 1][from];
    if (next.own.at(from) == 0) next.sources &= ~bit(from);
    if (to != OFF) next.sources |= bit(to);
    if (state.blots & bit(to)) {
        next.opp = state.opp + HIT[to];
        next.blots &= ~bit(to);
    }
    return next;
}

/// Places from which the die can be played now, `open` being the points that are not held.
inline Places playable(Places open, Places sources, unsigned die) {
    const Places inside = open << die & sources;
    if (sources & ON_BAR) return inside & ON_BAR;
    if (sources >> (LAST_HOME + 1) != 0) return inside;
    if (sources >> die != 0) return inside | (sources & bit(die));
    return inside | std::bit_floor(sources);
}

}  // namespace tablas::backgammon
