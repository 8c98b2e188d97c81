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
template <class S, class Board>
concept Stakes = requires(const S& stakes, const Board& board, const Chances& chances,
                          typename S::Value value, bool turned, float weight, int points) {
    { stakes.judged(board, chances, turned) } -> std::same_as<typename S::Value>;
    { stakes.ended(points, turned) } -> std::same_as<typename S::Value>;
    { stakes.rolled(board, value, turned) } -> std::same_as<typename S::Value>;
    { stakes.equity(value, turned) } -> std::same_as<float>;
    { value.swapped() } -> std::same_as<typename S::Value>;
    { value.chances } -> std::convertible_to<Chances>;
    value.add(value, weight);
};

/// Points, without a cube.
struct Cubeless {
    struct Value {
        Chances chances;

        constexpr Value swapped() const { return {chances.swapped()}; }
        constexpr void add(const Value& other, float weight) { chances.add(other.chances, weight); }
    };

    template <class Board>
    constexpr Value judged(const Board&, const Chances& chances, bool) const {
        return {chances};
    }
    constexpr Value ended(int points, bool) const { return {chances_of(points)}; }
    template <class Board>
    constexpr Value rolled(const Board&, const Value& mean, bool) const {
        return mean;
    }
    constexpr float equity(const Value& value, bool) const { return value.chances.equity(); }
};

}  // namespace tablas
