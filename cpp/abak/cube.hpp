#pragma once

#include "abak/rules.hpp"
#include "dice/match_equity.hpp"

// What the cube and match play need to know of Abak, measured by tools/measure/abak/cube.py.
namespace tablas::abak {

/// Whether no checker of either side has to pass one of the other any more, and none is on a bar.
/// A general could still turn back.
bool is_race(const Board& board);

/// The pips of the player to move; trapped checkers count, and those on the bar as 25.
int pips(const Board& board);

/// How much of a live cube is to be had, from 0 (dead) to 1 (see cube.hpp): one number while the
/// sides are in contact, in a race by the pips of the player to move.
double cube_efficiency(const Board& board);

/// The chances of winning a match of Abak, made when they are first asked for.
const MatchEquity& match_equity();

}  // namespace tablas::abak
