#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <span>
#include <vector>

#include "base/threads.hpp"
#include "dice/search_tree.hpp"

namespace tablas {

/// How a search looks. At n plies a play is judged by the n rolls and best plays that follow it.
struct SearchOptions {
    Limit limit;
    int threads = 1;
    /// Which plays go on from n-1 plies to n plies, by index n-1.
    std::array<Width, MAX_PLIES> widths = {{{8, 0.2f}, {5, 0.08f}, {3, 0.04f}, {2, 0.02f}}};
    /// Inside the tree; up to two plies, and beyond, where there are so many more rolls that a
    /// narrower look at each costs less than it saves.
    Replies replies;
    Replies deep_replies = {{2, 0.1f}, {4, 0.15f}};
    /// Stop once a single play is left, which is then judged less deeply than the limit allows.
    bool only_choose = false;
};

/// A play as a search ranks it: the board that it reaches, seen by the next player; its value and
/// equity, seen by who plays it; and how many plies that looks ahead.
template <class Board, class Value>
struct Ranked {
    Board board;
    Value value;
    float equity;
    int plies;
};

template <class Board, class Value>
struct Found {
    std::vector<Ranked<Board, Value>> plays;  // deepest first, then by equity; none if it is over
    int plies = 0;                            // of the first
    std::uint64_t nodes = 0;
    double seconds = 0;
};

/// The search of a dice game, for one question. The answer depends neither on the number of threads
/// nor on what the cache holds, unless the time runs out.
template <DiceEvaluator E, Stakes<typename E::Board> S>
class Search {
  public:
    using Board = typename E::Board;
    using Value = typename S::Value;
    using Play = Ranked<Board, Value>;

    /// What it is given must outlive it; `stop` ends it early.
    Search(Judges<E> judges, const S& stakes, EvaluationCache& cache, const SearchOptions& options,
           const std::atomic<bool>& stop)
        : judges_(judges),
          stakes_(stakes),
          cache_(cache),
          options_(options),
          watch_(options.limit, stop) {}

    /// The plays of a roll, ranked. Every play is judged at 0 plies (the MOST_PLAYS best by guess);
    /// the best go on to one ply more until a limit is reached. A ply that could not be finished
    /// does not count: plays of one level have always been compared with each other.
    Found<Board, Value> plays(const Board& board, Dice dice) {
        Found<Board, Value> found;
        std::vector<Board> boards = listed(board, dice);
        std::size_t going_on = boards.size();
        for (int plies = 0; plies <= options_.limit.plies && going_on > 0; ++plies) {
            if (plies > 0) {
                going_on = promising(found.plays, plies);
                if (going_on == 1 && options_.only_choose) break;
                if (!watch_.time_for_another()) break;
            }
            if (!rank(found.plays, boards, going_on, plies)) break;
            found.plies = plies;
        }
        found.nodes = watch_.nodes();
        found.seconds = watch_.seconds();
        return found;
    }

    /// The best play of each roll without looking ahead, boards shared out among the threads. A
    /// game that is over leaves its place as it is.
    void choose(std::span<const Board> boards, std::span<const Dice> dice, std::span<Play> out) {
        parallel_for(boards.size(), options_.threads, 8, [&] {
            return [&, own = walk(0)](std::size_t first, std::size_t last) mutable {
                for (std::size_t i = first; i < last; ++i) {
                    Value seen{};
                    if (!own.best(boards[i], dice[i], STATIC, out[i].board, seen)) continue;
                    out[i] = {out[i].board, seen.swapped(), -stakes_.equity(seen, true), 0};
                }
            };
        });
    }

