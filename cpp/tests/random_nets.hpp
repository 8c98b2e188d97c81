#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "dice/dice.hpp"
#include "nets/net.hpp"

// Nets with random weights, and boards of random games for them to judge.
namespace tablas::test {

/// A number between -size and size.
inline float random_float(Rng& rng, float size) {
    return (static_cast<float>(rng.below(1u << 24)) / (1u << 23) - 1.0f) * size;
}

inline LayerWeights random_layer(Rng& rng, std::size_t outputs, std::size_t inputs, float size) {
    LayerWeights layer{outputs, inputs, {}, {}};
    for (std::size_t i = 0; i < outputs * inputs; ++i) {
        layer.weights.push_back(random_float(rng, size));
    }
    for (std::size_t i = 0; i < outputs; ++i) layer.bias.push_back(random_float(rng, 0.2f));
    return layer;
}

/// Boards of random games from `start`, in order: neighbours are a play apart. Those that are over
/// are among them.
template <class Board>
std::vector<Board> random_boards(Rng& rng, const Board& start, std::size_t width,
                                 std::size_t count) {
    std::vector<Board> boards, plays(width);
    Board board = start;
    while (boards.size() < count) {
        boards.push_back(board);
        const std::size_t made = successors(board, random_roll(rng), std::span(plays));
        board = made == 0 ? start : plays[rng.below(static_cast<std::uint32_t>(made))];
    }
    return boards;
}

}  // namespace tablas::test
