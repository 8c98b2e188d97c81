#pragma once

#include "abak/rules.hpp"

// The level that plays by rules of thumb, for browsers: src/tablas/engine/abak/heuristic.py is the
// authority, says why each weight is what it is, and explains its plays; this only chooses them.
// tests/engine/test_abak_heuristic_kernel.py compares the two.
namespace tablas::abak::heuristic {

/// What a board is worth in pips to the player to move; a game that is over a million.
float evaluate(const Board& board);

/// The chance of the player to move to win, as far as the evaluation tells it.
double chance(const Board& board);

/// Whether the player to move should double; in a race it is never too good to.
bool should_double(const Board& board);

/// Whether the opponent of the player to move should accept a double.
bool should_take(const Board& board);

}  // namespace tablas::abak::heuristic
