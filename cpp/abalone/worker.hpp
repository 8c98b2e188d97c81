#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "abalone/net.hpp"
#include "abalone/order.hpp"
#include "abalone/search.hpp"

namespace tablas::abalone {

inline constexpr int INFINITE = WIN + 1;  // beyond every score

/// What the threads of one search share.
struct Shared {
    const Options& options;
    Table& table;
    const std::atomic<bool>& stop;  // the caller's wish
    unsigned age;
    Deadline& deadline;
    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> others{0};  // nodes of the threads besides the first one
};

/// A move of the first ply and what is known of it.
struct RootMove {
    Move move;
    int score = -WIN;  // in this iteration; -WIN if it was not better than another
    std::vector<Move> variation;
};

/// One thread of a search.
class Worker {
  public:
    Worker(Shared& shared, const Board& root, std::span<const Board> history, bool leads);

    /// Searches all lines that are wanted to one depth; false if it was interrupted. The moves are
    /// in order then, those of the lines first.
    bool iterate(int depth);

    const std::vector<RootMove>& moves() const { return moves_; }
    std::uint64_t nodes() const { return nodes_; }

  private:
    int search_window(int depth, std::size_t first);
    int search_root(int depth, int alpha, int beta, std::size_t first);
    int search(const State& at, int depth, int alpha, int beta, int ply, Move last, bool may_pass);
    int quiesce(const State& at, int alpha, int beta, int ply);
    int child(const State& at, Move move, int depth, int alpha, int beta, int ply);
    int late_child(const State& at, Move move, int depth, int reduced, int alpha, int beta,
                   int ply);

    int expected(const Entry& entry, int still) const;

    /// The hand-made evaluation, and what the network and pressing add to it at a ply.
    Reading read(const State& at) const;
    void complete(Reading& reading, const State& at, int ply);
    int correction(int ply);
    void follow(int ply);

    int pressing() const;
    int pressed(const State& at, int ply) const;
    int counting() const;
    int counted(const State& at, int score) const;

    /// What a position is worth if the game is over there, or NOT_OVER.
    int ended(const State& at, int ply) const;
    bool repeated(int ply) const;
    bool threatens(const State& at, Move move) const;
    int by_ejections(const State& at, int ply) const;
    int drawn(int ply) const;
    bool limits_far(int ply, int depth) const;

    std::uint64_t arrive(const Board& board, int ply);
    void enter(const State& at, int ply, int depth, bool ejected, bool pass);
    void leave(int ply);
    void refuted(Move by, Move last, int depth, int ply, std::span<const Move> tried);
    void remember(int ply, Move move);
    bool interrupted();

    Shared& shared_;
    const Options& options_;
    const Weights& weights_;
    const Selection& selection_;
    bool leads_;
    State root_;
    std::vector<RootMove> moves_;
    std::uint64_t nodes_ = 0;
    std::uint64_t told_ = 0;     // of these, how many the others know of
    std::uint64_t look_at_ = 0;  // the node count at which to look at the clock again
    bool shallow_ = true;        // the first depth is always finished: there must be a move
    int pressing_ = 0;           // what a contact more than at the root is worth to its player
    int contacts_ = 0;           // of the root
    int counting_ = 0;           // percent of an evaluation that the lead alone makes
    std::uint64_t net_key_ = 0;  // of what the cache knows, that which is of this network
    Experience known_;

    static constexpr std::size_t FILTER = 4096;
    std::size_t before_ = 0;           // boards of the game before the root
    std::vector<std::uint64_t> path_;  // their hashes, then those of the line being searched
    std::array<std::uint8_t, FILTER> seen_{};        // hashes of the path by their low bits
    std::array<int, MAX_PLY + 2> quiet_{};           // plies since the last ejection
    std::array<int, MAX_PLY + 2> reach_{};           // how far back a repetition may lie
    std::array<int, MAX_PLY + 2> still_{};           // evaluations of the positions of the line
    std::array<Board, MAX_PLY + 2> boards_{};        // the line being searched
    std::array<Accumulator, MAX_PLY + 2> followed_;  // sums of the network, where it was asked
    std::array<std::array<Move, MAX_PLY + 2>, MAX_PLY + 2> variation_;
    std::array<int, MAX_PLY + 2> length_{};
};

}  // namespace tablas::abalone
