#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backgammon/cube.hpp"
#include "backgammon/evaluator.hpp"
#include "backgammon/net.hpp"
#include "backgammon/rules.hpp"
#include "backgammon/steps.hpp"
#include "base/types.hpp"
#include "dice/environment.hpp"
#include "dice/play.hpp"

namespace tablas::backgammon {

/// Backgammon in the table of games (games.hpp).
struct Game {
    using Board = backgammon::Board;
    using Net = backgammon::Net;
    using Evaluator = backgammon::Evaluator;
    using Environment = DiceEnvironment<Steps, &backgammon::start>;
    /// What an evaluator may be given behind its net, under these names.
    using Help = Types<GuessNet, Bearoff>;
    static constexpr std::array<const char*, 2> HELP{"guess", "bearoff"};

    static constexpr const char* NAME = "backgammon";
    static constexpr std::size_t WIDTH = MAX_SUCCESSORS;
    static constexpr int MAX_TURNS = 10000;

    static Board start() { return backgammon::start(); }
    static Playout play(Rng& rng, int max_turns) { return play_random(rng, max_turns); }
    static const MatchEquity& match_equity() { return backgammon::match_equity(); }
    /// Enough games to meet bars and bear-offs.
    static std::uint64_t signature() { return signature_dice(start(), 2000, 2000, WIDTH); }
};

}  // namespace tablas::backgammon
