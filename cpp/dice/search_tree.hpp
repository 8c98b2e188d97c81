#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "dice/dice.hpp"
#include "dice/evaluation_cache.hpp"
#include "dice/evaluator.hpp"
#include "dice/search_limit.hpp"
#include "dice/shortlist.hpp"
#include "dice/stakes.hpp"

namespace tablas {

/// Who judges in a search. `judge` has the last word about every position whose value is used;
/// `chooser` picks the plays inside the tree and may be a faster evaluator. They may be the same.
template <DiceEvaluator E>
struct Judges {
    const E& judge;
    const E& chooser;
    bool same() const { return &judge == &chooser; }
};

/// The widths inside the tree: how many plays of a roll the chooser judges, by an evaluator's
/// guess; at the last ply, and before it.
struct Replies {
    Width last = {4, 0.15f};
    Width before = {6, 0.2f};
};

/// For each roll the best play: its board and value, both seen by the next player.
template <class Board, class Value>
struct BestPlays {
    std::array<Board, ROLLS.size()> boards;
    std::array<Value, ROLLS.size()> values;
};

/// The mean over the rolls of a board, seen by who rolls, before the roll.
template <class Board, Stakes<Board> S>
typename S::Value mean(const S& stakes, const Board& board,
                       const BestPlays<Board, typename S::Value>& best, bool turned) {
    typename S::Value sum{};
    for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
        const float weight = static_cast<float>(ROLLS[roll].weight()) / 36.0f;
        sum.add(best.values[roll].swapped(), weight);
    }
    return stakes.rolled(board, sum, turned);
}

/// One thread's walk through a tree of rolls and best plays.
template <DiceEvaluator E, Stakes<typename E::Board> S>
class Tree {
  public:
    using Board = typename E::Board;
    using Value = typename S::Value;

    using Best = BestPlays<Board, Value>;

    Tree(Judges<E> judges, const S& stakes, const Replies& replies, EvaluationCache& cache,
         Watch& watch)
        : judges_(judges),
          stakes_(stakes),
          replies_(replies),
          cache_(cache),
          watch_(watch),
          plays_(E::MAX_SUCCESSORS),
          guesses_(E::MAX_SUCCESSORS) {}

    /// The value of each board as the judge sees it, without looking ahead.
    void judge(std::span<const Board> boards, bool turned, std::span<Value> out) {
        watch_.spend(boards.size());
        evaluate(judges_.judge, JUDGE, boards);
        for (std::size_t i = 0; i < boards.size(); ++i) out[i] = value(boards[i], i, turned);
    }

