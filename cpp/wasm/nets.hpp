#pragma once

#include <atomic>
#include <memory>
#include <tuple>

#include "abalone/net.hpp"
#include "abalone/table.hpp"
#include "dice/evaluation_cache.hpp"
#include "wasm/border.hpp"

// What has been loaded for each game: one net that judges, and what helps it.
namespace tablas::wasm {

/// The nets of a dice game, the evaluator over them and the cache of what it said.
template <class Game>
struct Judging {
    using Guess =
        std::conditional_t<std::is_same_v<typename Game::Evaluator, backgammon::Evaluator>,
                           GuessNet, typename Game::Net>;
    std::unique_ptr<typename Game::Net> net;
    std::unique_ptr<Guess> guess;
    std::unique_ptr<EvaluationCache> cache;

    typename Game::Evaluator evaluator() const {
        return typename Game::Evaluator(*net, guess.get());
    }
};

/// The network and the table of the game without dice.
struct Searching {
    std::unique_ptr<abalone::Net> net;
    std::unique_ptr<abalone::Table> table;
};

template <class Game>
Judging<Game>& judging() {
    static Judging<Game> held;
    return held;
}
Searching& searching();

/// Nobody else is there who could stop a search: pages end their worker.
inline const std::atomic<bool> NEVER{false};

}  // namespace tablas::wasm
