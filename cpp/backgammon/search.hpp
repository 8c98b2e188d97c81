#pragma once

#include "backgammon/evaluator.hpp"
#include "dice/search.hpp"

namespace tablas {

// Compiled once for the signature and for the border to Python.
extern template class Search<backgammon::Evaluator, Cubeless>;

}  // namespace tablas
