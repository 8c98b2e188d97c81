#pragma once

#include "backgammon/evaluator.hpp"
#include "bindings/bearoff_tables.hpp"
#include "dice/cube.hpp"

namespace tablas {

/// A cube with what the game is played for, as Python holds it.
struct CubeState {
    CubeTerms terms;
    Cube cube;

    CubeState swapped() const { return {terms.swapped(), cube.swapped()}; }
    CubeState turned() const { return {terms, cube.turned()}; }
};

/// An evaluator with the help that Python gives: a net that guesses, bear-off tables.
inline backgammon::Evaluator evaluator_of(const backgammon::Net& net, const GuessNet* guess,
                                          const BearoffTables* bearoff) {
    if (guess == nullptr) return backgammon::Evaluator(net);
    return {net, *guess, bearoff != nullptr ? &bearoff->tables : nullptr};
}

}  // namespace tablas
