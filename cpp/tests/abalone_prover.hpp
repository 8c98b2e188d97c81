#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "abalone/rules.hpp"

/// Forced ejections, proved by trying every move: no evaluation, no table, no guesses.
namespace tablas::abalone::test {

/// Whether the player to move can force an ejection within `plies` plies, an odd number, before
/// having lost `target` marbles.
bool forces(const Board& board, int plies, unsigned target);

/// Whether it is forced after this move: every reply is tried.
inline bool forces_after(const Board& board, Move move, int plies, unsigned target) {
    if (move.ejects()) return true;
    if (plies < 3) return false;
    const Board next = apply(board, move);
    std::array<Move, MAX_SUCCESSORS> replies;
    const std::size_t count = moves(next, replies);
    // Replies that eject are the likeliest refutations.
    std::partition(replies.begin(), replies.begin() + count,
                   [](Move reply) { return reply.ejects(); });
    for (std::size_t i = 0; i < count; ++i) {
        const Board then = apply(next, replies[i]);
        if (then.own_lost() >= target || !forces(then, plies - 2, target)) return false;
    }
    return true;  // without any reply the opponent has lost
}

/// The moves with which it is forced.
inline std::vector<Move> solutions(const Board& board, int plies, unsigned target) {
    std::array<Move, MAX_SUCCESSORS> found;
    const std::size_t count = moves(board, found);
    std::vector<Move> solving;
    for (std::size_t i = 0; i < count; ++i) {
        if (forces_after(board, found[i], plies, target)) solving.push_back(found[i]);
    }
    return solving;
}

inline bool forces(const Board& board, int plies, unsigned target) {
    std::array<Move, MAX_SUCCESSORS> found;
    const std::size_t count = moves(board, found);
    for (int most = 1; most <= plies; most += 2) {  // the shortest proof is the cheapest
        for (std::size_t i = 0; i < count; ++i) {
            if (forces_after(board, found[i], most, target)) return true;
        }
    }
    return false;
}

}  // namespace tablas::abalone::test
