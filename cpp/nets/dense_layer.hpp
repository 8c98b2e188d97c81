#pragma once

#include <cstddef>
#include <vector>

#include "nets/net.hpp"

namespace tablas {

/// A dense layer, its weights in panels of 32 outputs: panel p holds, for each input, the weights
/// of the outputs 32p .. 32p+31; outputs that fill up the last panel are zero.
///
/// The weights of an output are whole numbers of a power of two, as fine as can be: whatever comes
/// in, no sum leaves 32 bits. A product with a power of two is exact, so it does not matter whether
/// a processor rounds once or twice where it adds the bias.
class DenseLayer {
  public:
    explicit DenseLayer(const LayerWeights& from);

    std::size_t inputs() const { return inputs_; }
    /// No input is larger than the power of two of this, in whole numbers.
    int input_bits() const { return input_bits_; }
    std::size_t panels() const { return bias_.size() / 2; }
    const WholeLine* panel(std::size_t index) const { return weights_.data() + index * inputs_; }
    /// What one is worth in the sum of each output.
    const Line* steps() const { return steps_.data(); }
    const Line* bias() const { return bias_.data(); }

  private:
    std::size_t inputs_;
    int input_bits_;
    std::vector<WholeLine> weights_;
    std::vector<Line> steps_;
    std::vector<Line> bias_;
};

}  // namespace tablas
