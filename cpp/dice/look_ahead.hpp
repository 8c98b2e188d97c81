#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "dice/chances.hpp"
#include "dice/cube.hpp"
#include "dice/dice.hpp"
#include "dice/evaluator.hpp"
#include "dice/shortlist.hpp"

// One turn ahead: what every roll makes of a position.
namespace tablas {

/// A board whose game also says how much of the live cube is to be had in it, from 0 to 1.
template <class Board>
concept CubeBoard = DiceBoard<Board> && requires(const Board& board) {
    { cube_efficiency(board) } -> std::same_as<double>;
};

/// What the players want: points without a cube, or worth with one.
struct Wants {
    bool cubeful = false;
    CubeTerms terms;
    Cube cube;

    Wants swapped() const { return {cubeful, terms.swapped(), cube.swapped()}; }

    /// What chances before the roll are worth to the player who rolls.
    template <CubeBoard Board>
    double of(const Board& board, const Chances& chances) const {
        if (!cubeful) return chances.equity();
        const int points = outcome(board);
        if (points != 0) return settled(points, terms, cube);
        return worth(chances, terms, cube, cube_efficiency(board));
    }
};

/// A position with its 21 rolls played: the best play of each, the mover's chances and worth after
/// it, and the means.
template <class Board>
struct Ahead {
    std::array<Board, ROLLS.size()> plays;
    std::array<Chances, ROLLS.size()> chances;
    std::array<double, ROLLS.size()> worths;
    Chances mean;
    double mean_worth;
};

/// How many of a roll's plays are judged, and how far behind the likeliest: see LookAhead.
inline constexpr std::size_t WIDEST = 5;
inline constexpr float MARGIN = 0.16f;
/// The same for the roll that falls: what is played must be good, what might have been only judged
/// alike each time.
inline constexpr std::size_t WIDEST_PLAYED = 16;
inline constexpr float MARGIN_PLAYED = 1.0f;

/// Looks one turn ahead; one for each thread, since it holds the room to work in.
template <DiceEvaluator E>
    requires CubeBoard<typename E::Board>
class LookAhead {
  public:
    using Board = typename E::Board;

    /// Of each roll's plays, the `widest` that the evaluator's guess likes best are judged, no more
    /// than `margin` points behind the first of them; all of them where it cannot guess.
    LookAhead(const E& evaluator, std::size_t widest, float margin)
        : evaluator_(&evaluator), widest_(widest), margin_(margin) {}

    void look(const Board& board, const Wants& wants, Ahead<Board>& out) {
        look(board, {&wants, 1}, {&out, 1});
    }

    /// The same for players who want different things, as with different cubes: the plays are
    /// listed and judged once for all of them.
    void look(const Board& board, std::span<const Wants> ways, std::span<Ahead<Board>> out) {
        list(board);
        evaluator_->evaluate(judged_, room(chances_, judged_.size()), space_);
        for (std::size_t way = 0; way < ways.size(); ++way) choose(ways[way].swapped(), out[way]);
    }

    /// A play of one roll, and the chances of the next player in it.
    struct Played {
        Board board;
        Chances chances;
    };
    /// The best play of a roll, of more plays than `look` judges.
    Played best(const Board& board, std::size_t roll, const Wants& wants) {
        judged_.clear();
        const std::span<Board> plays = room(plays_, E::MAX_SUCCESSORS);
        const std::size_t made = successors(board, ROLLS[roll], plays);
        keep(plays.first(made), std::max(WIDEST_PLAYED, widest_), std::max(MARGIN_PLAYED, margin_));
        evaluator_->evaluate(judged_, room(chances_, judged_.size()), space_);
        const std::size_t found = least(0, judged_.size(), wants.swapped()).first;
        return {judged_[found], chances_[found]};
    }

    Chances judge(const Board& board) {
        Chances found;
        evaluator_->evaluate({&board, 1}, {&found, 1}, space_);
        return found;
    }

  private:
    template <class T>
    static std::span<T> room(std::vector<T>& held, std::size_t count) {
        if (held.size() < count) held.resize(count);
        return {held.data(), count};
    }

    /// The plays of every roll that are to be judged; those of roll r are begins_[r] ..
    /// begins_[r + 1] of judged_.
    void list(const Board& board) {
        judged_.clear();
        std::span<Board> plays = room(plays_, E::MAX_SUCCESSORS);
        for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
            begins_[roll] = judged_.size();
            const std::size_t made = successors(board, ROLLS[roll], plays);
            keep(plays.first(made), widest_, margin_);
        }
        begins_.back() = judged_.size();
    }

    void keep(std::span<const Board> plays, std::size_t widest, float margin) {
        if constexpr (QuickEvaluator<E>) {
            if (plays.size() > widest && evaluator_->guesses()) {
                return keep_likely(plays, widest, margin);
            }
        }
        judged_.insert(judged_.end(), plays.begin(), plays.end());
    }

    void keep_likely(std::span<const Board> plays, std::size_t widest, float margin) {
        const std::span<float> guessed = room(guesses_, plays.size());
        evaluator_->guess(plays, guessed, space_);
        likeliest(guessed, {static_cast<unsigned>(widest), margin}, order_);
        for (const std::uint32_t i : order_) judged_.push_back(plays[i]);
    }

    /// Of first .. last-1, the play that is worth least to the opponent, the first of equals.
    std::pair<std::size_t, double> least(std::size_t first, std::size_t last,
                                         const Wants& theirs) const {
        std::pair<std::size_t, double> best{first, theirs.of(judged_[first], chances_[first])};
        for (std::size_t i = first + 1; i < last; ++i) {
            const double found = theirs.of(judged_[i], chances_[i]);
            if (found < best.second) best = {i, found};
        }
        return best;
    }

    void choose(const Wants& theirs, Ahead<Board>& out) const {
        out.mean = {};
        out.mean_worth = 0;
        for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
            const auto [best, worth] = least(begins_[roll], begins_[roll + 1], theirs);
            out.plays[roll] = judged_[best];
            out.chances[roll] = chances_[best].swapped();
            out.worths[roll] = -worth;
            const double weight = ROLLS[roll].weight() / 36.0;
            out.mean.add(out.chances[roll], static_cast<float>(weight));
            out.mean_worth += weight * out.worths[roll];
        }
    }

    const E* evaluator_;
    std::size_t widest_;
    float margin_;
    Workspace space_;
    std::vector<Board> plays_, judged_;
    std::array<std::size_t, ROLLS.size() + 1> begins_{};
    std::vector<Chances> chances_;
    std::vector<float> guesses_;
    std::vector<std::uint32_t> order_;
};

}  // namespace tablas
