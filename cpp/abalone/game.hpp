#pragma once

#include <cstddef>
#include <cstdint>

#include "abalone/episode.hpp"
#include "abalone/rules.hpp"
#include "abalone/signature.hpp"

namespace tablas::abalone {

/// Abalone in the table of games (games.hpp).
struct Game {
    using Board = abalone::Board;
    using Environment = abalone::Environment;

    static constexpr const char* NAME = "abalone";
    static constexpr std::size_t WIDTH = MAX_SUCCESSORS;
    static constexpr int MAX_TURNS = 1000;  // plies; random play seldom ends by itself

    static Board start() { return abalone::start(); }
    static Playout play(Rng& rng, int max_turns) { return play_random(rng, max_turns); }
    static std::uint64_t signature() { return rules_signature(); }
};

}  // namespace tablas::abalone
