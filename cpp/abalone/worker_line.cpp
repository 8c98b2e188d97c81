#include <algorithm>
#include <bit>

#include "abalone/worker.hpp"
#include "base/digest.hpp"

// The line that a thread is searching: where it came along, what it may repeat, when to stop.
namespace tablas::abalone {
namespace {

/// Pairs of neighbours of different colours.
int contacts(Cells own, Cells opp) {
    return std::popcount(step<E>(own) & opp) + std::popcount(step<NE>(own) & opp) +
           std::popcount(step<NW>(own) & opp) + std::popcount(step<W>(own) & opp) +
           std::popcount(step<SW>(own) & opp) + std::popcount(step<SE>(own) & opp);
}

int lead(const Board& board) {
    return static_cast<int>(board.opp_lost()) - static_cast<int>(board.own_lost());
}

}  // namespace

Worker::Worker(Shared& shared, const Board& root, std::span<const Board> history, bool leads)
    : shared_(shared),
      options_(shared.options),
      weights_(*shared.options.weights),
      selection_(*shared.options.selection),
      leads_(leads),
      root_(state_of(root)),
      before_(history.size()) {
    path_.resize(before_ + MAX_PLY + 2);
    for (std::size_t i = 0; i < before_; ++i) {
        path_[i] = hash(history[i]);
        ++seen_[path_[i] % FILTER];
    }
    quiet_[0] = options_.quiet;
    // A repetition cannot reach beyond what is known of the game, nor beyond the last ejection.
    reach_[0] = static_cast<int>(
        std::min<std::size_t>(before_, static_cast<std::size_t>(std::max(options_.quiet, 0))));
    arrive(root, 0);
    ++seen_[path_[before_] % FILTER];
    still_[0] = read(root_).score;
    if (options_.net != nullptr) {
        // A shorter game counts marbles as lost: the same board is judged otherwise.
        net_key_ = fold(options_.net->digest(), options_.ends.target);
        options_.net->begin(root, options_.ends.target, followed_[0]);
        still_[0] += options_.net->evaluate(followed_[0]);
    }
    pressing_ = pressing();
    counting_ = counting();
    contacts_ = contacts(root.own_marbles(), root.opp_marbles());
    std::array<Move, MAX_SUCCESSORS> made;
    const std::size_t count = abalone::moves(root, made);
    for (std::size_t i = 0; i < count; ++i) moves_.push_back({made[i], -WIN, {made[i]}});
}

/// Two closed blocks can face each other until a limit ends the game, each waiting: the better side
/// must come closer, though every way there costs it a little of its score. So does the side that
/// would lose by the count.
int Worker::pressing() const {
    const Ends& ends = options_.ends;
    if (!options_.press) return 0;
    const bool counted = ends.plies > 0 || (ends.quiet > 0 && ends.quiet_decides);
    const int ahead = lead(root_.board);
    const bool content = counted && ahead > 0, forced = counted && ahead < 0;
    if (content || (!forced && still_[0] <= selection_.press_above)) return 0;
    const int waited = options_.quiet - selection_.press_from;
    return std::clamp(waited / selection_.press_step, 0, selection_.press_most);
}

int Worker::pressed(const State& at, int ply) const {
    const int more = contacts(at.board.own_marbles(), at.board.opp_marbles()) - contacts_;
    return ply % 2 == 0 ? pressing_ * more : -pressing_ * more;
}

/// The nearer the ply at which more ejections win, the less a good place is worth: it leads to an
/// ejection that may come too late. So the lead takes the place of the evaluation, bit by bit.
int Worker::counting() const {
    const int left = options_.ends.plies, from = selection_.count_from;
    if (!options_.press || left == 0 || left >= from) return 0;
    return (from - left) * 100 / from;
}

int Worker::counted(const State& at, int score) const {
    constexpr int MORE = 40;  // each marble of the lead: some distance from losing it is welcome
    const int ahead = lead(at.board);
    const int sign = (ahead > 0) - (ahead < 0);
    return (score * (100 - counting_) +
            (sign * selection_.count_worth + MORE * ahead) * counting_) /
           100;
}

std::uint64_t Worker::arrive(const Board& board, int ply) {
    const auto here = static_cast<std::size_t>(ply);
    const std::uint64_t key = hash(board);
    shared_.table.evaluations().prefetch(key ^ net_key_);
    boards_[here] = board;
    path_[before_ + here] = key;
    return key;
}

void Worker::enter(const State& at, int ply, int depth, bool ejected, bool pass) {
    const auto here = static_cast<std::size_t>(ply);
    const std::uint64_t key = arrive(at.board, ply);
    if (depth > 0) shared_.table.prefetch(key);  // the last ply does not ask the table
    ++seen_[key % FILTER];
    quiet_[here] = ejected ? 0 : quiet_[here - 1] + 1;
    reach_[here] = ejected || pass ? 0 : reach_[here - 1] + 1;
}

void Worker::leave(int ply) {
    --seen_[path_[before_ + static_cast<std::size_t>(ply)] % FILTER];
}

bool Worker::repeated(int ply) const {
    const std::size_t here = before_ + static_cast<std::size_t>(ply);
    const std::uint64_t key = path_[here];
    // The position itself has been counted; few others share its place in the filter.
    if (ply == 0 || seen_[key % FILTER] < 2) return false;
    const auto reach = static_cast<std::size_t>(reach_[static_cast<std::size_t>(ply)]);
    int earlier = 0;
    for (std::size_t back = 4; back <= reach; back += 2) {
        if (path_[here - back] != key) continue;
        if (here - back >= before_ || ++earlier == 2) return true;
    }
    return false;
}

int Worker::drawn(int ply) const {
    return ply % 2 == 0 ? -options_.contempt : options_.contempt;
}

int Worker::by_ejections(const State& at, int ply) const {
    const int ahead = lead(at.board);
    if (ahead == 0) return drawn(ply);
    return ahead > 0 ? WIN - ply : -(WIN - ply);
}

/// Whether a result from the table, which knows nothing of counts, holds here: no limit on plies
/// may be in reach.
bool Worker::limits_far(int ply, int depth) const {
    const Ends& ends = options_.ends;
    const bool quiet_far =
        ends.quiet == 0 || quiet_[static_cast<std::size_t>(ply)] + depth < ends.quiet;
    return quiet_far && (ends.plies == 0 || ply + depth < ends.plies);
}

/// Puts a move before the variation found below it.
void Worker::remember(int ply, Move move) {
    const auto here = static_cast<std::size_t>(ply);
    const auto below = static_cast<std::size_t>(length_[here + 1]);
    variation_[here][0] = move;
    std::copy_n(variation_[here + 1].begin(), below, variation_[here].begin() + 1);
    length_[here] = static_cast<int>(below) + 1;
}

bool Worker::interrupted() {
    if (shared_.over.load(std::memory_order_relaxed)) return true;
    constexpr std::uint64_t EVERY = 512;  // nodes, about a fifth of a millisecond
    const Limit& limit = options_.limit;
    if (!leads_) {
        shared_.others.fetch_add(nodes_ - told_, std::memory_order_relaxed);
        told_ = nodes_;
    }
    look_at_ = nodes_ + EVERY;
    if (!leads_) return false;
    if (limit.nodes > 0) look_at_ = std::min(look_at_, limit.nodes);
    if (shallow_) return false;
    const std::uint64_t all = nodes_ + shared_.others.load(std::memory_order_relaxed);
    if (options_.progress != nullptr) {
        options_.progress->nodes.store(all, std::memory_order_relaxed);
    }
    const bool over = shared_.stop.load(std::memory_order_relaxed) ||
                      (limit.nodes > 0 && all >= limit.nodes) || shared_.deadline.over();
    if (over) shared_.over.store(true, std::memory_order_relaxed);
    return over;
}

}  // namespace tablas::abalone
