#pragma once

#include <array>
#include <cstdint>

#include "abak/rules.hpp"

// What the rules of thumb read of a board: src/tablas/engine/abak/view.py for one board at a time.
namespace tablas::abak::heuristic {

inline constexpr int BAR = 25;
inline constexpr int ROWS = 26;

/// One number a point, by the side's own numbers; 0 and 25 (off and bar) stay empty.
using Row = std::array<std::uint8_t, ROWS>;

/// A set of points, bit p for the point p.
using Points = std::uint32_t;

constexpr Points between(int first, int last) {
    return ((1u << (last - first + 1)) - 1) << first;
}
inline constexpr Points ON_BOARD = between(1, 24);
inline constexpr Points MIDFIELD = between(7, 18);

constexpr bool has(Points points, int point) {
    return (points >> point & 1) != 0;
}

/// Each point moved by so many; what leaves the board is gone.
constexpr Points shifted(Points points, int by) {
    return (by > 0 ? points << by : points >> -by) & ON_BOARD;
}

/// What one side has on each point, and what stands against it.
struct View {
    Row run;      // length of the own run at the top
    Row count;    // own checkers there, trapped ones too
    Row foe_run;  // length of the opponent's run at the top
    Row size;     // checkers of both sides

    std::array<Points, 7> tops;      // by class: where such an own checker is free to move
    std::array<Points, 7> belows;    // by class: where it is the next one of the own run
    std::array<Points, 7> foe_tops;  // by class: where such an enemy stands on top

    std::array<int, 7> wait;  // own checkers on the bar, by class
    int off;                  // own checkers borne off

    // What follows from them.
    int bar;          // own checkers on the bar
    Points free;      // where an own checker is on top
    Points lone;      // where it is alone in its run
    Points foe_lone;  // where an enemy is
    Points blocks;    // where the opponent cannot simply land: two or more, or a lone guard
    Points open;      // where own checkers of most classes can land

    /// Lone checkers that anybody hits; a lone guard is none.
    Points blots() const { return lone & ~tops[GUARD]; }

    /// Where a free checker stands that plays this die: the wounded have half of them.
    Points plays(int die) const { return free & ~tops[die % 2 != 0 ? EVEN : ODD]; }

    int trapped(int point) const { return count[at(point)] - run[at(point)]; }
    int enemies(int point) const { return size[at(point)] - count[at(point)]; }

    /// The own checkers from one point to another.
    int counted(int first, int last) const;

    /// The way that is left; a checker on the bar has 25.
    int pips() const;

    /// Whether own checkers still have to pass enemies, those on the bar too.
    bool contact() const;

    static constexpr std::size_t at(int point) { return static_cast<std::size_t>(point); }
};

/// The board as the player to move sees it; `turned(board)` gives the opponent's view.
View view_of(const Board& board);

}  // namespace tablas::abak::heuristic
