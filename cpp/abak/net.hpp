#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "abak/features.hpp"
#include "abak/rules.hpp"
#include "dice/judging_net.hpp"

namespace tablas::abak {

/// What a net sees of a board of Abak: what stands at each place, and the shape of each stack.
struct Sight {
    using Board = abak::Board;
    static constexpr std::size_t INPUTS = abak::INPUTS;
    // Checkers on points, their points' shapes, and the nibbles of bars and trays.
    static constexpr std::size_t MOST_ROWS = 2 * CHECKERS + POINTS + 8;
    using Rows = std::array<std::uint16_t, MOST_ROWS>;

    static std::vector<std::vector<Term>> rows();
    static std::size_t seen(const Board& board, Rows& out);
    static Chances judged(const float* logits, const Board& board);
};

using Net = JudgingNet<Sight>;

}  // namespace tablas::abak
