// Bear-off tables: what can be reckoned by hand, and what both tables must agree on.
#include "backgammon/bearoff.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tests/check.hpp"

namespace {

tablas::test::Tally tally;

using namespace tablas;
using namespace tablas::backgammon;

/// A side with checkers on the points of its home board, the rest borne off.
Checkers side(std::array<unsigned, HOME> points) {
    Checkers made{CHECKERS, 0};
    for (unsigned i = 0; i < HOME; ++i) {
        made.low += (std::uint64_t{points[i]} << (4 * (i + 1))) - points[i];
    }
    return made;
}

struct Tables {
    std::vector<RollChances> all = std::vector<RollChances>(ONE_SIDED);
    std::vector<RollChances> first = std::vector<RollChances>(FULL);
    std::vector<ExactEquities> two_sided = std::vector<ExactEquities>(TWO_SIDED * TWO_SIDED);

    Tables() {
        build_one_sided(all, first);
        build_two_sided(two_sided);
    }
    Bearoff bearoff() const { return {all, first, two_sided}; }
    const RollChances& rolls(std::array<unsigned, HOME> points) const {
        return all[*home_index(side(points))];
    }
};

bool near(double a, double b) {
    return std::abs(a - b) < 1e-6;
}

void sides_are_numbered_without_gaps() {
    CHECK_EQUAL(tally, *home_index(side({})), 0u);
    CHECK_EQUAL(tally, *home_index(side({0, 0, 0, 0, 0, 15})), FULL_FROM);
    CHECK_EQUAL(tally, *home_index(side({15, 0, 0, 0, 0, 0})), ONE_SIDED - 1);
    CHECK(tally, *home_index(side({0, 0, 0, 0, 0, 6})) < TWO_SIDED);
    CHECK(tally, *home_index(side({6, 0, 0, 0, 0, 0})) == TWO_SIDED - 1);
    CHECK(tally, !home_index(Checkers{14 | std::uint64_t{1} << 28, 0}));  // on the 7-point
    CHECK(tally, !home_index(Checkers{14, std::uint64_t{1} << 36}));      // on the bar
}

void rolls_are_those_reckoned_by_hand(const Tables& tables) {
    CHECK(tally, near(tables.rolls({1, 0, 0, 0, 0, 0})[1], 1));
    CHECK(tally, near(tables.rolls({2, 0, 0, 0, 0, 0})[1], 1));
    // Three on the ace point: a double takes them all.
    CHECK(tally, near(tables.rolls({3, 0, 0, 0, 0, 0})[1], 6 / 36.0));
    CHECK(tally, near(tables.rolls({3, 0, 0, 0, 0, 0})[2], 30 / 36.0));
    // One on the six point: any 6, 5-1, 4-2, 3-3, 2-2, and the rest with six pips or more.
    CHECK(tally, near(tables.rolls({0, 0, 0, 0, 0, 1})[1], 27 / 36.0));
    for (const RollChances& row : tables.all) {
        double sum = 0;
        for (const float chance : row) sum += chance;
        CHECK(tally, near(sum, 1));
    }
}

void two_sides_are_exact(const Tables& tables) {
    const Bearoff bearoff = tables.bearoff();
    const Board ace{side({1, 0, 0, 0, 0, 0}), side({1, 0, 0, 0, 0, 0})};
    CHECK(tally, near(bearoff.chances(ace)->win, 1));
    // 27 of 36 rolls win at once, otherwise the opponent does: equity 1/2; doubled, a perfect take.
    const Board six{side({0, 0, 0, 0, 0, 1}), side({1, 0, 0, 0, 0, 0})};
    const ExactEquities equities = *bearoff.exact(six);
    CHECK(tally, near(equities.cubeless, 0.5) && near(equities.opponent, 0.5));
    CHECK(tally, near(bearoff.chances(six)->win, 0.75));
    for (std::size_t i = 1; i < TWO_SIDED; i += 7) {
        for (std::size_t k = 1; k < TWO_SIDED; k += 5) {
            const ExactEquities& found = tables.two_sided[i * TWO_SIDED + k];
            // Whoever owns the cube is better off, and no more than a point is won.
            CHECK(tally, found.opponent <= found.cubeless + 1e-6f);
            CHECK(tally, found.own + 1e-6f >= found.centred && found.own + 1e-6f >= found.opponent);
            CHECK(tally, std::abs(found.cubeless) <= 1 && std::abs(found.own) <= 1 + 1e-6f);
        }
    }
}

void hurrying_is_nearly_perfect(const Tables& tables) {
    // The one-sided tables alone, against the exact ones: playing for the fewest rolls costs
    // little.
    double worst = 0;
    for (unsigned a = 0; a <= 3; ++a) {
        for (unsigned b = 0; b <= 3; ++b) {
            const Board board{side({a, 1, b, 0, 1, 0}), side({b, 0, 1, a, 0, 1})};
            const std::size_t own = *home_index(board.own), opp = *home_index(board.opp);
            if (own >= TWO_SIDED || opp >= TWO_SIDED) continue;
            double win = 0, left = 1;
            for (std::size_t n = 1; n < MOST_ROLLS; ++n) {
                left -= tables.all[opp][n - 1];
                win += tables.all[own][n] * left;
            }
            worst = std::max(worst, std::abs(win - tables.bearoff().chances(board)->win));
        }
    }
    CHECK(tally, worst < 0.01);
}

void gammons_are_only_lost_with_fifteen_checkers(const Tables& tables) {
    const Bearoff bearoff = tables.bearoff();
    const Board saved{side({3, 0, 0, 0, 0, 0}), side({0, 0, 0, 4, 5, 5})};
    CHECK(tally, bearoff.chances(saved)->win_gammon == 0);
    // Three on the ace point against fifteen far back: a double wins at once, a gammon; otherwise
    // the opponent has a roll to bear one off.
    const Board back{side({3, 0, 0, 0, 0, 0}), side({0, 0, 0, 0, 5, 10})};
    const Chances chances = *bearoff.chances(back);
    const float misses = 1 - tables.first[*home_index(back.opp) - FULL_FROM][1];
    CHECK(tally, near(chances.win, 1));
    CHECK(tally, near(chances.win_gammon, 6 / 36.0 + 30 / 36.0 * misses));
    CHECK(tally, chances.win_backgammon == 0 && chances.lose_gammon == 0);
    const Board turned{back.opp, back.own};
    CHECK(tally, bearoff.chances(turned)->lose_gammon > 0);
}

void tables_say_nothing_elsewhere(const Tables& tables) {
    const Bearoff bearoff = tables.bearoff();
    CHECK(tally, !bearoff.chances(start()) && !bearoff.exact(start()));
    const Board over{side({1, 0, 0, 0, 0, 0}), side({})};
    CHECK(tally, !bearoff.chances(over));
    const Board many{side({7, 0, 0, 0, 0, 0}), side({1, 0, 0, 0, 0, 0})};
    CHECK(tally, bearoff.chances(many) && !bearoff.exact(many));
}

}  // namespace

int main() {
    sides_are_numbered_without_gaps();
    const Tables tables;
    rolls_are_those_reckoned_by_hand(tables);
    two_sides_are_exact(tables);
    hurrying_is_nearly_perfect(tables);
    gammons_are_only_lost_with_fifteen_checkers(tables);
    tables_say_nothing_elsewhere(tables);
    return tally.report("bearoff");
}
