#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abak/rules.hpp"
#include "dice/judging_net.hpp"

/// What a net sees of an Abak position, and what the rules say for certain about its end. The same
/// inputs are in src/tablas/training/abak/features.py.
namespace tablas::abak {

/// Inputs are 0 or 1, and of two kinds. First UNITS for each of the 128 nibbles of the board, by
/// its value: the twelve checkers, or steps for the counts of bars and trays. Then UNITS for the
/// shape of each of the 24 points: for the mover, then for the opponent, if on top: a blot, a lone
/// guard, a run of two or more, of three or more, one held below, two or more held.
inline constexpr std::size_t UNITS = 12;
inline constexpr std::size_t NIBBLES = 128;
inline constexpr std::size_t POINTS = 24;
inline constexpr std::size_t INPUTS = (NIBBLES + POINTS) * UNITS;

using Units = std::array<bool, UNITS>;

/// What the net sees of nibble `nibble` (16 * word + place in the word) if it holds `value`.
Units nibble_units(unsigned nibble, unsigned value);

/// Stacks that the net sees alike have the same shape; 0 is the empty point.
inline constexpr std::size_t SHAPES = 25;
unsigned shape_of(std::uint32_t stack);
Units shape_units(unsigned shape);

/// What borne-off checkers rule out: whoever has one off loses a single game at most. Nothing else
/// is certain before the end: a general may go back into the other home, and a wounded checker or
/// a full point can hold up any race.
Possible possible(const Board& board);

}  // namespace tablas::abak