    /// The values before the roll of boards, looked at `plies` plies ahead; `turned` as Stakes has
    /// it. False, and nothing of use, if a limit was reached.
    bool values(std::span<const Board> boards, int plies, bool turned, std::vector<Value>& out) {
        out.assign(boards.size(), Value{});
        if (plies == 0) return judge(boards, turned, out);
        std::vector<Best> best(boards.size());
        each(boards.size(), plies, [&](Walk& walk, std::size_t i) {
            if (outcome(boards[i]) == 0) walk.replies(boards[i], plies, turned, best[i]);
        });
        if (plies > 1) {
            each(boards.size() * ROLLS.size(), plies, [&](Walk& walk, std::size_t task) {
                const std::size_t i = task / ROLLS.size(), roll = task % ROLLS.size();
                if (outcome(boards[i]) != 0) return;
                best[i].values[roll] = walk.further(best[i], roll, plies, !turned);
            });
        }
        for (std::size_t i = 0; i < boards.size(); ++i) {
            const int points = outcome(boards[i]);
            out[i] = points != 0 ? stakes_.ended(points, turned)
                                 : mean(stakes_, boards[i], best[i], turned);
        }
        return !watch_.over();
    }

    const Watch& watch() const { return watch_; }

  private:
    using Walk = Tree<E, S>;
    using Best = BestPlays<Board, Value>;
    static constexpr unsigned MOST_PLAYS = 64;
    // A play that is so much worse by guess was the best one in none of 1,500 rolls.
    static constexpr Width STATIC = {MOST_PLAYS, 0.35f};
    static constexpr std::size_t TOGETHER = ROWS_TOGETHER;

    Walk walk(int plies) {
        const Replies& replies = plies <= 2 ? options_.replies : options_.deep_replies;
        return Walk(judges_, stakes_, replies, cache_, watch_);
    }

    /// Calls task(walk, i) for each i on the threads, until the watch is over.
    template <class Task>
    void each(std::size_t count, int plies, Task task) {
        parallel_for(count, options_.threads, 1, [&] {
            return [&, own = walk(plies)](std::size_t first, std::size_t last) mutable {
                for (std::size_t i = first; i < last && !watch_.over(); ++i) task(own, i);
            };
        });
    }

    /// Without looking at the watch: some ranking there must be.
    bool judge(std::span<const Board> boards, bool turned, std::vector<Value>& out) {
        parallel_for(boards.size(), options_.threads, TOGETHER, [&] {
            return [&, own = walk(0)](std::size_t first, std::size_t last) mutable {
                const std::size_t count = last - first;
                own.judge(boards.subspan(first, count), turned, std::span(out).subspan(first));
            };
        });
        return !watch_.over();
    }

    std::vector<Board> listed(const Board& board, Dice dice) {
        std::vector<Board> every(E::MAX_SUCCESSORS), kept;
        every.resize(successors(board, dice, every));
        walk(0).shortlist(every, {MOST_PLAYS, std::numeric_limits<float>::infinity()}, kept);
        return kept;
    }

    /// How many of the plays, which are ranked, go on to this many plies.
    std::size_t promising(const std::vector<Play>& plays, int plies) const {
        const Width width = options_.widths[static_cast<std::size_t>(plies - 1)];
        std::size_t count = 0;
        while (count < plays.size() && count < width.most && plays[count].plies == plies - 1 &&
               plays[count].equity >= plays[0].equity - width.within) {
            ++count;
        }
        return count;
    }

    /// Judges the first `count` plays at this many plies and orders them; false if that was not
    /// finished, and then nothing is changed. At 0 plies the plays are made of the boards.
    bool rank(std::vector<Play>& plays, const std::vector<Board>& boards, std::size_t count,
              int plies) {
        std::vector<Board> taken = boards;
        if (plies > 0) {
            taken.clear();
            for (std::size_t i = 0; i < count; ++i) taken.push_back(plays[i].board);
        }
        std::vector<Value> found;
        const bool finished = values(taken, plies, true, found);
        if (!finished && plies > 0) return false;
        if (plies == 0) plays.resize(count);
        std::vector<float> equities(count);
        for (std::size_t i = 0; i < count; ++i) equities[i] = -stakes_.equity(found[i], true);
        const std::vector<std::uint32_t> order = ranked(equities);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t from = order[i];
            plays[i] = {taken[from], found[from].swapped(), equities[from], plies};
        }
        return finished;
    }

    Judges<E> judges_;
    const S& stakes_;
    EvaluationCache& cache_;
    SearchOptions options_;
    Watch watch_;
};

}  // namespace tablas