    /// The best play of a roll without looking ahead, of those that are no worse by guess than
    /// `width` allows; false if the game is over.
    bool best(const Board& board, Dice dice, Width width, Board& reached, Value& seen) {
        const std::size_t made = successors(board, dice, plays_);
        if (made == 0) return false;
        kept_.clear();
        shortlist({plays_.data(), made}, width, kept_);
        chances_.resize(kept_.size());
        judges_.judge.evaluate(kept_, chances_, space_);
        float least = 0;
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            const Value found = value(kept_[i], i, true);
            const float equity = stakes_.equity(found, true);
            if (i > 0 && equity >= least) continue;
            least = equity;
            reached = kept_[i];
            seen = found;
        }
        return true;
    }

    /// The value before the roll: the mean over the rolls of the best play, looked at `plies` - 1
    /// plies further. Means nothing once the watch is over. The game must not be.
    Value value_of(const Board& board, int plies, bool turned) {
        Best best;
        replies(board, plies, turned, best);
        if (plies > 1) {
            for (std::size_t roll = 0; roll < ROLLS.size() && !watch_.over(); ++roll) {
                best.values[roll] = further(best, roll, plies, !turned);
            }
        }
        return mean(stakes_, board, best, turned);
    }

    /// The best play of each roll; judged for good if this is the last ply.
    void replies(const Board& board, int plies, bool turned, Best& best) {
        const bool last = plies == 1;
        collect(board, last ? replies_.last : replies_.before);
        if (!watch_.spend(kept_.size())) return;
        evaluate(judges_.chooser, judges_.same() ? JUDGE : CHOOSER, kept_);
        for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) choose(roll, !turned, best);
        if (last && !judges_.same()) {
            evaluate(judges_.judge, JUDGE, best.boards);
            for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
                best.values[roll] = value(best.boards[roll], roll, !turned);
            }
        }
    }

    /// The value of a roll's best play, looked at more closely.
    Value further(const Best& best, std::size_t roll, int plies, bool turned) {
        if (outcome(best.boards[roll]) != 0) return best.values[roll];
        return value_of(best.boards[roll], plies - 1, turned);
    }

    /// Writes the most promising of the plays by guess, in the order in which they were listed.
    void shortlist(std::span<const Board> plays, Width width, std::vector<Board>& out) {
        if constexpr (QuickEvaluator<E>) {
            if (plays.size() > 1 && judges_.chooser.guesses()) {
                judges_.chooser.guess(plays, guesses_, space_);
                return narrow(plays, width, out);
            }
        }
        out.insert(out.end(), plays.begin(), plays.end());
    }

  private:
    // What the two evaluators say about a board lies under different keys.
    static constexpr std::uint64_t JUDGE = 0, CHOOSER = 0x5bd1e9955bd1e995;

    void collect(const Board& board, Width width) {
        kept_.clear();
        for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
            first_[roll] = kept_.size();
            const std::size_t made = successors(board, ROLLS[roll], plays_);
            shortlist({plays_.data(), made}, width, kept_);
        }
        first_[ROLLS.size()] = kept_.size();
    }

    void narrow(std::span<const Board> plays, Width width, std::vector<Board>& out) {
        tablas::shortlist(std::span(guesses_).first(plays.size()), width, order_);
        for (const std::uint32_t i : order_) out.push_back(plays[i]);
    }

    void choose(std::size_t roll, bool turned, Best& best) {
        float least = 0;
        for (std::size_t i = first_[roll]; i < first_[roll + 1]; ++i) {
            const Value seen = value(kept_[i], i, turned);
            const float equity = stakes_.equity(seen, turned);
            if (i > first_[roll] && equity >= least) continue;
            least = equity;
            best.boards[roll] = kept_[i];
            best.values[roll] = seen;
        }
    }

    Value value(const Board& board, std::size_t index, bool turned) const {
        const int points = outcome(board);
        return points != 0 ? stakes_.ended(points, turned)
                           : stakes_.judged(board, chances_[index], turned);
    }

    /// chances_ = what the evaluator says about the boards, from the cache where it is known.
    void evaluate(const E& evaluator, std::uint64_t salt, std::span<const Board> boards) {
        chances_.resize(boards.size());
        keys_.resize(boards.size());
        for (std::size_t i = 0; i < boards.size(); ++i) {
            keys_[i] = hash(boards[i]) ^ salt;
            cache_.prefetch(keys_[i]);
        }
        missing_.clear();
        wanted_.clear();
        for (std::size_t i = 0; i < boards.size(); ++i) {
            if (const auto known = cache_.find(keys_[i])) {
                chances_[i] = *known;
            } else {
                missing_.push_back(static_cast<std::uint32_t>(i));
                wanted_.push_back(boards[i]);
            }
        }
        fresh_.resize(wanted_.size());
        evaluator.evaluate(wanted_, fresh_, space_);
        for (std::size_t i = 0; i < missing_.size(); ++i) {
            chances_[missing_[i]] = fresh_[i];
            cache_.store(keys_[missing_[i]], fresh_[i]);
        }
    }

    Judges<E> judges_;
    const S& stakes_;
    Replies replies_;
    EvaluationCache& cache_;
    Watch& watch_;
    Workspace space_;
    std::vector<Board> plays_, kept_, wanted_;
    std::vector<float> guesses_;
    std::vector<Chances> chances_, fresh_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> order_, missing_;
    std::array<std::size_t, ROLLS.size() + 1> first_;
};

}  // namespace tablas
