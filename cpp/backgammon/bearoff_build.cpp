#include <algorithm>
#include <cassert>
#include <memory>
#include <numeric>
#include <vector>

#include "backgammon/bearoff.hpp"
#include "dice/dice.hpp"

namespace tablas::backgammon {
namespace {

/// A side at home, and how far it has to go.
struct Home {
    Checkers side;
    unsigned pips;
    unsigned checkers;
};

/// Every side at home with at most `most` checkers, by its number.
std::vector<Home> homes(unsigned most, std::size_t count) {
    std::vector<Home> found(count);
    std::array<unsigned, HOME> points{};
    for (;;) {
        Home home{{0, 0}, 0, 0};
        for (unsigned i = 0; i < HOME; ++i) {
            home.side.low |= std::uint64_t{points[i]} << (4 * (i + 1));
            home.pips += points[i] * (i + 1);
            home.checkers += points[i];
        }
        home.side.low |= CHECKERS - home.checkers;
        found[*home_index(home.side)] = home;
        // The next: as on a counter whose digits add up to `most` at most.
        std::size_t digit = 0;
        while (digit < HOME && home.checkers == most)
            home.checkers -= points[digit], points[digit++] = 0;
        if (digit == HOME) return found;
        ++points[digit];
    }
}

/// The numbers of the sides, those with fewer pips to go first: every play leads to an earlier one.
std::vector<std::uint32_t> by_pips(const std::vector<Home>& homes) {
    std::vector<std::uint32_t> order(homes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return homes[a].pips < homes[b].pips;
    });
    return order;
}

/// The sides that a roll leads to. The opponent has one checker left, out of the way.
class Plays {
  public:
    std::span<const std::uint32_t> after(const Checkers& side, Dice dice) {
        constexpr Checkers ELSEWHERE{(CHECKERS - 1) | 1u << 4, 0};
        const std::size_t made = successors({side, ELSEWHERE}, dice, boards_);
        indices_.resize(made);
        for (std::size_t i = 0; i < made; ++i) {
            indices_[i] = static_cast<std::uint32_t>(*home_index(boards_[i].opp));
        }
        return indices_;
    }

  private:
    std::vector<Board> boards_ = std::vector<Board>(MAX_SUCCESSORS);
    std::vector<std::uint32_t> indices_;
};

/// Chances of the number of rolls while they are being computed.
struct Rolls {
    std::array<double, MOST_ROLLS> chance{};
    double mean = 0;

    /// One roll more than what follows, with this weight.
    void add(const Rolls& after, double weight) {
        for (std::size_t n = 0; n + 1 < MOST_ROLLS; ++n) chance[n + 1] += weight * after.chance[n];
        chance[MOST_ROLLS - 1] += weight * after.chance[MOST_ROLLS - 1];
        mean += weight * (1 + after.mean);
    }
    static Rolls none() {
        Rolls rolls;
        rolls.chance[0] = 1;
        return rolls;
    }
    void write(RollChances& out) const {
        for (std::size_t n = 0; n < MOST_ROLLS; ++n) out[n] = static_cast<float>(chance[n]);
    }
};

/// The one that takes the fewest rolls on average, by the table.
const Rolls& fewest(std::span<const std::uint32_t> after, const std::vector<Rolls>& table) {
    const auto sooner = [&](std::uint32_t a, std::uint32_t b) {
        return table[a].mean < table[b].mean;
    };
    return table[*std::min_element(after.begin(), after.end(), sooner)];
}

}  // namespace

void build_one_sided(std::span<RollChances> all, std::span<RollChances> first) {
    assert(all.size() == ONE_SIDED && first.size() == FULL);
    const std::vector<Home> sides = homes(CHECKERS, ONE_SIDED);
    std::vector<Rolls> whole(ONE_SIDED), one(ONE_SIDED);
    Plays plays;
    for (const std::uint32_t at : by_pips(sides)) {
        if (at == 0) whole[at] = Rolls::none();
        if (at < FULL_FROM) one[at] = Rolls::none();  // a checker is off already
        for (const Dice dice : ROLLS) {
            if (at == 0) break;
            const auto after = plays.after(sides[at].side, dice);
            const double weight = dice.weight() / 36.0;
            whole[at].add(fewest(after, whole), weight);
            if (at >= FULL_FROM) one[at].add(fewest(after, one), weight);
        }
        whole[at].write(all[at]);
        if (at >= FULL_FROM) one[at].write(first[at - FULL_FROM]);
    }
}

