#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "abalone/eval.hpp"
#include "abalone/table.hpp"
#include "base/deadline.hpp"
#include "base/rng.hpp"
#include "base/threads.hpp"

/// The search of Abalone: principal variation search with iterative deepening.
namespace tablas::abalone {

/// Scores are hundredths of a marble; a game won in n plies is worth WIN - n.
inline constexpr int WIN = 30000;
inline constexpr int MAX_PLY = 100;
inline constexpr int PROVEN = WIN - MAX_PLY;  // scores from here on are forced wins

/// When to stop; 0 is no limit, and the first one reached counts.
struct Limit {
    double seconds = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
};

/// What ends a game besides six ejections; the defaults are those of the rules page.
struct Ends {
    unsigned target = LOST_TO_LOSE;  // ejections that win
    bool repetition = true;          // the third occurrence of a position is a draw
    int quiet = 200;                 // plies without an ejection; 0: no such limit
    bool quiet_decides = false;      // then more ejections win; otherwise it is a draw
    int plies = 0;                   // plies left, then more ejections win; 0: no such limit
};

/// What is left out or searched less deeply, in plies and hundredths of a marble; matches have
/// chosen the values (docs/notes/abalone-engine.md).
struct Selection {
    int still_depth = 6, still_margin = 20;           // far above beta already
    int pass_depth = 3;                               // passing is good enough
    int futile_depth = 5, futile_margin = 36;         // far below alpha
    int few_depth = 12, few_base = 3, few_slope = 1;  // only the first moves count
    int few_peril = 100;                              // percent of them with a marble in peril
    int few_worse = 65;                               // percent of them where the score falls
    int guess_depth = 6;                              // no remembered move: one ply less
    int late_depth = 3, late_percent = 100;           // late moves
    int late_worse = 1;                               // more plies less where the score falls
    int late_history = 2500;                          // so good or bad a history is worth a ply
    int unloved_depth = 4, unloved = 300;    // so bad a history for each ply left: not tried
    int reward = 16, reward_most = 2400;     // of history: by depth squared, at most
    int place = 20;                          // weight of the rings in the order of quiet moves
    int trust_table = 1;                     // the score of the table in place of the evaluation
    int press_from = 12, press_step = 2;     // pressing grows by 1 after so many quiet plies
    int press_most = 6, press_above = 30;    // up to this; only who stands so much better presses
    int count_from = 45, count_worth = 300;  // a lead counts so many plies before it decides
    int read_depth = 6;  // forced wins this near are not missed for the sake of speed
};

inline constexpr Selection SELECTION{};

class Net;
struct Progress;

/// A leaf of a search, drawn by lot among the quiet ones: what training asks for, since leaves are
/// what an evaluation has to judge, and most of them come after moves that nobody would play.
struct DrawnLeaf {
    Rng rng;
    std::uint64_t seen = 0;
    Board board{};

    void offer(const Board& leaf) {
        if (rng.next() % ++seen == 0) board = leaf;
    }
};

struct Options {
    Limit limit;
    Ends ends;
    int quiet = 0;          // plies since the last ejection
    int contempt = 0;       // how much worse than even a draw is for the player to move
    bool press = false;     // seek contact where nothing is ejected for long: to play, not to judge
    int lines = 1;          // best moves wanted, each with its variation
    int threads = 1;        // with one, the result depends on nothing but the arguments
    bool selective = true;  // false: every move to the full depth, for proofs and tests
    const Weights* weights = &WEIGHTS;
    const Selection* selection = &SELECTION;
    const Net* net = nullptr;      // added to the hand-made score, if there is one
    Progress* progress = nullptr;  // told after every depth, if there is one
    Deadline* deadline = nullptr;  // of the limit's seconds, if the time began before the search
    DrawnLeaf* leaf = nullptr;     // drawn from this search, by one thread
};

/// A move of the first ply with its score and the variation that follows, the move included.
struct Line {
    int score = 0;
    std::vector<Move> moves;
};

/// One finished depth.
struct Iteration {
    int depth = 0;
    int score = 0;
    std::uint64_t nodes = 0;  // since the search began
    double seconds = 0;
};

struct Found {
    std::vector<Line> lines;  // best first; none if the game is over
    int depth = 0;            // the last depth that was finished
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<Iteration> iterations;
};

/// What a search has found so far, for somebody who may not wait for its end.
struct Progress {
    Mutex mutex;
    Found found;
    bool done = false;  // nothing more will come, though its threads may still have to end
    std::atomic<std::uint64_t> nodes{0};  // searched so far
    Signal ended;
};

/// Searches a board free of faults. `history` holds the boards of the game before this one, the
/// oldest first, each seen by the player who was to move; those since the last ejection are enough.
/// The table is the caller's and may be kept for the next move. `stop` ends the search early.
///
/// A position that has occurred on the way from the root counts as a draw the second time already:
/// who can repeat once can do so again. One that occurred before the root counts the third time.
Found search(const Board& board, std::span<const Board> history, const Options& options,
             Table& table, const std::atomic<bool>& stop);

}  // namespace tablas::abalone
