#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abak/cube.hpp"
#include "abak/evaluator.hpp"
#include "abak/net.hpp"
#include "abak/rules.hpp"
#include "abak/steps.hpp"
#include "base/types.hpp"
#include "dice/environment.hpp"
#include "dice/play.hpp"

namespace tablas::abak {

/// Abak in the table of games (games.hpp).
struct Game {
    using Board = abak::Board;
    using Net = abak::Net;
    using Evaluator = abak::Evaluator;
    using Environment = DiceEnvironment<Steps, &abak::start>;
    /// What an evaluator may be given behind its net, under these names.
    using Help = Types<Net>;
    static constexpr std::array<const char*, 1> HELP{"guess"};

    static constexpr const char* NAME = "abak";
    static constexpr std::size_t WIDTH = MAX_SUCCESSORS;
    static constexpr int MAX_TURNS = 10000;

    static Board start() { return abak::start(); }
    static Playout play(Rng& rng, int max_turns) { return play_random(rng, max_turns); }
    static const MatchEquity& match_equity() { return abak::match_equity(); }
    /// Enough games to meet traps and assaults.
    static std::uint64_t signature() { return signature_dice(start(), 500, 2000, WIDTH); }
};

}  // namespace tablas::abak
