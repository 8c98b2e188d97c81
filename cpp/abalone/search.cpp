#include "abalone/search.hpp"

#include <algorithm>
#include <memory>

#include "abalone/worker.hpp"

namespace tablas::abalone {
namespace {

constexpr int WINDOW = 22;       // hundredths of a marble about the score of the last depth
constexpr int WINDOW_DEPTH = 5;  // from here on

/// What the leading thread knows after a depth.
void report(const Worker& worker, const Options& options, Found& found) {
    const auto wanted = static_cast<std::size_t>(std::max(options.lines, 1));
    const std::size_t count = std::min(wanted, worker.moves().size());
    found.lines.clear();
    for (std::size_t i = 0; i < count; ++i) {
        found.lines.push_back({worker.moves()[i].score, worker.moves()[i].variation});
    }
}

/// Tells what has been found to who may not wait for the end.
void publish(Progress* progress, const Found& found, bool done) {
    if (progress == nullptr) return;
    const Locked lock(progress->mutex);
    progress->found = found;
    progress->done = done;
    if (done) progress->ended.notify_one();
}

/// Whether deeper search can change nothing: a forced win or loss within the depth searched.
bool settled(const Found& found, int depth) {
    const int score = found.lines.front().score;
    return found.lines.size() == 1 && std::abs(score) >= PROVEN && WIN - std::abs(score) <= depth;
}

}  // namespace

bool Worker::iterate(int depth) {
    shallow_ = depth == 1 && leads_;
    if (nodes_ == 0) look_at_ = 1;
    const auto wanted = static_cast<std::size_t>(std::max(options_.lines, 1));
    const std::size_t lines = std::min(wanted, moves_.size());
    for (std::size_t first = 0; first < lines; ++first) {
        search_window(depth, first);
        if (shared_.over.load(std::memory_order_relaxed)) return false;
    }
    std::stable_sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(lines),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    return true;
}

/// Searches with a narrow window about the last score, and a wider one where it lies outside.
int Worker::search_window(int depth, std::size_t first) {
    int alpha = -INFINITE, beta = INFINITE;
    int below = WINDOW, above = WINDOW;
    const int guess = moves_[first].score;
    if (options_.selective && depth >= WINDOW_DEPTH && std::abs(guess) < PROVEN) {
        alpha = guess - below;
        beta = guess + above;
    }
    for (;;) {
        const int score = search_root(depth, alpha, beta, first);
        if (shared_.over.load(std::memory_order_relaxed)) return score;
        if (score <= alpha) {
            below *= 4;
            alpha = below > 400 ? -INFINITE : score - below;
        } else if (score >= beta) {
            above *= 4;
            beta = above > 400 ? INFINITE : score + above;
        } else {
            return score;
        }
    }
}

/// The moves from `first` on; those before it belong to better lines. An interrupted search leaves
/// the best move found so far in front, if there is one.
int Worker::search_root(int depth, int alpha, int beta, std::size_t first) {
    const bool decisive = depth <= 7 && root_.board.opp_lost() + 1 >= options_.ends.target;
    const int floor = alpha;
    int best = -INFINITE;
    std::size_t best_at = first;
    for (std::size_t i = first; i < moves_.size(); ++i) {
        RootMove& root = moves_[i];
        int score = 0;
        if (i == first) {
            score = child(root_, root.move, depth - 1, alpha, beta, 0);
        } else {
            const bool late = options_.selective && depth >= 4 && i - first > 5 &&
                              root.move.pushed() == 0 && !decisive;
            score = late_child(root_, root.move, depth - 1, late ? 1 : 0, alpha, beta, 0);
        }
        if (shared_.over.load(std::memory_order_relaxed)) break;
        if (score <= best) continue;
        best = score;
        if (score <= alpha && i != first) continue;
        best_at = i;
        if (score > floor) {
            alpha = std::max(alpha, score);
            remember(0, root.move);
            root.score = score;
            root.variation.assign(variation_[0].begin(), variation_[0].begin() + length_[0]);
        }
        if (alpha >= beta) break;
    }
    // The best one comes first; the others keep their order, which the last depths have made.
    if (best > floor) {
        const auto at = moves_.begin() + static_cast<std::ptrdiff_t>(first);
        std::rotate(at, moves_.begin() + static_cast<std::ptrdiff_t>(best_at),
                    moves_.begin() + static_cast<std::ptrdiff_t>(best_at) + 1);
    }
    return best;
}

Found search(const Board& board, std::span<const Board> history, const Options& options,
             Table& table, const std::atomic<bool>& stop) {
    Found found;
    Deadline own(options.deadline == nullptr ? options.limit.seconds : 0.0);
    Deadline& deadline = options.deadline == nullptr ? own : *options.deadline;
    Shared shared{options, table, stop, table.next_age(), deadline};
    const auto leader = std::make_unique<Worker>(shared, board, history, true);
    if (leader->moves().empty()) {
        publish(options.progress, found, true);
        return found;
    }
    const int deepest = options.limit.depth > 0 ? std::min(options.limit.depth, MAX_PLY) : MAX_PLY;
    {
        const Company others(options.threads, [&](int i) {
            const auto worker = std::make_unique<Worker>(shared, board, history, false);
            for (int depth = 1 + i % 2; depth <= MAX_PLY; ++depth) {
                if (!worker->iterate(depth)) return;
            }
        });
        for (int depth = 1; depth <= deepest; ++depth) {
            const bool whole = leader->iterate(depth);
            // Of a depth that was not finished the best move counts; several lines would be of
            // different depths, and their scores in no order.
            if (whole || options.lines <= 1) report(*leader, options, found);
            if (!whole) break;
            found.depth = depth;
            found.nodes = leader->nodes() + shared.others.load(std::memory_order_relaxed);
            found.iterations.push_back(
                {depth, found.lines.front().score, found.nodes, deadline.seconds()});
            found.seconds = deadline.seconds();
            publish(options.progress, found, false);
            const Limit& limit = options.limit;
            const bool spent = stop.load(std::memory_order_relaxed) || deadline.over() ||
                               (limit.nodes > 0 && found.nodes >= limit.nodes);
            if (spent || settled(found, depth)) break;
        }
        shared.over.store(true, std::memory_order_relaxed);
        found.nodes = leader->nodes() + shared.others.load(std::memory_order_relaxed);
        found.seconds = deadline.seconds();
        publish(options.progress, found, true);  // before the others have ended
    }
    return found;
}

}  // namespace tablas::abalone
