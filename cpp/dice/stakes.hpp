#pragma once

#include <concepts>

#include "dice/chances.hpp"

namespace tablas {

/// What a game is played for: how chances become the number that the players want to make large,
/// and what is carried up a tree of rolls.
///
/// A Value is seen by the player to move. `turned` tells whether that is the opponent of who is to
/// move at the root: the cube, if any, then belongs to the other side. A search
///  - asks `judged` for the value of a position that the evaluator judged, before the roll,
///    and `ended` for a game that is over;
///  - lets the mover take the play with the least `equity` for the next player;
///  - adds up the best plays of the 21 rolls by their weights (`Value::add`, from Value{}), and
///    asks `rolled` to make the value before the roll of that mean: here the mover may double.
template <class S>
concept Stakes = requires(const S& stakes, const Chances& chances, typename S::Value value,
                          bool turned, float weight, int points) {
    { stakes.judged(chances, turned) } -> std::same_as<typename S::Value>;
    { stakes.ended(points, turned) } -> std::same_as<typename S::Value>;
    { stakes.rolled(value, turned) } -> std::same_as<typename S::Value>;
    { stakes.equity(value, turned) } -> std::same_as<float>;
    { value.swapped() } -> std::same_as<typename S::Value>;
    { value.chances } -> std::convertible_to<Chances>;
    value.add(value, weight);
};

/// What a gammon adds to a win, and a backgammon to a gammon, in units of which a game won is worth
/// one and a game lost minus one; then what they add to a loss. All are 1 where points count, and 0
/// where only the win does, as at the last point of a match.
struct Prices {
    float win_gammon = 1, win_backgammon = 1, lose_gammon = 1, lose_backgammon = 1;

    constexpr Prices swapped() const {
        return {lose_gammon, lose_backgammon, win_gammon, win_backgammon};
    }
    constexpr float equity(const Chances& chances) const {
        return 2 * chances.win - 1 + win_gammon * chances.win_gammon +
               win_backgammon * chances.win_backgammon - lose_gammon * chances.lose_gammon -
               lose_backgammon * chances.lose_backgammon;
    }
};

/// Points, or a score at which gammons have other prices, without a cube.
struct Cubeless {
    Prices prices;  // of who is to move at the root

    struct Value {
        Chances chances;

        constexpr Value swapped() const { return {chances.swapped()}; }
        constexpr void add(const Value& other, float weight) { chances.add(other.chances, weight); }
    };

    constexpr Value judged(const Chances& chances, bool) const { return {chances}; }
    constexpr Value ended(int points, bool) const { return {chances_of(points)}; }
    constexpr Value rolled(const Value& mean, bool) const { return mean; }
    constexpr float equity(const Value& value, bool turned) const {
        return (turned ? prices.swapped() : prices).equity(value.chances);
    }
};
static_assert(Stakes<Cubeless>);

}  // namespace tablas
