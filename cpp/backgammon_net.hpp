#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "backgammon.hpp"
#include "chances.hpp"
#include "net.hpp"

namespace tablas::backgammon {

/// A net that judges positions. Its six outputs are the logits of winning 1, 2, 3 and losing 1,
/// 2, 3 points.
class Net {
  public:
    /// At least two layers, from INPUTS to 6; sizes between them are multiples of 16. fault() says
    /// what is wrong with them otherwise, or nullptr.
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
    /// The first layer's part for `count` checkers at a place.
    const Line* row(unsigned side, unsigned place, unsigned count) const {
        return table_.data() + ((side * PLACES + place) * (CHECKERS + 1) + count) * lines_;
    }
    void first_layer(const Board& board, Line* out, Path path) const;

    std::size_t lines_;        // of the first hidden layer
    std::vector<Line> table_;  // its weights summed up for each place and number of checkers
    std::vector<Line> bias_;
    DenseNet rest_;
};

}  // namespace tablas::backgammon
