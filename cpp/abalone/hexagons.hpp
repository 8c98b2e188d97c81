#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abalone/cells.hpp"
#include "abalone/lines.hpp"

/// Thirty-one hexagons of seven cells, a cell and its neighbours: what the first layer of the
/// network reads besides the lines, since blocks and gaps are not straight.
///
/// Their centres are the cells up to two steps from the middle, and those three steps away that are
/// no corners: every cell but the six corners of the board lies in one. A hexagon has 3^7 states,
/// its cells being the digits of a number in base three like those of a line. The symmetries of the
/// board make five kinds of the 31, and those that leave a hexagon where it is make one state of
/// several.
namespace tablas::abalone {

inline constexpr std::size_t HEXAGON_COUNT = 31, HEXAGON_SIZE = 7;
inline constexpr std::uint32_t HEXAGON_STATES = power_of_three(HEXAGON_SIZE);
inline constexpr unsigned SYMMETRY_COUNT = 12;

/// A cell by its steps NE and E from the middle of the board.
struct Offset {
    int up = 0, along = 0;

    constexpr bool operator==(const Offset&) const = default;
    constexpr unsigned cell() const { return cell_at(4 + up, 5 + along); }
    constexpr Offset next(unsigned direction) const {
        return {up + ROW_STEP[direction], along + NUMBER_STEP[direction]};
    }
    /// Where one of the twelve symmetries takes it: six turns to the left, then their mirror
    /// images.
    constexpr Offset image(unsigned symmetry) const {
        Offset at = symmetry < 6 ? *this : Offset{along, up};
        for (unsigned turn = 0; turn < symmetry % 6; ++turn) at = {at.along, at.along - at.up};
        return at;
    }
};

/// The centre that each kind is named by; its hexagon reads itself first, then E and on to the
/// left.
inline constexpr std::array<Offset, 5> HEXAGON_CENTRES{{{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 3}}};

struct Hexagon {
    std::size_t kind = 0;
    std::array<unsigned, HEXAGON_SIZE> cells{};
};

/// Kind by kind, each as the first symmetry reads it that takes the kind's centre to its own.
inline constexpr std::array<Hexagon, HEXAGON_COUNT> HEXAGONS = [] {
    std::array<Hexagon, HEXAGON_COUNT> found{};
    std::size_t count = 0;
    for (std::size_t kind = 0; kind < HEXAGON_CENTRES.size(); ++kind) {
        const std::size_t first = count;
        for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; ++symmetry) {
            const Offset centre = HEXAGON_CENTRES[kind];
            bool known = false;
            for (std::size_t i = first; i < count; ++i) {
                known = known || found[i].cells[0] == centre.image(symmetry).cell();
            }
            if (known) continue;
            Hexagon& hexagon = found[count++];
            hexagon.kind = kind;
            hexagon.cells[0] = centre.image(symmetry).cell();
            for (unsigned d = 0; d < DIRECTION_COUNT; ++d) {
                hexagon.cells[1 + d] = centre.next(d).image(symmetry).cell();
            }
        }
    }
    return found;
}();
static_assert(HEXAGONS.back().kind == 4);

/// Where the digits of a hexagon come to lie when it is read another way.
using HexagonReading = std::array<std::uint8_t, HEXAGON_SIZE>;

/// The ways to read the hexagons of a kind: the symmetries that leave the kind's own in its place.
struct Readings {
    std::array<HexagonReading, SYMMETRY_COUNT> ways{};
    std::size_t count = 0;
};

inline constexpr std::array<Readings, HEXAGON_CENTRES.size()> HEXAGON_READINGS = [] {
    std::array<Readings, HEXAGON_CENTRES.size()> found{};
    for (std::size_t kind = 0; kind < found.size(); ++kind) {
        const Offset centre = HEXAGON_CENTRES[kind];
        for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; ++symmetry) {
            if (!(centre.image(symmetry) == centre)) continue;
            HexagonReading& way = found[kind].ways[found[kind].count++];
            for (unsigned from = 0; from < DIRECTION_COUNT; ++from) {
                for (unsigned to = 0; to < DIRECTION_COUNT; ++to) {
                    if (centre.next(from).image(symmetry) == centre.next(to)) {
                        way[1 + from] = static_cast<std::uint8_t>(1 + to);
                    }
                }
            }
        }
    }
    return found;
}();

/// The smallest state that is the same hexagon of this kind read another way.
constexpr std::uint32_t smallest_reading(std::uint32_t state, std::size_t kind) {
    std::uint32_t smallest = state;
    for (std::size_t way = 0; way < HEXAGON_READINGS[kind].count; ++way) {
        std::uint32_t read = 0, rest = state;
        for (const std::uint8_t place : HEXAGON_READINGS[kind].ways[way]) {
            read += rest % 3 * power_of_three(place);
            rest /= 3;
        }
        if (read < smallest) smallest = read;
    }
    return smallest;
}

/// States of all kinds, those that are one hexagon read in several ways counted once: by Burnside's
/// lemma, the mean over all ways of how many states a way leaves as they are.
inline constexpr std::size_t HEXAGON_KINDS = [] {
    std::size_t kinds = 0;
    for (const Readings& readings : HEXAGON_READINGS) {
        std::size_t left = 0;
        for (std::size_t way = 0; way < readings.count; ++way) {
            std::size_t cycles = 0;
            std::array<bool, HEXAGON_SIZE> met{};
            for (std::size_t start = 0; start < HEXAGON_SIZE; ++start) {
                if (!met[start]) ++cycles;
                for (std::size_t at = start; !met[at]; at = readings.ways[way][at]) met[at] = true;
            }
            left += power_of_three(cycles);
        }
        kinds += left / readings.count;
    }
    return kinds;
}();
static_assert(HEXAGON_KINDS == 6027);

}  // namespace tablas::abalone
