#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "dice/chances.hpp"
#include "dice/dice.hpp"
#include "nets/net.hpp"

// The seam between the dice games and what is built over them: search and rollouts are templates
// over a DiceEvaluator and know neither game.
namespace tablas {

/// A board of a dice game, seen by the player to move. Its namespace brings `successors`, `outcome`
/// and `hash` (found by argument-dependent lookup), as each game's rules.hpp describes them.
template <class Board>
concept DiceBoard = std::is_trivially_copyable_v<Board> && std::equality_comparable<Board> &&
                    requires(const Board& board, Dice dice, std::span<Board> out) {
                        { successors(board, dice, out) } -> std::same_as<std::size_t>;
                        { outcome(board) } -> std::same_as<int>;
                        { hash(board) } -> std::same_as<std::uint64_t>;
                    };

/// What judges the boards of a dice game: the truth about games that are over, exact tables where
/// it has them, a net otherwise. The chances are those before the roll; those of a board depend on
/// nothing else. It is used by several threads at once, each with its own workspace.
template <class E>
concept DiceEvaluator = DiceBoard<typename E::Board> &&
                        requires(const E& evaluator, std::span<const typename E::Board> boards,
                                 std::span<Chances> out, Workspace& space) {
                            { E::MAX_SUCCESSORS } -> std::convertible_to<std::size_t>;
                            evaluator.evaluate(boards, out, space);
                        };

/// An evaluator that may also have a cheaper opinion, good enough to tell which plays are worth
/// judging: equities for the player to move, if `guesses` says that it has.
template <class E>
concept QuickEvaluator =
    DiceEvaluator<E> && requires(const E& evaluator, std::span<const typename E::Board> boards,
                                 std::span<float> out, Workspace& space) {
        { evaluator.guesses() } -> std::same_as<bool>;
        evaluator.guess(boards, out, space);
    };

}  // namespace tablas
