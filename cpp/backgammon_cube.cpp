#include "backgammon_cube.hpp"

#include <array>
#include <cstddef>

#include "backgammon_features.hpp"

namespace tablas::backgammon {
namespace {

constexpr double CONTACT = 0.68;

/// In races: (pips of the player to move, efficiency), straight lines between them. A last roll
/// leaves a dead cube; in a long race it is turned near the right moment.
struct Fit {
    int pips;
    double efficiency;
};
constexpr std::array<Fit, 8> RACE = {
    {{2, 0.00}, {5, 0.12}, {9, 0.29}, {13, 0.49}, {17, 0.60}, {21, 0.66}, {29, 0.74}, {80, 0.80}}};

double race_efficiency(int pips) {
    if (pips <= RACE.front().pips) return RACE.front().efficiency;
    for (std::size_t i = 1; i < RACE.size(); ++i) {
        const Fit& low = RACE[i - 1];
        const Fit& high = RACE[i];
        if (pips > high.pips) continue;
        const double share = static_cast<double>(pips - low.pips) / (high.pips - low.pips);
        return low.efficiency + share * (high.efficiency - low.efficiency);
    }
    return RACE.back().efficiency;
}

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
    return race_efficiency(pips(board.own));
}

}  // namespace tablas::backgammon
