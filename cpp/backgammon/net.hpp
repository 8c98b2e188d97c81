#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backgammon/features.hpp"
#include "backgammon/rules.hpp"
#include "dice/judging_net.hpp"

namespace tablas::backgammon {

/// What a net sees of a board of backgammon: how many checkers stand at each place.
struct Sight {
    using Board = backgammon::Board;
    static constexpr std::size_t INPUTS = backgammon::INPUTS;
    static constexpr std::size_t MOST_ROWS = 2 * CHECKERS;
    using Rows = std::array<std::uint16_t, MOST_ROWS>;

    static std::vector<std::vector<Term>> rows();
    static std::size_t seen(const Board& board, Rows& out);
    static Chances judged(const float* logits, const Board& board);
};

using Net = JudgingNet<Sight>;

}  // namespace tablas::backgammon
