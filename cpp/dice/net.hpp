#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/cpu.hpp"

// Small dense networks with a sparse first layer, float32, for batches of positions.
namespace tablas {

/// Sixteen floats in one line of the cache: the unit in which weights and rows are laid out.
struct alignas(64) Line {
    std::array<float, 16> values;
};
inline constexpr std::size_t LINE = 16;

/// One layer as it comes from a file: weights of shape (outputs, inputs) row by row.
struct LayerWeights {
    std::size_t outputs;
    std::size_t inputs;
    std::vector<float> weights;
    std::vector<float> bias;
};

/// A dense layer, its weights in panels of 16 outputs: panel p holds, for each input, a Line with
/// the weights of the outputs 16p .. 16p+15; outputs that fill up the last panel are zero.
class DenseLayer {
  public:
    explicit DenseLayer(const LayerWeights& from);

    std::size_t inputs() const { return inputs_; }
    std::size_t panels() const { return bias_.size(); }
    const Line* panel(std::size_t index) const { return weights_.data() + index * inputs_; }
    const Line* bias() const { return bias_.data(); }

  private:
    std::size_t inputs_;
    std::vector<Line> weights_;
    std::vector<Line> bias_;
};

/// What one thread needs while it evaluates; grows once and is used again.
class Workspace {
  public:
    /// Room for `lines` lines in one of the four buffers, contents left open. A DenseNet uses the
    /// buffers 0 to 2; the rows that it reads may lie in buffer 3.
    Line* room(unsigned buffer, std::size_t lines);
    std::uint32_t* indices(std::size_t count);
    std::size_t* counts(std::size_t count);

  private:
    std::array<std::vector<Line>, 4> buffers_;
    std::vector<std::uint32_t> indices_;
    std::vector<std::size_t> counts_;
};

/// The layers behind the first one; ReLU between them, none after the last.
class DenseNet {
  public:
    explicit DenseNet(std::span<const LayerWeights> layers);

    /// `rows` holds `count` rows of the first of these layers' inputs; returns `count` rows of
    /// outputs, each beginning a new Line, which lie in the workspace.
    const Line* run(const Line* rows, std::size_t count, Workspace& space, Path path) const;

  private:
    std::vector<DenseLayer> layers_;
};

/// What a layer of sparse inputs makes of its sums.
enum class Activation {
    Relu,     // max(0, sum)
    Product,  // max(0, gate) * value, of two sums: a gated linear unit. It may be negative.
};

/// out = the activation of bias + sum of the rows, all of `lines` lines. Of products, gates and
/// values take turns line by line, and `out` has half as many lines.
void sum_rows(std::span<const Line* const> rows, const Line* bias, std::size_t lines,
              Activation activation, Line* out, Path path);

/// How many rows are best evaluated together: a multiple of every path's block of rows.
inline constexpr std::size_t ROWS_TOGETHER = 48;

}  // namespace tablas
