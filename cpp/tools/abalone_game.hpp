#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "abalone/search.hpp"
#include "tests/abalone_starts.hpp"

/// Games of the search with itself or another one, by the thousand.
namespace tablas::abalone {

inline constexpr int LONGEST_GAME = 350;  // plies, then more ejections win
inline const std::atomic<bool> GO_ON{false};

/// Whether a marble of either side could be ejected at once.
inline bool hot(const Board& board) {
    const Reading reading = evaluate(state_of(board));
    return reading.prey != 0 || reading.peril != 0;
}

/// Two to nine random moves after a start; none where something is ejected or could be at once.
/// Where it could be in the start itself (Scottish Daisy, Alien Attack), it may be afterwards, too:
/// these starts would hardly ever be played otherwise.
inline std::optional<Board> opening_from(const test::Start& start, Rng& rng) {
    Board board = start.position();
    const bool from_hot = hot(board);
    std::array<Move, MAX_SUCCESSORS> made;
    for (std::uint32_t plies = 2 + rng.below(8); plies > 0; --plies) {
        const std::size_t count = moves(board, made);
        if (count == 0) break;
        board = apply(board, made[rng.below(static_cast<std::uint32_t>(count))]);
    }
    const bool whole = board.own_lost() + board.opp_lost() == 0;
    if (whole && (from_hot || !hot(board))) return board;
    return std::nullopt;
}

/// Such a position after any of the starts.
inline Board opening(Rng& rng) {
    for (;;) {
        const test::Start& start = test::STARTS[rng.below(test::STARTS.size())];
        if (const std::optional<Board> board = opening_from(start, rng)) return *board;
    }
}

/// What ends a game besides six ejections and a third repetition; 0 is no limit.
struct GameLimits {
    int plies = LONGEST_GAME;  // then more ejections win
    int quiet = 0;             // plies without an ejection, then it is a draw
};

/// A game in progress, with what can end it.
class Play {
  public:
    explicit Play(const Board& board, GameLimits limits = {}) : board_(board), limits_(limits) {}

    const Board& board() const { return board_; }
    int ply() const { return ply_; }
    int quiet() const { return static_cast<int>(history_.size()); }  // plies since an ejection
    std::span<const Board> history() const { return history_; }

    /// What the search is told of this game.
    void tell(Options& options) const {
        options.quiet = quiet();
        options.ends.quiet = limits_.quiet;
        options.ends.plies = limits_.plies > 0 ? limits_.plies - ply_ : 0;
    }

    void move(Move move) {
        history_.push_back(board_);
        if (move.ejects()) history_.clear();
        board_ = apply(board_, move);
        ++ply_;
    }

    /// The player to move has won (1), lost (-1) or drawn (0); 2 while the game goes on.
    int result() const {
        if (const int over = outcome(board_); over != 0) return over;
        int seen = 0;
        for (const Board& before : history_) seen += before == board_;
        if (seen >= 2) return 0;
        if (limits_.quiet > 0 && quiet() >= limits_.quiet) return 0;
        if (limits_.plies == 0 || ply_ < limits_.plies) return 2;
        const unsigned mine = board_.opp_lost(), theirs = board_.own_lost();
        return mine == theirs ? 0 : (mine > theirs ? 1 : -1);
    }

  private:
    Board board_;
    GameLimits limits_;
    std::vector<Board> history_;  // since the last ejection
    int ply_ = 0;
};

/// Calls work(i, thread) for i from 0 to count - 1, each once, on so many threads.
inline void share_out(std::size_t count, std::size_t threads,
                      const std::function<void(std::size_t, std::size_t)>& work) {
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> workers;
    for (std::size_t thread = 0; thread < threads; ++thread) {
        workers.emplace_back([&, thread] {
            for (std::size_t i = next++; i < count; i = next++) work(i, thread);
        });
    }
}

}  // namespace tablas::abalone
