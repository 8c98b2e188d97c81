#pragma once

#include "dice/rollout.hpp"

namespace tablas {

/// Players of rollouts that look some plies ahead. They are made where the searches are compiled,
/// once for all: `bind_search` puts the function here.
template <DiceEvaluator Evaluator>
inline MakeChooser<typename Evaluator::Board> (*choosers_ahead)(const Evaluator&,
                                                                int plies) = nullptr;

}  // namespace tablas
