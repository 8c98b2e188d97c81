#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chances.hpp"
#include "net.hpp"

// What the nets of both dice games share: a sparse first layer kept as a table of rows, and six
// outputs, the logits of winning 1, 2, 3 and losing 1, 2, 3 points.
namespace tablas {

inline constexpr std::size_t CLASSES = 6;

/// Which ends are still possible beyond a single game, seen by the player to move.
struct Possible {
    bool win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};

/// From logits to chances; what is not possible is left out of the softmax.
Chances chances_from(const float* logits, const Possible& possible);

/// What is wrong with the layers of a net from `inputs` to CLASSES, or nullptr.
const char* layers_fault(std::span<const LayerWeights> layers, std::size_t inputs);

/// An input and what it is.
struct Term {
    std::uint32_t input;
    float value;
};

/// The first layer of a net, its weights summed up beforehand for everything that can stand at a
/// place: row i is the sum over the terms of i.
class FirstLayer {
  public:
    FirstLayer(const LayerWeights& weights, std::span<const std::vector<Term>> rows);

    std::size_t lines() const { return bias_.size(); }
    const Line* row(std::size_t index) const { return table_.data() + index * lines(); }

    /// out = max(0, bias + sum of the rows).
    void sum(std::span<const Line* const> rows, Line* out, Path path) const {
        sum_rows(rows, bias_.data(), lines(), out, path);
    }

  private:
    std::vector<Line> bias_;
    std::vector<Line> table_;
};

}  // namespace tablas
