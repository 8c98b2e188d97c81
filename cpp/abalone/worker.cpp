#include "abalone/worker.hpp"

#include <algorithm>
#include <cstdlib>

namespace tablas::abalone {
namespace {

constexpr int NOT_OVER = INFINITE + 1;

constexpr int MOST_SCORE = 20000;  // what an evaluation says stays far from a forced win

/// The natural logarithm of 1..63 by its series: one result on every platform.
constexpr double logarithm(int number) {
    double halvings = 0, rest = number;
    while (rest > 1.5) {
        rest /= 2;
        halvings += 1;
    }
    const double ratio = (rest - 1) / (rest + 1);
    double power = ratio, sum = 0;
    for (int odd = 1; odd < 30; odd += 2) {
        sum += 2 * power / odd;
        power *= ratio * ratio;
    }
    return sum + halvings * 0.69314718055994531;
}

/// REDUCTION[depth][number]: how many plies less a late move is searched.
constexpr auto REDUCTION = [] {
    std::array<std::array<std::uint8_t, 64>, 64> plies{};
    for (int depth = 1; depth < 64; ++depth) {
        for (int number = 1; number < 64; ++number) {
            const double product = logarithm(depth) * logarithm(number);
            plies[static_cast<std::size_t>(depth)][static_cast<std::size_t>(number)] =
                static_cast<std::uint8_t>(0.3 + product / 2.1);
        }
    }
    return plies;
}();

constexpr int reduction(int depth, int number) {
    return REDUCTION[static_cast<std::size_t>(std::min(depth, 63))]
                    [static_cast<std::size_t>(std::min(number, 63))];
}

/// Scores of forced wins count plies from the root; the table counts them from the position.
constexpr int to_table(int score, int ply) {
    if (score >= PROVEN) return score + ply;
    return score <= -PROVEN ? score - ply : score;
}

constexpr int from_table(int score, int ply) {
    if (score >= PROVEN) return score - ply;
    return score <= -PROVEN ? score + ply : score;
}

}  // namespace

/// Whether the opponent could lose a marble after this move.
bool Worker::threatens(const State& at, Move move) const {
    return read(after(at, move)).peril != 0;
}

Reading Worker::read(const State& at) const {
    return evaluate(at, weights_, options_.ends.target);
}

void Worker::complete(Reading& reading, const State& at, int ply) {
    if (pressing_ != 0) reading.score += pressed(at, ply);
    if (options_.net != nullptr) reading.score += correction(ply);
    if (counting_ != 0) reading.score = counted(at, reading.score);
    reading.score = std::clamp(reading.score, -MOST_SCORE, MOST_SCORE);
}

int Worker::correction(int ply) {
    const auto here = static_cast<std::size_t>(ply);
    const std::uint64_t key = path_[before_ + here] ^ net_key_;
    const int known = shared_.table.evaluations().find(key);
    if (known != EvaluationCache::NONE) return known;
    follow(ply);
    const int score = options_.net->evaluate(followed_[here]);
    shared_.table.evaluations().put(key, static_cast<std::int16_t>(score));
    return score;
}

/// Goes on from the last position of the line whose sums are there: those between were known.
void Worker::follow(int ply) {
    const auto here = static_cast<std::size_t>(ply);
    std::size_t from = here;
    while (followed_[from].board != boards_[from]) --from;
    for (; from < here; ++from) {
        options_.net->follow(followed_[from], boards_[from + 1], followed_[from + 1]);
    }
}

/// The evaluation, or what the table says where that is known to be nearer to the truth.
int Worker::expected(const Entry& entry, int still) const {
    const int score = entry.score();
    if (selection_.trust_table == 0 || !options_.selective || std::abs(score) >= PROVEN)
        return still;
    switch (entry.bound()) {
        case Bound::Exact:
            return score;
        case Bound::Lower:
            return std::max(score, still);
        case Bound::Upper:
            return std::min(score, still);
        default:
            return still;
    }
}

int Worker::child(const State& at, Move move, int depth, int alpha, int beta, int ply) {
    const State next = after(at, move);
    enter(next, ply + 1, depth, move.ejects(), false);
    const int score = -search(next, depth, -beta, -alpha, ply + 1, move, true);
    leave(ply + 1);
    return score;
}

/// A move that is not expected to be the best: less deeply with an empty window first, then as
/// deeply as is needed to tell.
int Worker::late_child(const State& at, Move move, int depth, int reduced, int alpha, int beta,
                       int ply) {
    const State next = after(at, move);
    enter(next, ply + 1, depth - reduced, move.ejects(), false);
    int score = -search(next, depth - reduced, -alpha - 1, -alpha, ply + 1, move, true);
    if (score > alpha && reduced > 0) {
        score = -search(next, depth, -alpha - 1, -alpha, ply + 1, move, true);
    }
    if (score > alpha && score < beta) {
        score = -search(next, depth, -beta, -alpha, ply + 1, move, true);
    }
    leave(ply + 1);
    return score;
}

int Worker::search(const State& at, int depth, int alpha, int beta, int ply, Move last,
                   bool may_pass) {
    length_[static_cast<std::size_t>(ply)] = 0;
    if (const int score = ended(at, ply); score != NOT_OVER) {
        ++nodes_;
        return score;
    }
    if (depth <= 0 || ply >= MAX_PLY) return quiesce(at, alpha, beta, ply);
    if (++nodes_ >= look_at_ && interrupted()) return 0;
    const bool selective = options_.selective;
    const bool open = beta - alpha > 1;
    if (selective) {  // nothing below can beat a win that is nearer
        alpha = std::max(alpha, -(WIN - ply));
        beta = std::min(beta, WIN - ply - 1);
        if (alpha >= beta) return alpha;
    }

    const std::uint64_t key = path_[before_ + static_cast<std::size_t>(ply)];
    // Evaluated first, although the table may say enough in one node of four: until then its line
    // is on the way from memory.
    Reading reading = read(at);
    complete(reading, at, ply);
    const Entry entry = shared_.table.find(key);
    const bool held = entry.bound() != Bound::None;
    // Without selection a deeper result would be a better one, but not the one of this depth.
    const bool enough = selective ? entry.depth() >= depth : entry.depth() == depth;
    if (held && !open && enough && limits_far(ply, depth)) {
        const int score = from_table(entry.score(), ply);
        const bool exact = entry.bound() == Bound::Exact;
        if (exact || (entry.bound() == Bound::Lower ? score >= beta : score <= alpha)) return score;
    }
    const Move hint =
        held && entry.move() != NO_MOVE && legal(at.board, entry.move()) ? entry.move() : NO_MOVE;

    const auto here = static_cast<std::size_t>(ply);
    still_[here] = reading.score;
    const int still = expected(entry, reading.score);
    const bool rising = ply >= 2 && reading.score > still_[here - 2];
    const bool calm = reading.peril == 0;
    // One ejection from the end a quiet move may threaten to win: guesses give way to reading.
    const bool near = depth <= selection_.read_depth;
    const bool hunted = near && at.board.own_lost() + 1 >= options_.ends.target;
    const bool hunting = near && at.board.opp_lost() + 1 >= options_.ends.target;
    if (selective && !open && !hunted && std::abs(beta) < PROVEN) {
        const int margin = selection_.still_margin * depth;
        if (depth <= selection_.still_depth && calm && still - margin >= beta) return still;
        if (may_pass && depth >= selection_.pass_depth && calm && still >= beta) {
            const State next = passed(at);
            const int left = depth - 4 - depth / 4;
            enter(next, ply + 1, left, false, true);
            const int score = -search(next, left, -beta, -beta + 1, ply + 1, NO_MOVE, false);
            leave(ply + 1);
            if (shared_.over.load(std::memory_order_relaxed)) return 0;
            if (score >= beta) return score >= PROVEN ? beta : score;
        }
    }
    if (selective && hint == NO_MOVE && depth >= selection_.guess_depth) --depth;

    const unsigned side = static_cast<unsigned>(ply) & 1;
    const int floor = alpha;
    int best = -INFINITE;
    Move best_move = NO_MOVE;
    int number = 0;
    std::array<Move, 64> tried;
    std::size_t tried_count = 0;
    const int few = (selection_.few_base + selection_.few_slope * depth * depth) *
                    (calm ? 100 : selection_.few_peril) / 100 *
                    (rising ? 100 : selection_.few_worse) / 100;
    const bool counted = depth <= selection_.few_depth && (calm || !hunted);
    const Outlook outlook{known_.history[side], selection_.place};
    // True ends the node. The remembered move is tried before the others are even generated.
    const auto consider = [&](Move move) {
        ++number;
        const bool quiet = !move.ejects();
        int reduced = 0;
        if (selective && quiet && number > 1) {
            const bool may_skip = !open && !hunting && best > -PROVEN;
            if (may_skip && counted && number > few) return true;  // nor any that follows
            if (may_skip && calm && move.pushed() == 0) {
                const bool hopeless = still + selection_.futile_margin * (depth + 1) <= alpha;
                if (depth <= selection_.futile_depth && hopeless) return false;
                const bool unloved = outlook.of(move) < -selection_.unloved * depth;
                if (depth <= selection_.unloved_depth && unloved) return false;
            }
            if (depth >= selection_.late_depth && number > 3) {
                reduced = reduction(depth, number) * selection_.late_percent / 100 -
                          (open ? 1 : 0) - (move.pushed() > 0 ? 1 : 0) - (calm ? 0 : 1) +
                          (rising ? 0 : selection_.late_worse) -
                          outlook.of(move) / selection_.late_history;
                reduced = std::clamp(reduced, 0, depth - 2);
                if (hunting && reduced > 0 && threatens(at, move)) reduced = 0;
            }
        }
        const int score = number == 1 ? child(at, move, depth - 1, alpha, beta, ply)
                                      : late_child(at, move, depth - 1, reduced, alpha, beta, ply);
        if (shared_.over.load(std::memory_order_relaxed)) return true;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = move;
                remember(ply, move);
            }
        }
        if (alpha >= beta) {
            if (quiet) refuted(move, last, depth, ply, std::span(tried.data(), tried_count));
            return true;
        }
        if (quiet && tried_count < tried.size()) tried[tried_count++] = move;
        return false;
    };
    if (hint == NO_MOVE || !consider(hint)) {
        Picker picker(at.board, known_, outlook, side, ply, last, hint, reading.prey != 0);
        for (Move move = picker.next(); move != NO_MOVE; move = picker.next()) {
            if (consider(move)) break;
        }
        if (number == 0) return -(WIN - ply);  // ruling B1: who cannot move has lost
    }
    if (shared_.over.load(std::memory_order_relaxed)) return 0;
    const Bound bound = best >= beta ? Bound::Lower : (best > floor ? Bound::Exact : Bound::Upper);
    shared_.table.put(key, Entry::of(best_move, to_table(best, ply), depth, bound, shared_.age));
    return best;
}

