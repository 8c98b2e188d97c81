#include "abalone/eval.hpp"

#include <bit>

#include "base/cpu.hpp"

namespace tablas::abalone {
namespace {

/// RIM_TOWARDS[d]: the cells from which a step in direction d leaves the board.
constexpr std::array<Cells, DIRECTION_COUNT> RIM_TOWARDS{CELLS & ~LANDS[W],  CELLS & ~LANDS[SW],
                                                         CELLS & ~LANDS[SE], CELLS & ~LANDS[E],
                                                         CELLS & ~LANDS[NE], CELLS & ~LANDS[NW]};

constexpr Cells RIM = RIM_TOWARDS[E] | RIM_TOWARDS[NE] | RIM_TOWARDS[NW] | RIM_TOWARDS[W] |
                      RIM_TOWARDS[SW] | RIM_TOWARDS[SE];

Sums sums_of(Cells marbles) {
    Sums sums = 0;
    for (; marbles != 0; marbles &= marbles - 1) {
        sums += CELL_SUMS[static_cast<unsigned>(std::countr_zero(marbles))];
    }
    return sums;
}

/// What the rows of one side along an axis are and do.
struct Force {
    int pairs = 0;
    int triples = 0;
    Cells joined = 0;    // marbles with a neighbour of their colour
    Cells pushable = 0;  // opposing marbles that can be pushed
    Cells prey = 0;      // those of them that would go over the edge
};

/// Sumitos in direction D: `pairs` and `triples` are told by their front marbles.
template <unsigned D>
[[gnu::always_inline]] inline void push(Force& force, Cells pairs, Cells triples, Cells opp,
                                        Cells blocked) {
    const Cells loose = opp & ~blocked;
    const Cells first = step<D>(pairs) & loose;
    const Cells second = step<D>(step<D>(triples) & opp) & loose;
    force.pushable |= first | second;
    force.prey |= (first | second) & RIM_TOWARDS[D];
}

template <unsigned A>
[[gnu::always_inline]] inline void along(Force& force, Cells own, Cells opp, Cells blocked,
                                         Cells blocked_back) {
    const Cells pairs = own & step<A>(own);
    const Cells triples = pairs & step<A>(pairs);
    const Cells pairs_back = before<A>(pairs);
    force.pairs += std::popcount(pairs);
    force.triples += std::popcount(triples);
    force.joined |= pairs | pairs_back;
    push<A>(force, pairs, triples, opp, blocked);
    push<opposite(A)>(force, pairs_back, before<A>(before<A>(triples)), opp, blocked_back);
}

/// Both sides along one axis; what blocks a push is the same for both.
template <unsigned A>
[[gnu::always_inline]] inline void along(Force& mine, Force& theirs, Cells own, Cells opp) {
    const Cells blocked = before<A>(own | opp);
    const Cells blocked_back = step<A>(own | opp);
    along<A>(mine, own, opp, blocked, blocked_back);
    along<A>(theirs, opp, own, blocked, blocked_back);
}

[[gnu::always_inline]] constexpr Cells around(Cells set) {
    return step<E>(set) | step<NE>(set) | step<NW>(set) | step<W>(set) | step<SW>(set) |
           step<SE>(set);
}

constexpr int lane(Sums sums, unsigned index) {
    return static_cast<int>(sums >> (16 * index) & 0xffff);
}

/// 65536 / n, to divide by a number of marbles.
constexpr std::array<std::int64_t, 2 * MARBLES + 1> SHARE = [] {
    std::array<std::int64_t, 2 * MARBLES + 1> table{};
    for (std::int64_t n = 1; n <= 2 * MARBLES; ++n) table[static_cast<std::size_t>(n)] = 65536 / n;
    return table;
}();

constexpr int FAR = 16;  // the squared distance from the centre to a corner

/// How much closer the own marbles lie around the centre of mass of all marbles: each is worth FAR
/// less its squared distance, so that losing a marble that is far away is no gain.
///
/// With S the sum of one side's places, C the centre of mass, and · the product whose square is
/// row² - row·number + number²: sum of (x - C)² = sum of x² - 2 S·C + n C².
[[gnu::always_inline]] inline int spread_lead(const State& state, int own_count, int opp_count) {
    const std::int64_t own_row = lane(state.own, 2) - 4 * own_count;
    const std::int64_t own_number = lane(state.own, 3) - 4 * own_count;
    const std::int64_t opp_row = lane(state.opp, 2) - 4 * opp_count;
    const std::int64_t opp_number = lane(state.opp, 3) - 4 * opp_count;
    const std::int64_t row = own_row + opp_row, number = own_number + opp_number;
    const std::int64_t row_lead = opp_row - own_row, number_lead = opp_number - own_number;
    const std::int64_t share = SHARE[static_cast<std::size_t>(own_count + opp_count)];
    // Twice the product of the difference of the two sums with the sum of all places.
    const std::int64_t twice =
        2 * (row_lead * row + number_lead * number) - row_lead * number - number_lead * row;
    const std::int64_t square = row * row - row * number + number * number;
    const std::int64_t moved =
        -twice * share + (opp_count - own_count) * (square * share * share / 65536);
    return FAR * (own_count - opp_count) + lane(state.opp, 1) - lane(state.own, 1) +
           static_cast<int>(moved / 65536);
}

[[gnu::always_inline]] inline Reading read(const State& state, const Weights& weights,
                                           unsigned target) {
    const Cells own = state.board.own_marbles();
    const Cells opp = state.board.opp_marbles();
    Force mine, theirs;
    along<E>(mine, theirs, own, opp);
    along<NE>(mine, theirs, own, opp);
    along<NW>(mine, theirs, own, opp);

    const unsigned skipped = LOST_TO_LOSE - target;
    int score = weights.turn + weights.ejected[(state.board.opp_lost() + skipped) & 7] -
                weights.ejected[(state.board.own_lost() + skipped) & 7];
    score += weights.pair * (mine.pairs - theirs.pairs) +
             weights.triple * (mine.triples - theirs.triples);
    score -=
        weights.lone * (std::popcount(own & ~mine.joined) - std::popcount(opp & ~theirs.joined));
    score += weights.pushable * (std::popcount(mine.pushable) - std::popcount(theirs.pushable));
    score -= weights.rim_contact *
             (std::popcount(own & RIM & around(opp)) - std::popcount(opp & RIM & around(own)));
    if (const int perils = std::popcount(theirs.prey); perils > 0) {
        score -= weights.peril + (perils > 1 ? weights.perils : 0);
    }
    const int placed = weights.ring * (lane(state.own, 0) - lane(state.opp, 0)) +
                       weights.spread * spread_lead(state, std::popcount(own), std::popcount(opp));
    return {score + placed / 100, mine.prey, theirs.prey};
}

#ifdef __x86_64__
// The x86-64 baseline has no popcount instruction; every processor with AVX2 has one.
__attribute__((target("popcnt,bmi,bmi2"))) Reading read_popcnt(const State& state,
                                                               const Weights& weights,
                                                               unsigned target) {
    return read(state, weights, target);
}
#endif

}  // namespace

State state_of(const Board& board) {
    return {board, sums_of(board.own_marbles()), sums_of(board.opp_marbles())};
}

State after(const State& state, Move move) {
    const Board next = apply(state.board, move);
    const Cells was = state.board.own_marbles(), now = next.opp_marbles();
    Sums own = state.own + sums_of(now & ~was) - sums_of(was & ~now);
    Sums opp = state.opp;
    if (move.pushed() != 0) {
        const Cells before_push = state.board.opp_marbles(), pushed = next.own_marbles();
        opp += sums_of(pushed & ~before_push) - sums_of(before_push & ~pushed);
    }
    return {next, opp, own};
}

Reading evaluate(const State& state, const Weights& weights, unsigned target) {
#ifdef __x86_64__
    if (has_avx2()) return read_popcnt(state, weights, target);
#endif
    return read(state, weights, target);
}

}  // namespace tablas::abalone
