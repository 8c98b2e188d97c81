#pragma once

#include "abak/view.hpp"

// What the 36 rolls can hit: src/tablas/engine/abak/shots.py for one board at a time. The count is
// a rule of thumb, not the rules; what it leaves out is said there.
namespace tablas::abak::heuristic {

/// What the next roll of `shooter` costs on average, if it hits the dearest target it can.
/// `loss[p]` is what the opponent loses if his lone checker on the shooter's point p goes.
float expected_loss(const View& shooter, const Row& loss);

}  // namespace tablas::abak::heuristic
