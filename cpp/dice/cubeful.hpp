#pragma once

#include <algorithm>

#include "dice/cube_search.hpp"
#include "dice/stakes.hpp"

namespace tablas {

/// Cube and score: money with a cube that either side may turn, or a match.
class Cubeful {
  public:
    /// The chances, and the worth of cube.hpp to the player to move.
    struct Value {
        Chances chances;
        double worth;

        constexpr Value swapped() const { return {chances.swapped(), -worth}; }
        constexpr void add(const Value& other, float weight) {
            chances.add(other.chances, weight);
            worth += static_cast<double>(weight) * other.worth;
        }
    };

    /// As who is to move at the root sees them.
    Cubeful(const CubeTerms& terms, Cube cube)
        : own_({true, terms, cube}), opponent_(own_.wants.swapped()) {}

    template <CubeBoard Board>
    Value judged(const Board& board, const Chances& chances, bool turned) const {
        return {chances, best_at_once(board, side(turned).wants, chances)};
    }
    Value ended(int points, bool turned) const {
        const Wants& wants = side(turned).wants;
        return {chances_of(points), settled(points, wants.terms, wants.cube)};
    }
    /// The tree has one cube, that of the root. What a double gains is told by a formula, from the
    /// chances that the tree found.
    template <CubeBoard Board>
    Value rolled(const Board& board, const Value& mean, bool turned) const {
        const Wants& wants = side(turned).wants;
        const double gained =
            best_at_once(board, wants, mean.chances) - wants.of(board, mean.chances);
        return {mean.chances, mean.worth + std::max(gained, 0.0)};
    }
    /// In units of the root's cube, as players speak of it.
    float equity(const Value& value, bool turned) const {
        const Side& seen = side(turned);
        return static_cast<float>(seen.none + seen.scale * value.worth);
    }

  private:
    struct Side {
        Wants wants;
        double none, scale;  // the equity of a worth of 0, and what one unit of worth adds

        explicit Side(const Wants& seen)
            : wants(seen),
              none(equity_of(0, wants.terms, wants.cube)),
              scale(equity_of(1, wants.terms, wants.cube) - none) {}
    };
    const Side& side(bool turned) const { return turned ? opponent_ : own_; }

    Side own_, opponent_;
};

}  // namespace tablas
