#pragma once

#include <cstddef>
#include <span>

#include "backgammon.hpp"
#include "judging_net.hpp"

namespace tablas::backgammon {

/// A net that judges positions.
class Net {
  public:
    /// At least two layers, from INPUTS to CLASSES; sizes between them are multiples of 16. fault()
    /// says what is wrong with them otherwise, or nullptr.
    explicit Net(std::span<const LayerWeights> layers);
    static const char* fault(std::span<const LayerWeights> layers);

    /// The chances of each board. A board's result does not depend on the others.
    void evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space,
                  Path path) const;

    /// The best of `plays` (not empty), each seen by the next player: the first of those that are
    /// worst for it. `chances` is filled with theirs.
    std::size_t best(std::span<const Board> plays, std::span<Chances> chances, Workspace& space,
                     Path path) const;

  private:
    void first_layer(const Board& board, Line* out, Path path) const;

    FirstLayer first_;
    DenseNet rest_;
};

}  // namespace tablas::backgammon
