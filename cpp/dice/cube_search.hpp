#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

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
///
/// Which plays there are, and their chances, does not depend on the cube: every cube that may come
/// up is judged in the same walk through the rolls.
template <DiceEvaluator E>
class CubeSearch {
  public:
    using Board = typename E::Board;

    CubeSearch(const E& evaluator, std::size_t widest, float margin)
        : look_(evaluator, widest, margin) {}

    /// The four ways to use the cube, and the chances if it is not turned.
    struct Decision {
        Chances chances;
        CubeWorth worths;
    };
    Decision decision(const Board& board, const Wants& wants, int plies) {
        const std::vector<Judged> found =
            held(board, {wants, with_cube(wants, wants.cube.turned())}, plies);
        const double taken = found[1].worth;
        const double dropped = settled(1, wants.terms, Cube{wants.cube.value});
        return {found[0].chances, {found[0].worth, taken, dropped, 2 * taken}};
    }

  private:
    using Ways = std::vector<Wants>;

    /// If the player to move rolls without doubling, in each of the ways.
    std::vector<Judged> held(const Board& board, const Ways& ways, int plies) {
        std::vector<Judged> found(ways.size(), Judged{{}, 0});
        if (plies == 0 || outcome(board) != 0) {
            const Chances chances = look_.judge(board);
            for (std::size_t way = 0; way < ways.size(); ++way) {
                found[way] = {chances, ways[way].of(board, chances)};
            }
            return found;
        }
        std::vector<Ahead<Board>> ahead(ways.size());
        look_.look(board, ways, ahead);
        if (plies > 1) {
            for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
                add_roll(roll, ahead, ways, plies, found);
            }
            return found;
        }
        for (std::size_t way = 0; way < ways.size(); ++way) {
            found[way] = {ahead[way].mean, worth_ahead(ahead[way], ways[way])};
        }
        return found;
    }

    /// Adds what the plays of a roll leave, the ways that play alike together.
    void add_roll(std::size_t roll, const std::vector<Ahead<Board>>& ahead, const Ways& ways,
                  int plies, std::vector<Judged>& sums) {
        const double weight = ROLLS[roll].weight() / 36.0;
        std::vector<bool> done(ways.size());
        for (std::size_t first = 0; first < ways.size(); ++first) {
            if (done[first]) continue;
            const Board& played = ahead[first].plays[roll];
            std::vector<std::size_t> alike;
            Ways theirs;
            for (std::size_t way = first; way < ways.size(); ++way) {
                if (done[way] || !(ahead[way].plays[roll] == played)) continue;
                done[way] = true;
                alike.push_back(way);
                theirs.push_back(ways[way].swapped());
            }
            const std::vector<Judged> next = best(played, theirs, plies - 1);
            for (std::size_t i = 0; i < alike.size(); ++i) {
                sums[alike[i]].chances.add(next[i].chances.swapped(), static_cast<float>(weight));
                sums[alike[i]].worth -= weight * next[i].worth;
            }
        }
    }

    /// With the cube, where the player to move may use it.
    std::vector<Judged> best(const Board& board, const Ways& ways, int plies) {
        Ways all = ways;
        if (outcome(board) == 0) {
            for (const Wants& way : ways) {
                if (may_double(way.terms, way.cube)) {
                    all.push_back(with_cube(way, way.cube.turned()));
                }
            }
        }
        std::vector<Judged> found = held(board, all, plies);
        std::size_t doubled = ways.size();
        for (std::size_t way = 0; way < ways.size() && doubled < all.size(); ++way) {
            const auto& [cubeful, terms, cube] = ways[way];
            if (!may_double(terms, cube)) continue;
            const double taken = found[doubled++].worth;
            const double dropped = settled(1, terms, Cube{cube.value});
            found[way].worth = used({found[way].worth, taken, dropped, 2 * taken}, terms);
        }
        found.resize(ways.size());
        return found;
    }

    LookAhead<E> look_;
};

}  // namespace tablas
