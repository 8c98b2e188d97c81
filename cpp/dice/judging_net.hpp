#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dice/chances.hpp"
#include "nets/dense_net.hpp"
#include "nets/first_layer.hpp"
#include "nets/net.hpp"

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

/// What is wrong with the layers of a net from `inputs` to `outputs`, or nullptr.
const char* layers_fault(std::span<const LayerWeights> layers, std::size_t inputs,
                         std::size_t outputs = CLASSES);

/// The first of the chances (not empty) that are worst for whom they are of.
std::size_t worst_of(std::span<const Chances> chances);

/// A net that judges the positions of a dice game. Its Sight says what it sees of a board:
///  - Board, INPUTS, and Rows, room for the numbers of as many rows as a board can have;
///  - `rows()`, the terms of each row;
///  - `seen(board, out)`, which writes the numbers of the board's rows and says how many they are;
///  - `judged(logits, board)`, the chances in a game that goes on.
template <class Sight>
class JudgingNet {
  public:
    using Board = typename Sight::Board;

    /// At least two layers, from INPUTS to CLASSES; sizes between them are multiples of 16. The
    /// first may be one of products. fault() says what is wrong with them otherwise, or nullptr.
    explicit JudgingNet(std::span<const LayerWeights> layers)
        : first_(layers[0], layers[1].inputs, Sight::rows()), rest_(layers.subspan(1)) {
        assert(fault(layers) == nullptr);
    }
    static const char* fault(std::span<const LayerWeights> layers) {
        return layers_fault(layers, Sight::INPUTS);
    }

    /// The chances of each board, so many together that a layer's weights serve them all. A
    /// board's result does not depend on the others.
    void evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space,
                  Path path) const {
        assert(out.size() >= boards.size());
        const std::size_t lines = first_.lines();
        for (std::size_t done = 0; done < boards.size(); done += ROWS_TOGETHER) {
            const std::size_t count = std::min(ROWS_TOGETHER, boards.size() - done);
            std::array<typename Sight::Rows, ROWS_TOGETHER> rows;
            std::array<RowSet, ROWS_TOGETHER> seen;
            for (std::size_t i = 0; i < count; ++i) {
                seen[i] = {rows[i].data(), Sight::seen(boards[done + i], rows[i])};
            }
            Line* const hidden = space.room(2, lines * ROWS_TOGETHER);
            first_.sum({seen.data(), count}, hidden, path);
            const Line* const logits = rest_.run(hidden, lines, count, space, path);
            for (std::size_t i = 0; i < count; ++i) {
                const Board& board = boards[done + i];
                const int points = outcome(board);
                out[done + i] = points != 0
                                    ? chances_of(points)
                                    : Sight::judged(logits[i * rest_.lines()].values.data(), board);
            }
        }
    }

    /// The best of `plays` (not empty), each seen by the next player: the first of those that are
    /// worst for it. `chances` is filled with theirs.
    std::size_t best(std::span<const Board> plays, std::span<Chances> chances, Workspace& space,
                     Path path) const {
        evaluate(plays, chances, space, path);
        return worst_of(chances.first(plays.size()));
    }

  private:
    FirstLayer first_;
    DenseNet rest_;
};

}  // namespace tablas
