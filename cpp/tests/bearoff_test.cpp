// Bear-off tables: what can be reckoned by hand, and what both tables must agree on.
#include "backgammon/bearoff.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "backgammon/evaluator.hpp"
#include "backgammon/race_net.hpp"
#include "tests/check.hpp"
#include "tests/random_nets.hpp"

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
    Bearoff bearoff(const RaceNet* race = nullptr) const { return {all, first, two_sided, race}; }
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

/// A side with so many checkers on the six point and one on this place.
Checkers with_one_on(unsigned place, unsigned on_six = 14) {
    Checkers made = side({0, 0, 0, 0, 0, on_six});
    made.low -= 1;
    (place < 16 ? made.low : made.high) += std::uint64_t{1} << place % 16 * 4;
    return made;
}

std::vector<LayerWeights> random_race_layers() {
    Rng rng(7);
    return {test::random_layer(rng, 32, RaceNet::INPUTS, 0.3f),
            test::random_layer(rng, 16, 32, 0.3f),
            test::random_layer(rng, RaceNet::OUTPUTS, 16, 0.2f)};
}

void a_race_net_reaches_races_that_are_near() {
    const Checkers home = side({0, 0, 0, 5, 5, 5});
    CHECK(tally, RaceNet::reaches({with_one_on(8), home}));
    CHECK(tally, RaceNet::reaches({home, with_one_on(18)}));
    CHECK(tally, !RaceNet::reaches({home, with_one_on(19)}));  // a backgammon could be lost
    CHECK(tally, !RaceNet::reaches({home, with_one_on(BAR)}));
    CHECK(tally, !RaceNet::reaches({with_one_on(13), with_one_on(12)}));  // contact
    CHECK(tally, RaceNet::reaches({with_one_on(12), with_one_on(12)}));
    CHECK(tally, !RaceNet::reaches({with_one_on(8), side({})}));  // over
    CHECK(tally, !RaceNet::reaches(start()));
    const Checkers far{0, std::uint64_t{10} << 8 | std::uint64_t{5} << 4};  // 265 pips
    CHECK(tally, !RaceNet::reaches({side({15, 0, 0, 0, 0, 0}), far}));
}

void bad_race_nets_are_refused() {
    std::vector<LayerWeights> layers = random_race_layers();
    CHECK(tally, RaceNet::fault(layers) == nullptr);
    layers.pop_back();
    CHECK(tally, RaceNet::fault(layers) != nullptr);
    Rng rng(7);
    layers = random_race_layers();
    layers[0] = test::random_layer(rng, 64, RaceNet::INPUTS, 0.3f);  // products of 32
    CHECK(tally, RaceNet::fault(layers) != nullptr);
}

/// The chances of one side by the definition: places as inputs, plain layers, two bells.
SideRolls by_hand(const std::vector<LayerWeights>& layers, const Checkers& side) {
    std::vector<double> row(RaceNet::INPUTS);
    for (unsigned place = 0; place <= RaceNet::FARTHEST; ++place) {
        const unsigned there = side.at(place);
        for (unsigned k = 0; k < 3; ++k) row[place * RaceNet::UNITS + k] = there > k ? 1 : 0;
        row[place * RaceNet::UNITS + 3] = there > 3 ? (there - 3) / 3.0 : 0;
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        std::vector<double> next(layers[i].bias.begin(), layers[i].bias.end());
        for (std::size_t o = 0; o < next.size(); ++o) {
            for (std::size_t k = 0; k < row.size(); ++k) {
                next[o] += row[k] * layers[i].weights[o * row.size() + k];
            }
            if (i + 1 < layers.size()) next[o] = std::max(next[o], 0.0);
        }
        row = next;
    }
    SideRolls rolls{};
    for (std::size_t which = 0; which < 2; ++which) {
        const double* const shape = row.data() + which * (RaceNet::SHAPE + RaceNet::FREE);
        double pips = 0;
        for (unsigned place = 1; place <= RaceNet::FARTHEST; ++place) {
            const unsigned steps = which == 0 ? place : place > HOME ? place - HOME : 0;
            pips += steps * side.at(place);
        }
        const double middle = pips / 8.17 + 0.6 + shape[0];
        const double size = std::sqrt(0.28 * std::max(middle, 0.3) + 0.05) * std::exp(shape[1]);
        std::array<double, MOST_ROLLS> weight{};
        double sum = 0;
        for (std::size_t n = 1; n < MOST_ROLLS; ++n) {
            const double far = (static_cast<double>(n) - middle) / size;
            const double bent = 4 * std::tanh(far / 4);
            const double free = n <= RaceNet::FREE ? shape[RaceNet::SHAPE + n - 1] : 0;
            weight[n] = std::exp(-far * far / 2 + std::tanh(shape[2]) * std::pow(bent, 3) / 6 +
                                 std::tanh(shape[3]) * std::pow(bent, 4) / 24 + free);
            sum += weight[n];
        }
        for (std::size_t n = 0; n < MOST_ROLLS; ++n) {
            (which == 0 ? rolls.all : rolls.first)[n] = static_cast<float>(weight[n] / sum);
        }
    }
    return rolls;
}

