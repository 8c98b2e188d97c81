#pragma once

#include "backgammon/rules.hpp"
#include "dice/match_equity.hpp"

namespace tablas::backgammon {

/// Pips that the player to move still needs.
int pips(const Checkers& checkers);

/// How much of a live cube is to be had in a position, from 0 (dead) to 1 (see cube.hpp), as
/// tools/measure/backgammon/cube_efficiency.py fits it to exact bear-offs and to rollouts: one
/// number while the sides are in contact; in a race it grows with its length, since a long one
/// changes little at each roll.
double cube_efficiency(const Board& board);

/// The chances of winning a match of backgammon, made when they are first asked for; the model is
/// measured by tools/measure/backgammon/match_equity_model.py.
const MatchEquity& match_equity();

}  // namespace tablas::backgammon
