#include "backgammon/features.hpp"

#include <algorithm>

namespace tablas::backgammon {
namespace {

constexpr unsigned OTHER_HOME = 19;  // 19..24 are the opponent's home, 25 is the bar

/// The farthest place with a checker; 0 if all are off.
unsigned rearmost(Checkers side) {
    unsigned place = BAR;
    while (place > 0 && side.at(place) == 0) --place;
    return place;
}

bool any_in_other_home(Checkers side) {
    for (unsigned place = OTHER_HOME; place <= BAR; ++place) {
        if (side.at(place) != 0) return true;
    }
    return false;
}

/// Turns after which the side is sure to have a checker off, in a race.
///
/// Nothing is in the way, so a turn in which no checker leaves plays both dice in full: three pips
/// at least. Fifteen checkers on the board have fifteen pips or more to go.
unsigned sure_turns_to_bear_off(Checkers side) {
    unsigned pips = 0;
    for (unsigned place = 1; place <= BAR; ++place) pips += side.at(place) * place;
    return (pips - CHECKERS) / 3 + 1;
}

/// Turns that the side needs at least to bear everything off: four checkers with each double.
unsigned fewest_turns(Checkers side) {
    return (CHECKERS - side.at(OFF) + 3) / 4;
}

struct Level {
    bool gammon, backgammon;
};

/// What the loser of a race may still lose; it has `turns` turns before the winner can be done.
Level race_level(Checkers loser, unsigned turns) {
    if (loser.at(OFF) != 0 || sure_turns_to_bear_off(loser) <= turns) return {false, false};
    return {true, any_in_other_home(loser)};
}

}  // namespace

std::array<float, UNITS> units(unsigned place, unsigned count) {
    const auto at_least = [&](unsigned least) { return count >= least ? 1.0f : 0.0f; };
    const auto beyond = [&](unsigned low) { return count > low ? count - low : 0u; };
    const auto fifth = [&](unsigned low) {
        return static_cast<float>(std::min(beyond(low), 5u)) / 5.0f;
    };
    const auto number = static_cast<float>(count);
    if (place == OFF)
        return {at_least(1), fifth(0), fifth(5), fifth(10), at_least(12), at_least(14)};
    if (place == BAR) {
        return {at_least(1), at_least(2), at_least(3), at_least(4), number / 4.0f, 0.0f};
    }
    const float blot = count == 1 ? 1.0f : 0.0f;
    const float rest = static_cast<float>(beyond(5)) / 3.0f;
    return {blot, at_least(2), at_least(3), at_least(4), at_least(5), rest};
}

Possible possible_by_checkers_off(const Board& board) {
    const bool win = board.opp.at(OFF) == 0, lose = board.own.at(OFF) == 0;
    return {win, win, lose, lose};
}

bool is_race(const Board& board) {
    return rearmost(board.own) + rearmost(board.opp) < 25;
}

Possible possible(const Board& board) {
    if (!is_race(board)) return possible_by_checkers_off(board);
    // The player to move plays first: the opponent has one turn less before the end.
    const Level win = race_level(board.opp, fewest_turns(board.own) - 1);
    const Level lose = race_level(board.own, fewest_turns(board.opp));
    return {win.gammon, win.backgammon, lose.gammon, lose.backgammon};
}

}  // namespace tablas::backgammon
