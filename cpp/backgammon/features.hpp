#pragma once

#include <array>

#include "backgammon/rules.hpp"
#include "dice/judging_net.hpp"

/// What a net sees of a position, and what the rules say for certain about its end.
namespace tablas::backgammon {

/// Inputs for each place of each side; they depend on the number of checkers there alone.
/// Input (side * 26 + place) * UNITS + unit, the side to move first. The same table is in
/// src/tablas/training/backgammon/features.py.
inline constexpr std::size_t UNITS = 6;
inline constexpr std::size_t INPUTS = 2 * PLACES * UNITS;

std::array<float, UNITS> units(unsigned place, unsigned count);

/// What borne-off checkers rule out: whoever has one off loses a single game at most. The nets
/// are trained with this.
Possible possible_by_checkers_off(const Board& board);

/// What a race rules out as well: once the sides have passed each other nobody is held up.
Possible possible(const Board& board);

/// Whether the two sides have passed each other for good.
bool is_race(const Board& board);

}  // namespace tablas::backgammon
