#include "backgammon_cube.hpp"

#include <array>

#include "backgammon_features.hpp"
#include "cube.hpp"

namespace tablas::backgammon {
namespace {

constexpr double CONTACT = 0.68;

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

}  // namespace tablas::backgammon
