#include "backgammon/search.hpp"

namespace tablas {

template class Search<backgammon::Evaluator, Cubeless>;

}  // namespace tablas
