#pragma once

#include "backgammon/bearoff.hpp"
#include "bindings/arrays.hpp"

namespace tablas {

/// Bear-off tables that lie in arrays of Python's, which it keeps.
struct BearoffTables {
    Array whole, first, two_sided;
    backgammon::Bearoff tables;
};

}  // namespace tablas
