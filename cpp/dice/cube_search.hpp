#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "dice/look_ahead.hpp"

// Cube decisions some turns ahead.
namespace tablas {

/// Chances and worth before a roll, of the player who rolls.
struct Judged {
    Chances chances;
    double worth;
};

inline Wants with_cube(const Wants& wants, Cube cube) {
    return {wants.cubeful, wants.terms, cube};
}

/// What the cube makes of a position for the player to move, who uses it where that is right.
inline double used(const CubeWorth& found, const CubeTerms& terms) {
    return std::max(found.no_double, found.doubled(terms.beavers && !terms.match()));
}

/// The worth of chances before a roll to a player who may first use the cube.
template <CubeBoard Board>
double best_at_once(const Board& board, const Wants& wants, const Chances& chances) {
    if (outcome(board) != 0 || !may_double(wants.terms, wants.cube)) {
        return wants.of(board, chances);
    }
    return used(cube_worth(chances, wants.terms, wants.cube, cube_efficiency(board)), wants.terms);
}

/// The worth of rolling with this cube, from what was seen one turn ahead: after each roll the
/// opponent may use the cube. The plays are those that were best with the cube of the look.
template <CubeBoard Board>
double worth_ahead(const Ahead<Board>& ahead, const Wants& wants) {
    const Wants theirs = wants.swapped();
    double sum = 0;
    for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
        sum -= ROLLS[roll].weight() / 36.0 *
               best_at_once(ahead.plays[roll], theirs, ahead.chances[roll].swapped());
    }
    return sum;
}

/// The four ways to use the cube, seen one turn ahead. A beaver leaves the same owner with twice
/// the stake: in money play, where alone it is allowed, twice the worth.
template <CubeBoard Board>
CubeWorth cube_worth_ahead(const Ahead<Board>& ahead, const Wants& wants) {
    const double taken = worth_ahead(ahead, with_cube(wants, wants.cube.turned()));
    return {worth_ahead(ahead, wants), taken, settled(1, wants.terms, Cube{wants.cube.value}),
            2 * taken};
}

/// Judges a position with the cube by looking at every roll of the next turns: the players take the
/// play that leaves the opponent least, and turn the cube where that is right. One for each thread.
template <DiceEvaluator E>
class CubeSearch {
  public:
    using Board = typename E::Board;

    CubeSearch(const E& evaluator, std::size_t widest, float margin)
        : look_(evaluator, widest, margin) {}

    /// If the player to move rolls without doubling.
    Judged held(const Board& board, const Wants& wants, int plies) {
        if (plies == 0 || outcome(board) != 0) {
            const Chances chances = look_.judge(board);
            return {chances, wants.of(board, chances)};
        }
        return ahead(board, wants, plies);
    }

    /// The four ways to use the cube, and the chances.
    struct Decision {
        Chances chances;
        CubeWorth worths;
    };
    Decision decision(const Board& board, const Wants& wants, int plies) {
        const Judged kept = held(board, wants, plies);
        const double taken = held(board, with_cube(wants, wants.cube.turned()), plies).worth;
        const double dropped = settled(1, wants.terms, Cube{wants.cube.value});
        return {kept.chances, {kept.worth, taken, dropped, 2 * taken}};
    }

  private:
    Judged ahead(const Board& board, const Wants& wants, int plies) {
        const auto found = std::make_unique<Ahead<Board>>();
        look_.look(board, wants, *found);
        if (plies == 1) return {found->mean, worth_ahead(*found, wants)};
        Judged sum{{}, 0};
        for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
            const double weight = ROLLS[roll].weight() / 36.0;
            const Judged next = best(found->plays[roll], wants.swapped(), plies - 1);
            sum.chances.add(next.chances.swapped(), static_cast<float>(weight));
            sum.worth -= weight * next.worth;
        }
        return sum;
    }

    /// With the cube, if the player to move may use it.
    Judged best(const Board& board, const Wants& wants, int plies) {
        if (outcome(board) != 0 || !may_double(wants.terms, wants.cube)) {
            return held(board, wants, plies);
        }
        const Decision found = decision(board, wants, plies);
        return {found.chances, used(found.worths, wants.terms)};
    }

    LookAhead<E> look_;
};

}  // namespace tablas
