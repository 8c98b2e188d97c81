#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "abalone/rules.hpp"

/// The moves of Abalone written down as the rules say them, on a plain array: slow and obvious.
namespace tablas::abalone::slow {

enum Content { EMPTY, OWN, OPP, OUTSIDE };

struct Place {
    int row;  // 0..8 for a..i
    int number;
    auto operator<=>(const Place&) const = default;
};

inline Place next(Place place, unsigned direction, int steps = 1) {
    return {place.row + ROW_STEP[direction] * steps, place.number + NUMBER_STEP[direction] * steps};
}

inline std::vector<Place> all_places() {
    std::vector<Place> places;
    for (int row = 0; row < 9; ++row) {
        for (int number = 1; number <= 9; ++number) {
            if (on_board(row, number)) places.push_back({row, number});
        }
    }
    return places;
}

struct Grid {
    // Two cells of margin all round: a push looks no further than one cell beyond the edge.
    Content at[13][14];
    unsigned own_lost;
    unsigned opp_lost;

    explicit Grid(const Board& board) : own_lost(board.own_lost()), opp_lost(board.opp_lost()) {
        for (auto& row : at) std::fill(std::begin(row), std::end(row), OUTSIDE);
        for (const Place place : all_places()) {
            const Cells here = bit(cell_at(place.row, place.number));
            (*this)[place] = (board.own & here) != 0 ? OWN : (board.opp & here) != 0 ? OPP : EMPTY;
        }
    }

    Content& operator[](Place place) { return at[place.row + 2][place.number + 2]; }
    Content operator[](Place place) const { return at[place.row + 2][place.number + 2]; }

    /// As the next player sees it.
    Board board_for_opponent() const {
        Board board{std::uint64_t{opp_lost} << CELL_COUNT, std::uint64_t{own_lost} << CELL_COUNT};
        for (const Place place : all_places()) {
            const Cells here = bit(cell_at(place.row, place.number));
            if ((*this)[place] == OPP) board.own |= here;
            if ((*this)[place] == OWN) board.opp |= here;
        }
        return board;
    }
};

/// The marbles that move, as a sorted set, and the direction: what a move is.
using Identity = std::pair<std::set<Place>, unsigned>;

/// Moves a row of one to three marbles in line, if the rules allow it; `row` is front first.
inline bool move_in_line(Grid& grid, const std::vector<Place>& row, unsigned direction) {
    const Place ahead = next(row.front(), direction);
    std::size_t opposing = 0;
    while (opposing < 3 && grid[next(ahead, direction, static_cast<int>(opposing))] == OPP) {
        ++opposing;
    }
    const Place behind_them = next(ahead, direction, static_cast<int>(opposing));
    if (opposing >= row.size()) return false;  // equal numbers never push
    if (grid[behind_them] == OWN || grid[behind_them] == OPP) return false;
    if (opposing == 0 && grid[behind_them] == OUTSIDE) return false;  // own marbles stay on board
    if (opposing > 0) {
        if (grid[behind_them] == OUTSIDE) {
            ++grid.opp_lost;
        } else {
            grid[behind_them] = OPP;
        }
    }
    grid[ahead] = OWN;
    grid[row.back()] = EMPTY;
    return true;
}

/// Moves a row sideways if every target cell is on the board and empty.
inline bool move_broadside(Grid& grid, const std::vector<Place>& row, unsigned direction) {
    for (const Place place : row) {
        if (grid[next(place, direction)] != EMPTY) return false;
    }
    for (const Place place : row) {
        grid[place] = EMPTY;
        grid[next(place, direction)] = OWN;
    }
    return true;
}

/// Every legal move and the board that it leads to, seen by the next player.
inline std::map<Identity, Board> moves(const Board& board) {
    std::map<Identity, Board> found;
    const Grid grid(board);
    if (grid.own_lost >= 6 || grid.opp_lost >= 6) return found;
    for (const Place first : all_places()) {
        for (unsigned axis = 0; axis < 6; ++axis) {
            std::vector<Place> row;
            for (int length = 1; length <= 3; ++length) {
                const Place last = next(first, axis, length - 1);
                if (grid[last] != OWN) break;
                row.push_back(last);
                for (unsigned direction = 0; direction < 6; ++direction) {
                    Grid after = grid;
                    const bool in_line = length == 1 || direction == opposite(axis);
                    if (!in_line && direction == axis) continue;  // met again from the other end
                    const bool legal = in_line ? move_in_line(after, row, direction)
                                               : move_broadside(after, row, direction);
                    if (!legal) continue;
                    const Identity identity{{row.begin(), row.end()}, direction};
                    found.emplace(identity, after.board_for_opponent());
                }
            }
        }
    }
    return found;
}

}  // namespace tablas::abalone::slow
