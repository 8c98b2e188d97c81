#pragma once

#include <array>
#include <cstdint>

/// The 61 cells of the hexagon as the bits of one word.
///
/// A step E, NW or NE adds 1, 13 or 14 to the number of a cell, modulo 61. A hexagon of side 5
/// tiles the plane, and its copies can be laid so that these three strides number its 61 cells
/// 0..60, each once: a whole set of marbles takes a step by one rotation of 61 bits and one mask
/// for what went over the edge. With the centre e5 at 30 every row is a run of numbers, and half
/// a turn of the board takes cell c to 60 - c.
///
///     i5..i9         21..25
///     h4..h9        7 .. 12
///     g3..g9       54 .. 60
///     f2..f9     40   ..   47
///     e1..e9    26    ..    34
///     d1..d8     13   ..   20
///     c1..c7        0 .. 6
///     b1..b6       48 .. 53
///     a1..a5         35..39
namespace tablas::abalone {

using Cells = std::uint64_t;  // a set of cells: bit c for cell c

inline constexpr unsigned CELL_COUNT = 61;
inline constexpr Cells CELLS = (Cells{1} << CELL_COUNT) - 1;

/// The six directions, turning left from E: d and d + 3 are opposite, d % 3 is the axis.
enum Direction : unsigned { E, NE, NW, W, SW, SE };
inline constexpr unsigned DIRECTION_COUNT = 6;

constexpr unsigned opposite(unsigned direction) {
    return (direction + 3) % DIRECTION_COUNT;
}

/// What a step changes, on (row, number) as the rules write it and on the number of the cell.
inline constexpr std::array<int, DIRECTION_COUNT> ROW_STEP{0, 1, 1, 0, -1, -1};
inline constexpr std::array<int, DIRECTION_COUNT> NUMBER_STEP{1, 1, 0, -1, -1, 0};
inline constexpr std::array<unsigned, DIRECTION_COUNT> STRIDE{1, 14, 13, 60, 47, 48};

/// Whether row 0..8 (a..i) has a cell of this number.
constexpr bool on_board(int row, int number) {
    return row >= 0 && row <= 8 && number >= 1 && number <= 9 && number - row <= 5 &&
           row - number <= 3;
}

/// The number of the cell that the rules call (row, number), both on the board.
constexpr unsigned cell_at(int row, int number) {
    return static_cast<unsigned>(61 + 30 + 13 * (row - 4) + (number - 5)) % CELL_COUNT;
}

constexpr Cells bit(unsigned cell) {
    return Cells{1} << cell;
}

/// LANDS[d]: the cells on which a step in direction d can end.
inline constexpr std::array<Cells, DIRECTION_COUNT> LANDS = [] {
    std::array<Cells, DIRECTION_COUNT> lands{};
    for (unsigned d = 0; d < DIRECTION_COUNT; ++d) {
        for (int row = 0; row <= 8; ++row) {
            for (int number = 1; number <= 9; ++number) {
                const bool comes = on_board(row - ROW_STEP[d], number - NUMBER_STEP[d]);
                if (on_board(row, number) && comes) lands[d] |= bit(cell_at(row, number));
            }
        }
    }
    return lands;
}();

/// The set moved one step; what leaves the board is gone. `set` has no bits above cell 60.
template <unsigned D>
[[gnu::always_inline]] constexpr Cells step(Cells set) {
    // E and W stay inside a row, which is a run of bits: nothing comes round.
    if constexpr (D == E) return (set << 1) & LANDS[D];
    if constexpr (D == W) return (set >> 1) & LANDS[D];
    return (set << STRIDE[D] | set >> (CELL_COUNT - STRIDE[D])) & LANDS[D];
}

/// The cells whose neighbour in direction D is in the set.
template <unsigned D>
[[gnu::always_inline]] constexpr Cells before(Cells set) {
    return step<opposite(D)>(set);
}

}  // namespace tablas::abalone
