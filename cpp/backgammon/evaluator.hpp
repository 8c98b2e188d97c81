#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "backgammon/bearoff.hpp"
#include "backgammon/net.hpp"
#include "backgammon/rules.hpp"
#include "dice/cube.hpp"
#include "dice/evaluator.hpp"
#include "dice/guess_net.hpp"

namespace tablas::backgammon {

/// Rows of a GuessNet: (side * PLACES + place) * 16 + checkers, the side to move first.
inline constexpr std::size_t GUESS_ROWS = 2 * PLACES * (CHECKERS + 1);

/// Judges backgammon boards for search and rollouts: by the bear-off tables and the race net that
/// comes with them where they reach, if there are any, by a net elsewhere; a small net may name the
/// plays worth judging. What it points to must outlive it.
class Evaluator {
  public:
    using Board = backgammon::Board;
    static constexpr std::size_t MAX_SUCCESSORS = backgammon::MAX_SUCCESSORS;

    explicit Evaluator(const Net& net, const GuessNet* guess = nullptr,
                       const Bearoff* bearoff = nullptr, Path path = fastest_path())
        : net_(&net), guess_(guess), bearoff_(bearoff), path_(path) {}

    void evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space) const;

    bool guesses() const { return guess_ != nullptr; }

    /// Boards that lie together are mostly plays of one roll: what stays the same is summed once.
    void guess(std::span<const Board> boards, std::span<float> out, Workspace& space) const;

    const Bearoff* bearoff() const { return bearoff_; }

    /// Whether the tables judge the board: playing on would show nothing more.
    bool exact(const Board& board) const {
        return bearoff_ != nullptr && bearoff_->chances(board).has_value();
    }
    /// What a board of the two-sided table is worth for money, both sides using the cube perfectly;
    /// the player to move at once if `now`. Nullopt elsewhere.
    std::optional<double> exact_worth(const Board& board, const CubeTerms& terms, Cube cube,
                                      bool now) const;

  private:
    const Net* net_;
    const GuessNet* guess_;
    const Bearoff* bearoff_;
    Path path_;
};
static_assert(QuickEvaluator<Evaluator>);

}  // namespace tablas::backgammon
