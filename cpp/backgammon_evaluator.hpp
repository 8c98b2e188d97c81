#pragma once

#include <span>

#include "backgammon.hpp"
#include "backgammon_net.hpp"
#include "evaluator.hpp"

namespace tablas::backgammon {

/// Judges backgammon boards for search and rollouts. What it points to must outlive it.
class Evaluator {
  public:
    using Board = backgammon::Board;
    static constexpr std::size_t MAX_SUCCESSORS = backgammon::MAX_SUCCESSORS;

    explicit Evaluator(const Net& net, Path path = fastest_path()) : net_(&net), path_(path) {}

    void evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space) const {
        net_->evaluate(boards, out, space, path_);
    }

  private:
    const Net* net_;
    Path path_;
};
static_assert(DiceEvaluator<Evaluator>);

}  // namespace tablas::backgammon
