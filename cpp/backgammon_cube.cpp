#include "backgammon_cube.hpp"

#include <algorithm>

#include "backgammon_features.hpp"

namespace tablas::backgammon {
namespace {

constexpr double CONTACT = 0.68;
constexpr double RACE = 0.55, RACE_A_PIP = 0.00125, SHORTEST_RACE = 0.60, LONGEST_RACE = 0.70;

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
    return std::clamp(RACE + RACE_A_PIP * pips(board.own), SHORTEST_RACE, LONGEST_RACE);
}

}  // namespace tablas::backgammon
