#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "base/playout.hpp"
#include "base/rng.hpp"
#include "base/threads.hpp"
#include "dice/dice.hpp"

// What the dice games share. A game's Board brings, in its own namespace, `successors`, `outcome`
// and `hash` (found by argument-dependent lookup).
namespace tablas {

/// Plays a game at random, each turn uniform over its distinct successors.
///
/// `buffer` holds the successors of one turn; visit(std::span<const Board>) sees them every turn.
template <class Board, class Visit>
Playout random_game(const Board& start, Rng& rng, int max_turns, std::span<Board> buffer,
                    Visit visit) {
    Playout playout{0, 0, 0};
    Board board = start;
    Dice dice = opening_roll(rng);
    while (playout.turns < max_turns) {
        const std::size_t count = successors(board, dice, buffer);
        if (count == 0) break;  // the start was over already
        visit(std::span<const Board>(buffer.first(count)));
        board = buffer[rng.below(static_cast<std::uint32_t>(count))];
        playout.successors += count;
        ++playout.turns;
        if (const int points = outcome(board); points != 0) {
            // The outcome is seen by the player to move: the first mover after an even number.
            playout.points = playout.turns % 2 == 0 ? points : -points;
            break;
        }
        dice = random_roll(rng);
    }
    return playout;
}

template <class Board>
Playout random_game(const Board& start, Rng& rng, int max_turns, std::span<Board> buffer) {
    return random_game(start, rng, max_turns, buffer, [](std::span<const Board>) {});
}

/// Number of leaves under `board`: every roll counts once, whatever its probability; `buffer` has
/// room for `depth` times `width` boards, `width` being the game's MAX_SUCCESSORS.
template <class Board>
std::uint64_t count_leaves(const Board& board, int depth, std::size_t width,
                           std::span<Board> buffer) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const Dice dice : ROLLS) {
        const std::size_t count = successors(board, dice, buffer.first(width));
        if (depth == 1) {
            leaves += count;
            continue;
        }
        for (const Board& next : buffer.first(count)) {
            leaves += count_leaves(next, depth - 1, width, buffer.subspan(width));
        }
    }
    return leaves;
}

/// count_leaves with the positions after the first turn shared out among the threads.
template <class Board>
std::uint64_t perft_dice(const Board& board, int depth, int threads, std::size_t width) {
    if (depth <= 0) return 1;
    std::vector<Board> first;
    const auto buffer = std::make_unique_for_overwrite<Board[]>(width);
    for (const Dice dice : ROLLS) {
        const std::size_t count = successors(board, dice, std::span(buffer.get(), width));
        first.insert(first.end(), buffer.get(), buffer.get() + count);
    }
    if (depth == 1) return first.size();
    std::atomic<std::uint64_t> leaves{0};
    parallel_for(first.size(), threads, 1, [&] {
        const std::size_t room = width * static_cast<std::size_t>(depth - 1);
        auto own = std::make_unique_for_overwrite<Board[]>(room);
        return [&, room, own = std::move(own)](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                leaves += count_leaves(first[i], depth - 1, width, std::span(own.get(), room));
            }
        };
    });
    return leaves;
}

/// A digest of every successor, in order, of `games` random games: two builds with the same rules,
/// the same order of successors and the same generator agree on it.
template <class Board>
std::uint64_t signature_dice(const Board& start, int games, int max_turns, std::size_t width) {
    const auto buffer = std::make_unique_for_overwrite<Board[]>(width);
    const std::span<Board> room(buffer.get(), width);
    std::uint64_t digest = 0;
    const auto fold_all = [&](std::span<const Board> boards) {
        for (const Board& board : boards) digest = fold(digest, hash(board));
    };
    for (int game = 0; game < games; ++game) {
        Rng rng(SIGNATURE_SEED, static_cast<std::uint64_t>(game));
        const Playout playout = random_game(start, rng, max_turns, room, fold_all);
        digest = fold(digest, static_cast<std::uint64_t>(playout.points + 3));
        digest = fold(digest, static_cast<std::uint64_t>(playout.turns));
        digest = fold(digest, playout.successors);
    }
    return digest;
}

}  // namespace tablas
