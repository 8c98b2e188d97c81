#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/cpu.hpp"

// Small networks with a sparse first layer, for batches of positions: what their layers share.
namespace tablas {

/// Sixteen floats in one line of the cache: the unit in which rows are laid out.
struct alignas(64) Line {
    std::array<float, 16> values;
};
inline constexpr std::size_t LINE = 16;

/// The floats of consecutive lines are consecutive floats.
inline const float* floats(const Line* lines) {
    return reinterpret_cast<const float*>(lines);
}
inline float* floats(Line* lines) {
    return reinterpret_cast<float*>(lines);
}

/// The same for whole numbers of 16 bits.
struct alignas(64) WholeLine {
    std::array<std::int16_t, 32> values;
};
inline constexpr std::size_t WHOLE_LINE = 32;

/// One layer as it comes from a file: weights of shape (outputs, inputs) row by row.
struct LayerWeights {
    std::size_t outputs;
    std::size_t inputs;
    std::vector<float> weights;
    std::vector<float> bias;
};

/// What one thread needs while it evaluates; grows once and is used again.
class Workspace {
  public:
    /// Room for `lines` lines in one of the three buffers, contents left open. A DenseNet uses the
    /// first two; the rows that it reads may lie in buffer 2.
    Line* room(unsigned buffer, std::size_t lines);
    WholeLine* whole(std::size_t lines);
    std::uint32_t* indices(std::size_t count);

  private:
    std::array<std::vector<Line>, 3> buffers_;
    std::vector<WholeLine> whole_;
    std::vector<std::uint32_t> indices_;
};

/// How many rows are best evaluated together: a multiple of every path's block of rows.
inline constexpr std::size_t ROWS_TOGETHER = 48;

}  // namespace tablas
