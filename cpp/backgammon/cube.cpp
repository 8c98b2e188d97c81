#include "backgammon/cube.hpp"

#include <array>

#include "backgammon/features.hpp"
#include "dice/cube.hpp"

namespace tablas::backgammon {
namespace {

constexpr double CONTACT = 0.73;
/// Before the first roll: nobody is near a double, and few rolls lose the market at once.
constexpr double START = 0.77;

/// In races, by the pips of the player to move. A last roll leaves a dead cube; in a long race it
/// is turned near the right moment.
constexpr std::array<MeasuredEfficiency, 8> RACE = {
    {{2, 0.00}, {5, 0.12}, {9, 0.29}, {13, 0.49}, {17, 0.60}, {21, 0.66}, {29, 0.74}, {80, 0.80}}};

}  // namespace

int pips(const Checkers& checkers) {
    int sum = 0;
    for (unsigned place = 1; place < PLACES; ++place) {
        sum += static_cast<int>(place * checkers.at(place));
    }
    return sum;
}

double cube_efficiency(const Board& board) {
    if (!is_race(board)) return CONTACT;
    return efficiency_at(pips(board.own), RACE);
}

const MatchEquity& match_equity() {
    static const MatchEquity table(MatchModel{
        .win_gammon = 0.140,
        .win_backgammon = 0.007,
        .crawford_win = 0.5,
        .crawford_gammon = 0.140,
        .efficiency = START,
        .led_mean = 0.487,
        .led_spread = 0.017,
        .began_mean = 0.513,
        .began_spread = 0.045,
    });
    return table;
}

}  // namespace tablas::backgammon
