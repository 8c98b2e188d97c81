#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abalone/cells.hpp"

/// The 27 lines of the board, nine along each axis: what the first layer of the network reads.
///
/// A line of n cells has 3^n states: its cells are the digits of a number in base three, the end
/// that lies W or S first, 1 for an own marble and 2 for an opposing one. Pushes happen inside one
/// line, so the state of a line holds everything about the pushes along it.
namespace tablas::abalone {

inline constexpr std::size_t LINE_COUNT = 27;
inline constexpr std::size_t SHORTEST_LINE = 5, LONGEST_LINE = 9;

constexpr std::uint32_t power_of_three(std::size_t exponent) {
    std::uint32_t power = 1;
    for (std::size_t i = 0; i < exponent; ++i) power *= 3;
    return power;
}

struct LineOfCells {
    std::size_t size = 0;
    std::array<unsigned, LONGEST_LINE> cells{};
};

/// LINES[9a + k]: the k-th line along axis a (E, NE, NW).
inline constexpr std::array<LineOfCells, LINE_COUNT> LINES = [] {
    std::array<LineOfCells, LINE_COUNT> lines{};
    // Upwards, and in a row to the right: the cells of each line come in order.
    for (int row = 0; row <= 8; ++row) {
        for (int number = 1; number <= 9; ++number) {
            if (!on_board(row, number)) continue;
            for (const int line : {row, 9 + number - row + 3, 18 + number - 1}) {
                LineOfCells& found = lines[static_cast<std::size_t>(line)];
                found.cells[found.size++] = cell_at(row, number);
            }
        }
    }
    return lines;
}();

/// Where the states of lines of each length begin if the tables of 5 to 9 cells lie one behind the
/// other: the last entry is how many states there are in all.
inline constexpr std::array<std::uint32_t, 6> STATES_FROM = [] {
    std::array<std::uint32_t, 6> from{};
    for (std::size_t i = 0; i < 5; ++i) from[i + 1] = from[i] + power_of_three(SHORTEST_LINE + i);
    return from;
}();
static_assert(STATES_FROM[5] == 29403);

/// The state of a line of so many cells, read from its other end.
constexpr std::uint32_t from_other_end(std::uint32_t state, std::size_t size) {
    std::uint32_t reversed = 0;
    for (std::size_t i = 0; i < size; ++i, state /= 3) reversed = 3 * reversed + state % 3;
    return reversed;
}

/// States of all lengths, two that are the same line from either end counted once.
inline constexpr std::size_t LINE_KINDS = [] {
    std::size_t kinds = 0;
    for (std::size_t size = SHORTEST_LINE; size <= LONGEST_LINE; ++size) {
        kinds += (power_of_three(size) + power_of_three((size + 1) / 2)) / 2;
    }
    return kinds;
}();
static_assert(LINE_KINDS == 14931);

}  // namespace tablas::abalone
