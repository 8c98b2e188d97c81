#pragma once

#include "abak/game.hpp"
#include "abalone/game.hpp"
#include "backgammon/game.hpp"
#include "base/types.hpp"

// The table of games. A new one is its folder and its word here; bindings, signature and match
// equities follow.
namespace tablas {

/// In the order in which they enter the signature.
using Games = Types<backgammon::Game, abak::Game, abalone::Game>;

/// A game with dice, judged by nets, which search, rollouts and cube share.
template <class G>
concept DiceGame = DiceEvaluator<typename G::Evaluator>;

/// Calls each.template operator()<Game>() for the dice games.
template <class Each>
void for_each_dice_game(Each each) {
    for_each_type(Games{}, [&]<class Game> {
        if constexpr (DiceGame<Game>) each.template operator()<Game>();
    });
}

}  // namespace tablas
