#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "abak/cube.hpp"
#include "abak/net.hpp"
#include "abak/rules.hpp"
#include "dice/evaluator.hpp"

namespace tablas::abak {

/// Judges Abak boards for search and rollouts. A small net may name the plays worth judging, which
/// on doubles can be thousands. What it points to must outlive it.
class Evaluator {
  public:
    using Board = abak::Board;
    static constexpr std::size_t MAX_SUCCESSORS = abak::MAX_SUCCESSORS;

    explicit Evaluator(const Net& net, const Net* quick = nullptr, Path path = fastest_path())
        : net_(&net), quick_(quick), path_(path) {}

    void evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space) const {
        net_->evaluate(boards, out, space, path_);
    }

    bool guesses() const { return quick_ != nullptr; }

    /// Equities for the player to move.
    void guess(std::span<const Board> boards, std::span<float> out, Workspace& space) const {
        std::array<Chances, ROWS_TOGETHER> seen;
        for (std::size_t first = 0; first < boards.size(); first += ROWS_TOGETHER) {
            const std::size_t count = std::min(ROWS_TOGETHER, boards.size() - first);
            quick_->evaluate(boards.subspan(first, count), seen, space, path_);
            for (std::size_t i = 0; i < count; ++i) out[first + i] = seen[i].equity();
        }
    }

  private:
    const Net* net_;
    const Net* quick_;
    Path path_;
};
static_assert(QuickEvaluator<Evaluator>);

}  // namespace tablas::abak
