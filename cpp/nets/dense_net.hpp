#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nets/dense_layer.hpp"
#include "nets/net.hpp"

// The layers behind the first one, in whole numbers of 16 bits: their sums are exact, so that every
// path, compiler and machine gives the same, and twice as many fit into a register as floats would.
namespace tablas {

/// The layers behind the first one; ReLU between them, none after the last.
class DenseNet {
  public:
    explicit DenseNet(std::span<const LayerWeights> layers);

    /// Lines of a row of outputs.
    std::size_t lines() const { return 2 * layers_.back().panels(); }

    /// `rows` holds `count` rows of the first of these layers' inputs, of so many lines each;
    /// returns `count` rows of outputs, which lie in the workspace. A row's outputs do not depend
    /// on the others.
    const Line* run(const Line* rows, std::size_t lines, std::size_t count, Workspace& space,
                    Path path) const;

  private:
    std::vector<DenseLayer> layers_;
};

}  // namespace tablas
