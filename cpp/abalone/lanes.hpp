#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abalone/hexagons.hpp"
#include "abalone/lines.hpp"

namespace tablas::abalone {

/// The states of the lines and hexagons of a board, sixteen bits each, and between them the ejected
/// marbles of both sides; filled up with zeros.
inline constexpr std::size_t LANES = 64;
inline constexpr std::size_t OWN_LOST_LANE = LINE_COUNT, OPP_LOST_LANE = LINE_COUNT + 1;
inline constexpr std::size_t FIRST_HEXAGON_LANE = LINE_COUNT + 2;
inline constexpr std::size_t LANES_USED = FIRST_HEXAGON_LANE + HEXAGON_COUNT;
static_assert(LANES_USED <= LANES);

struct alignas(64) Lanes {
    std::array<std::uint16_t, LANES> values{};
};

/// PLACE_VALUES[c]: what an own marble on cell c adds to the states of its lines and hexagons.
inline constexpr std::array<Lanes, CELL_COUNT> PLACE_VALUES = [] {
    std::array<Lanes, CELL_COUNT> places{};
    for (std::size_t line = 0; line < LINE_COUNT; ++line) {
        for (std::size_t i = 0; i < LINES[line].size; ++i) {
            places[LINES[line].cells[i]].values[line] =
                static_cast<std::uint16_t>(power_of_three(i));
        }
    }
    for (std::size_t hexagon = 0; hexagon < HEXAGON_COUNT; ++hexagon) {
        for (std::size_t i = 0; i < HEXAGON_SIZE; ++i) {
            places[HEXAGONS[hexagon].cells[i]].values[FIRST_HEXAGON_LANE + hexagon] =
                static_cast<std::uint16_t>(power_of_three(i));
        }
    }
    return places;
}();

}  // namespace tablas::abalone