/// The evaluator asks tables, race net and net, each for what it reaches, and mixes nothing up.
void races_are_judged_side_by_side(const Tables& tables) {
    const std::vector<LayerWeights> layers = random_race_layers();
    const RaceNet race(layers);
    const Bearoff with_race = tables.bearoff(&race), without = tables.bearoff();
    Rng rng(5);
    const Net net(std::vector{test::random_layer(rng, 16, INPUTS, 0.3f),
                              test::random_layer(rng, CLASSES, 16, 0.3f)});
    std::vector<Board> boards;
    for (unsigned i = 0; i < 200; ++i) {
        const Checkers home = side({i % 3, 0, 5, 0, 2, 3});
        const Checkers one = with_one_on(7 + i % 11, 12), other = with_one_on(7, 14);
        const Checkers whole = with_one_on(18);  // will be gammoned
        boards.push_back(i % 6 == 0   ? start()
                         : i % 6 == 1 ? Board{home, home}
                         : i % 6 == 2 ? Board{home, one}
                         : i % 6 == 3 ? Board{other, home}
                         : i % 6 == 4 ? Board{other, one}
                                      : Board{side({2, 0, 0, 0, 0, 0}), whole});
    }
    std::vector<Chances> mixed(boards.size()), plain(boards.size());
    Workspace space;
    Evaluator(net, nullptr, &with_race).evaluate(boards, mixed, space);
    Evaluator(net, nullptr, &without).evaluate(boards, plain, space);
    int judged = 0, left = 0;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const Board& board = boards[i];
        if (!RaceNet::reaches(board) || with_race.chances(board)) {
            CHECK(tally, near(mixed[i].win, plain[i].win));
            continue;
        }
        const std::array<const Checkers*, 2> sides{&board.own, &board.opp};
        std::array<SideRolls, 2> made;
        std::array<RollsOfSide, 2> rolls;
        for (std::size_t k = 0; k < 2; ++k) {
            made[k] = by_hand(layers, *sides[k]);
            const bool saved = sides[k]->at(OFF) != 0;
            const auto index = home_index(*sides[k]);
            rolls[k] = index ? with_race.rolls(*index)
                             : RollsOfSide{&made[k].all, saved ? nullptr : &made[k].first};
        }
        const Chances expected = race_chances(rolls[0], rolls[1]);
        if (expected.win_gammon + expected.lose_gammon >= RaceNet::MOST_GAMMONS) {
            ++left;
            CHECK(tally, near(mixed[i].win, plain[i].win));
            continue;
        }
        ++judged;
        CHECK(tally, std::abs(expected.win - mixed[i].win) < 1e-4);
        CHECK(tally, std::abs(expected.win_gammon - mixed[i].win_gammon) < 1e-4);
        CHECK(tally, std::abs(expected.lose_gammon - mixed[i].lose_gammon) < 1e-4);
    }
    CHECK(tally, judged > 50 && left > 0);
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
    a_race_net_reaches_races_that_are_near();
    bad_race_nets_are_refused();
    races_are_judged_side_by_side(tables);
    return tally.report("bearoff");
}
