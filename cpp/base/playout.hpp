#pragma once

#include <cstdint>

namespace tablas {

/// One random game: points won (> 0) or lost by the first mover, 0 if it was stopped.
struct Playout {
    int points;
    int turns;
    std::uint64_t successors;  // generated on the way, chosen or not
};

}  // namespace tablas
