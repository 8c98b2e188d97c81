#pragma once

#include "dice/cube.hpp"

namespace tablas {

/// A cube with what the game is played for, as Python holds it.
struct CubeState {
    CubeTerms terms;
    Cube cube;

    CubeState swapped() const { return {terms.swapped(), cube.swapped()}; }
    CubeState turned() const { return {terms, cube.turned()}; }
};

}  // namespace tablas