namespace {

/// Doubling gives twice what the game is worth with the cube on the other side, or a point if the
/// opponent drops, as he prefers; the player doubles if that is more than `undoubled`.
float best_action(float undoubled, const ExactEquities& of) {
    return std::max(undoubled, std::min(2 * of.opponent, 1.0f));
}

/// Sums over the rolls, in double precision.
struct Equities {
    double cubeless, own, centred, opponent;
};

/// Adds the best play of a roll, for each place of the cube; `theirs` are the opponent's equities
/// for each side that we may leave behind.
void add_best(Equities& sum, double weight, std::span<const std::uint32_t> after,
              const std::vector<ExactEquities>& theirs) {
    ExactEquities best{-4, -4, -4, -4};
    for (const std::uint32_t left : after) {
        if (left == 0) {
            best = {1, 1, 1, 1};
            break;
        }
        const ExactEquities& seen = theirs[left];
        best.cubeless = std::max(best.cubeless, -seen.cubeless);
        best.own = std::max(best.own, -seen.opponent);
        best.centred = std::max(best.centred, -best_action(seen.centred, seen));
        best.opponent = std::max(best.opponent, -best_action(seen.own, seen));
    }
    sum.cubeless += weight * best.cubeless;
    sum.own += weight * best.own;
    sum.centred += weight * best.centred;
    sum.opponent += weight * best.opponent;
}

}  // namespace

void build_two_sided(std::span<ExactEquities> out) {
    assert(out.size() == TWO_SIDED * TWO_SIDED);
    const std::vector<Home> sides = homes(6, TWO_SIDED);
    std::vector<std::array<std::vector<std::uint32_t>, ROLLS.size()>> after(TWO_SIDED);
    Plays plays;
    for (std::size_t at = 1; at < TWO_SIDED; ++at) {
        for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
            const auto found = plays.after(sides[at].side, ROLLS[roll]);
            after[at][roll].assign(found.begin(), found.end());
        }
    }
    // A play leads to (opponent, fewer pips): with pairs in the order of all their pips, what is
    // needed is there. theirs[o][m] is the opponent o's equity to move against our side m.
    std::vector<std::vector<ExactEquities>> theirs(TWO_SIDED,
                                                   std::vector<ExactEquities>(TWO_SIDED));
    const std::vector<std::uint32_t> order = by_pips(sides);
    const unsigned most = 2 * sides[order.back()].pips;
    std::vector<std::vector<std::uint32_t>> of_pips(most + 1);
    for (const std::uint32_t at : order) of_pips[sides[at].pips].push_back(at);
    for (unsigned pips = 2; pips <= most; ++pips) {
        for (unsigned own_pips = 1; own_pips < pips; ++own_pips) {
            for (const std::uint32_t own : of_pips[own_pips]) {
                for (const std::uint32_t opp : of_pips[pips - own_pips]) {
                    Equities sum{};
                    for (std::size_t roll = 0; roll < ROLLS.size(); ++roll) {
                        add_best(sum, ROLLS[roll].weight() / 36.0, after[own][roll], theirs[opp]);
                    }
                    theirs[own][opp] = {
                        static_cast<float>(sum.cubeless), static_cast<float>(sum.own),
                        static_cast<float>(sum.centred), static_cast<float>(sum.opponent)};
                }
            }
        }
    }
    for (std::size_t own = 0; own < TWO_SIDED; ++own) {
        std::copy(theirs[own].begin(), theirs[own].end(),
                  out.begin() + static_cast<std::ptrdiff_t>(own * TWO_SIDED));
    }
}

}  // namespace tablas::backgammon
