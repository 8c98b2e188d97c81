#pragma once

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "backgammon/rules.hpp"

// Backgammon as slowly and as literally as the rules page tells it, to compare the kernel with:
// every order of the dice, every movement one after the other, a set of what was reached.
namespace tablas::backgammon::brute {

/// Checkers by place, each side from its own side: [0] off, [1..24] points, [25] bar.
struct Position {
    std::array<int, 26> own{};
    std::array<int, 26> opp{};

    auto operator<=>(const Position&) const = default;
};

inline Checkers packed(const std::array<int, 26>& side) {
    unsigned __int128 bits = 0;
    for (int place = 25; place >= 0; --place) {
        bits = bits << 4 | static_cast<unsigned>(side[static_cast<std::size_t>(place)]);
    }
    return {static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64)};
}

inline Board packed(const Position& position) {
    return {packed(position.own), packed(position.opp)};
}

inline Position unpacked(const Board& board) {
    Position position;
    for (unsigned place = 0; place < 26; ++place) {
        position.own[place] = static_cast<int>(board.own.at(place));
        position.opp[place] = static_cast<int>(board.opp.at(place));
    }
    return position;
}

/// Whether the checker on `from` (25: the bar) may play the die.
inline bool legal(const Position& position, int from, int die) {
    const auto own = [&](int place) { return position.own[static_cast<std::size_t>(place)]; };
    const auto opp = [&](int place) { return position.opp[static_cast<std::size_t>(place)]; };
    if (own(from) == 0) return false;
    if (own(25) > 0 && from != 25) return false;
    const int to = from - die;
    if (to >= 1) return opp(25 - to) <= 1;
    for (int place = 7; place <= 25; ++place) {
        if (own(place) > 0) return false;
    }
    if (to == 0) return true;
    for (int place = from + 1; place <= 6; ++place) {
        if (own(place) > 0) return false;
    }
    return true;
}

inline Position moved(Position position, int from, int die) {
    const int to = from - die > 0 ? from - die : 0;
    --position.own[static_cast<std::size_t>(from)];
    ++position.own[static_cast<std::size_t>(to)];
    if (to > 0 && position.opp[static_cast<std::size_t>(25 - to)] == 1) {
        --position.opp[static_cast<std::size_t>(25 - to)];
        ++position.opp[25];
    }
    return position;
}

/// reached[k]: the positions after exactly k movements with the dice in this order, and which die
/// came first (only asked of k = 1).
using Reached = std::array<std::set<std::pair<Position, int>>, 5>;

inline void explore(const Position& position, const std::vector<int>& dice, std::size_t played,
                    Reached& reached) {
    reached[played].insert({position, played > 0 ? dice[0] : 0});
    if (played == dice.size()) return;
    for (int from = 1; from <= 25; ++from) {
        if (!legal(position, from, dice[played])) continue;
        explore(moved(position, from, dice[played]), dice, played + 1, reached);
    }
}

/// The positions after the turn, seen by the next player.
inline std::set<Position> successors(const Position& position, Dice dice) {
    if (position.own[0] == 15 || position.opp[0] == 15) return {};
    Reached reached;
    if (dice.is_double()) {
        explore(position, {dice.high, dice.high, dice.high, dice.high}, 0, reached);
    } else {
        explore(position, {dice.high, dice.low}, 0, reached);
        explore(position, {dice.low, dice.high}, 0, reached);
    }
    std::size_t most = 4;
    while (reached[most].empty()) --most;
    // If either of two different dice can be played but not both, it must be the larger.
    bool larger = false;
    for (const auto& [end, first] : reached[most]) larger |= first == dice.high;
    std::set<Position> ends;
    for (const auto& [end, first] : reached[most]) {
        if (most == 1 && larger && first != dice.high) continue;
        ends.insert({end.opp, end.own});
    }
    return ends;
}

}  // namespace tablas::backgammon::brute
