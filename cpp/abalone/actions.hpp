#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abalone/cells.hpp"
#include "abalone/rules.hpp"

// The moves of Abalone as a fixed set of numbers: every way in which one, two or three marbles in
// a row can go to cells of the board, whatever stands there.
namespace tablas::abalone {

inline constexpr unsigned FORMS = 7;
inline constexpr std::int16_t NO_ACTION = -1;

/// The cell after `steps` steps, or -1 beyond the board.
constexpr int cell_after(int row, int number, unsigned direction, int steps) {
    const int to_row = row + steps * ROW_STEP[direction];
    const int to_number = number + steps * NUMBER_STEP[direction];
    return on_board(to_row, to_number) ? static_cast<int>(cell_at(to_row, to_number)) : -1;
}

/// Whether the marbles of a move and the cells that they go to are on the board.
constexpr bool is_action(int row, int number, unsigned direction, unsigned form) {
    if (form < 3) {
        const int behind = -static_cast<int>(form);
        return cell_after(row, number, direction, 1) >= 0 &&
               cell_after(row, number, direction, behind) >= 0;
    }
    const unsigned axis = (direction + (form - 1) / 2) % 3;
    const int size = form % 2 == 0 ? 3 : 2;
    for (int along = 0; along < size; ++along) {
        const int to_row = row + along * ROW_STEP[axis];
        const int to_number = number + along * NUMBER_STEP[axis];
        if (!on_board(to_row, to_number)) return false;
        if (cell_after(to_row, to_number, direction, 1) < 0) return false;
    }
    return true;
}

struct ActionTable {
    std::array<std::int16_t, FORMS * DIRECTION_COUNT * CELL_COUNT> numbers;  // or NO_ACTION
    unsigned count;
};

/// Numbered by form, direction, row and number of the marble that Move names.
inline constexpr ActionTable ACTION_TABLE = [] {
    ActionTable table{};
    table.numbers.fill(NO_ACTION);
    for (unsigned form = 0; form < FORMS; ++form) {
        for (unsigned direction = 0; direction < DIRECTION_COUNT; ++direction) {
            for (int row = 0; row <= 8; ++row) {
                for (int number = 1; number <= 9; ++number) {
                    if (!on_board(row, number) || !is_action(row, number, direction, form))
                        continue;
                    const unsigned key =
                        (form * DIRECTION_COUNT + direction) * CELL_COUNT + cell_at(row, number);
                    table.numbers[key] = static_cast<std::int16_t>(table.count++);
                }
            }
        }
    }
    return table;
}();

inline constexpr unsigned ACTIONS = ACTION_TABLE.count;
inline constexpr std::size_t ACTION_WORDS = (ACTIONS + 63) / 64;

/// The number of a move; what it pushes follows from the board.
constexpr unsigned action_of(Move move) {
    const unsigned key =
        (move.form() * DIRECTION_COUNT + move.direction()) * CELL_COUNT + move.cell();
    return static_cast<unsigned>(ACTION_TABLE.numbers[key]);
}

}  // namespace tablas::abalone