/// Ejections only, until there are none: what is left is quiet enough to be evaluated.
int Worker::quiesce(const State& at, int alpha, int beta, int ply) {
    if (++nodes_ >= look_at_ && interrupted()) return 0;
    Reading reading = read(at);
    complete(reading, at, ply);
    if (options_.leaf != nullptr && reading.prey == 0) options_.leaf->offer(at.board);
    int best = reading.score;
    if (best >= beta || reading.prey == 0 || ply >= MAX_PLY) return best;
    alpha = std::max(alpha, best);
    std::array<Move, MAX_SUCCESSORS> made;
    const std::size_t count = ejections(at.board, made);
    for (std::size_t i = 0; i < count; ++i) {
        const State next = after(at, made[i]);
        int score = WIN - ply - 1;
        if (next.board.own_lost() < options_.ends.target) {
            arrive(next.board, ply + 1);
            score = -quiesce(next, -beta, -alpha, ply + 1);
            if (shared_.over.load(std::memory_order_relaxed)) return 0;
        }
        best = std::max(best, score);
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    return best;
}

int Worker::ended(const State& at, int ply) const {
    const Ends& ends = options_.ends;
    if (at.board.own_lost() >= ends.target) return -(WIN - ply);
    if (at.board.own_marbles() == 0) return -(WIN - ply);  // set up so: nobody is there to move
    if (ends.repetition && repeated(ply)) return drawn(ply);
    if (ends.quiet > 0 && quiet_[static_cast<std::size_t>(ply)] >= ends.quiet) {
        return ends.quiet_decides ? by_ejections(at, ply) : drawn(ply);
    }
    if (ends.plies > 0 && ply >= ends.plies) return by_ejections(at, ply);
    return NOT_OVER;
}

void Worker::refuted(Move by, Move last, int depth, int ply, std::span<const Move> tried) {
    const unsigned side = static_cast<unsigned>(ply) & 1;
    const int amount = std::min(depth * depth * selection_.reward, selection_.reward_most);
    Experience::reward(known_.history[side][by.code & 4095], amount);
    for (const Move move : tried) {
        Experience::reward(known_.history[side][move.code & 4095], -amount);
    }
    auto& killers = known_.killers[static_cast<std::size_t>(ply)];
    if (killers[0] != by) {
        killers[1] = killers[0];
        killers[0] = by;
    }
    if (last != NO_MOVE) known_.answers[side][last.code & 4095] = by.code;
}

const std::array<std::int16_t, 4096> RING_GAINS = [] {
    std::array<std::int16_t, 4096> gains{};
    for (std::uint16_t code = 0; code < gains.size(); ++code) {
        const Move move{code};
        if (move.cell() >= CELL_COUNT) continue;
        const Board alone{marbles(move), 0};
        if (!legal(alone, move)) continue;
        const State before = state_of(alone);
        gains[code] = static_cast<std::int16_t>(static_cast<int>(after(before, move).opp & 0xffff) -
                                                static_cast<int>(before.own & 0xffff));
    }
    return gains;
}();

}  // namespace tablas::abalone
