#pragma once

#include <algorithm>
#include <cassert>
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

/// The chances of each board, so many together that a layer's weights serve them all. `begin(board,
/// out)` makes the first layer of `lines` lines, `rest` are the others, `judge(logits, board)`
/// gives the chances of a game that goes on.
template <class Board, class Begin, class Judge>
void judge_boards(std::span<const Board> boards, std::span<Chances> out, std::size_t lines,
                  const Begin& begin, const DenseNet& rest, const Judge& judge, Workspace& space,
                  Path path) {
    assert(out.size() >= boards.size());
    for (std::size_t done = 0; done < boards.size(); done += ROWS_TOGETHER) {
        const std::size_t count = std::min(ROWS_TOGETHER, boards.size() - done);
        Line* const hidden = space.room(3, lines * ROWS_TOGETHER);
        for (std::size_t i = 0; i < count; ++i) begin(boards[done + i], hidden + i * lines);
        const Line* const logits = rest.run(hidden, count, space, path);
        for (std::size_t i = 0; i < count; ++i) {
            const Board& board = boards[done + i];
            const int points = outcome(board);
            out[done + i] =
                points != 0 ? chances_of(points) : judge(logits[i].values.data(), board);
        }
    }
}

/// The first of the chances (not empty) that are worst for whom they are of.
std::size_t worst_of(std::span<const Chances> chances);

}  // namespace tablas
