// The cube: cases worked out by hand, and the match equity table.
#include "dice/cube.hpp"

#include <cmath>

#include "abak/cube.hpp"
#include "backgammon/cube.hpp"
#include "tests/check.hpp"

namespace {

tablas::test::Tally tally;

using namespace tablas;

bool near(double a, double b, double within = 1e-6) {
    return std::abs(a - b) <= within;
}

CubeTerms match(int own, int opp, bool crawford = false) {
    return {own, opp, crawford, false, false, &backgammon::match_equity()};
}

constexpr Chances plain(float win) {
    return {win, 0, 0, 0, 0};
}

void money_without_gammons() {
    const CubePoints points = cube_points(plain(0.5f), {}, {}, 0.5);
    CHECK(tally, near(points.dead_take, 0.25) && near(points.live_take, 0.2));
    CHECK(tally, near(points.dead_cash, 0.75) && near(points.live_cash, 0.8));
    CHECK(tally, points.take > 0.2 && points.take < 0.25);
    CHECK(tally, near(points.take + points.cash, 1, 1e-6));
    // Dead: 2p - 1. Live, centred: from -1 at 20 % to +1 at 80 %. Owned: from -1 at 0 to +1 at 80
    // %.
    CHECK(tally, near(worth(plain(0.6f), {}, {}, 0), 0.2));
    CHECK(tally, near(worth(plain(0.65f), {}, {}, 1), 0.5));
    CHECK(tally, near(worth(plain(0.4f), {}, {1, Owner::Own}, 1), 0));
    CHECK(tally, near(worth(plain(0.6f), {}, {1, Owner::Opponent}, 1), 0));
    CHECK(tally, near(worth(plain(0.6f), {}, {4, Owner::Opponent}, 0.5), 4 * 0.1));
    CHECK(tally, near(worth(plain(1.0f), {}, {}, 1), 1) && near(worth(plain(0.0f), {}, {}, 1), -1));
}

void doubles_takes_and_drops_for_money() {
    const auto action = [](float win, CubeTerms terms = {}, Cube cube = {}) {
        return best_action(cube_worth(plain(win), terms, cube, 0.68), terms, cube);
    };
    CHECK(tally, !action(0.5f).doubles && action(0.5f).answer == Answer::Take);
    CHECK(tally, action(0.75f).doubles && action(0.75f).answer == Answer::Take);
    CHECK(tally, action(0.85f).doubles && action(0.85f).answer == Answer::Drop);
    CHECK(tally, !action(0.85f, {}, {2, Owner::Opponent}).doubles);
    // Redoubles give up the cube: they need more than first doubles.
    float initial = 0, again = 0;
    for (float win = 0.5f; win < 0.8f; win += 0.001f) {
        if (initial == 0 && action(win).doubles) initial = win;
        if (again == 0 && action(win, {}, {2, Owner::Own}).doubles) again = win;
    }
    CHECK(tally, initial > 0.66f && again > initial && again < 0.785f);
}

void gammons_make_a_position_too_good() {
    const Chances gammonish{0.9f, 0.6f, 0.0f, 0.01f, 0.0f};
    const CubeWorth found = cube_worth(gammonish, {}, {}, 0.68);
    CHECK(tally, found.no_double > found.double_drop);
    const CubeAction action = best_action(found, {}, {});
    CHECK(tally, !action.doubles && action.too_good && action.answer == Answer::Drop);
    // Jacoby: gammons count nothing before the cube is turned, so that it is cashed.
    const CubeTerms jacoby{0, 0, false, true, false, nullptr};
    CHECK(tally, best_action(cube_worth(gammonish, jacoby, {}, 0.68), jacoby, {}).doubles);
    CHECK(tally, near(settled(3, jacoby, {}), 1) && near(settled(3, jacoby, {2, Owner::Own}), 6));
}

void a_double_by_the_underdog_is_beavered() {
    const CubeTerms beavers{0, 0, false, false, true, nullptr};
    const CubeWorth found = cube_worth(plain(0.45f), beavers, {}, 0.68);
    CHECK(tally, found.double_take < 0 && near(found.double_beaver, 2 * found.double_take));
    CHECK(tally, best_action(found, beavers, {}).answer == Answer::Beaver);
    CHECK(tally, best_action(found, {}, {}).answer == Answer::Take);
    CHECK(tally, !best_action(found, beavers, {}).doubles);
}

void prices_and_points_in_a_match() {
    CHECK(tally, near(gammon_price({}, {}, true), 0.5));
    // Two away each, cube on 2: the game decides, gammons are worth nothing and 50 % of the drop's
    // chance is what a take needs.
    CHECK(tally, near(gammon_price(match(2, 2), {2, Owner::Own}, true), 0));
    // Cube on 1: a gammon wins the match, a single game leaves 1-2 in the Crawford game.
    const double ahead = backgammon::match_equity().chance(1, 2, false);
    CHECK(tally, near(gammon_price(match(2, 2), {}, true), (1 - ahead) / (2 * ahead - 1)));
    // The take point: a drop leaves 2-1 behind, a take plays for the match.
    const CubePoints points = cube_points(plain(0.5f), match(2, 2), {}, 0.68);
    CHECK(tally, near(points.dead_take, 1 - ahead) && near(points.live_take, 1 - ahead));
    CHECK(tally, near(points.take, 1 - ahead, 1e-5));
    // Double match point: the cube is dead and worth is the chance of winning.
    CHECK(tally, near(worth(plain(0.7f), match(1, 1), {}, 0.68), 0.4));
    CHECK(tally, !may_double(match(1, 1), {}) && !may_double(match(1, 3, true), {}));
    CHECK(tally, !may_double(match(3, 1, true), {}) && may_double(match(3, 1), {}));
}

void after_the_crawford_game_the_trailer_doubles() {
    // Even chances, or worse: nothing is lost by doubling against an opponent who needs one point.
    for (const float win : {0.2f, 0.4f, 0.5f}) {
        const CubeWorth found = cube_worth(plain(win), match(3, 1), {}, 0.68);
        CHECK(tally, best_action(found, match(3, 1), {}).doubles);
    }
    // The free drop: two away, the leader takes up to even chances and not beyond.
    const auto answer = [](float win, int away) {
        const CubeTerms terms = match(away, 1);
        return best_action(cube_worth(plain(win), terms, {}, 0.68), terms, {}).answer;
    };
    CHECK(tally, answer(0.49f, 2) == Answer::Take && answer(0.51f, 2) == Answer::Drop);
    // Three away a drop costs half the match: the leader takes much more.
    CHECK(tally, answer(0.6f, 3) == Answer::Take && answer(0.99f, 3) == Answer::Drop);
    CHECK(tally, !may_double(match(1, 3), {}));
}

void worth_is_symmetric_and_rises_with_the_chances() {
    const Chances some{0.4f, 0.1f, 0.01f, 0.2f, 0.02f};
    for (const int own : {0, 1, 2, 4, 7}) {
        for (const int opp : {0, 1, 2, 3, 9}) {
            if ((own == 0) != (opp == 0)) continue;
            const CubeTerms terms{own, opp, false, false, false, &backgammon::match_equity()};
            for (const Cube cube :
                 {Cube{}, {2, Owner::Own}, {2, Owner::Opponent}, {8, Owner::Own}}) {
                const double seen = worth(some, terms, cube, 0.6);
                CHECK(
                    tally,
                    near(seen, -worth(some.swapped(), terms.swapped(), cube.swapped(), 0.6), 1e-6));
                double before = -10 * cube.value;
                for (int i = 0; i <= 100; ++i) {
                    const auto win = static_cast<float>(i) / 100;
                    const double now = worth({win, win / 5, 0, (1 - win) / 5, 0}, terms, cube, 0.6);
                    CHECK(tally, now >= before - 1e-9);
                    before = now;
                }
            }
        }
    }
}

void the_table_is_symmetric_and_monotone(const MatchEquity& table) {
    for (int own = 1; own <= MatchEquity::LONGEST; ++own) {
        CHECK(tally, near(table.chance(own, own, false), 0.5));
        for (int opp = 1; opp <= MatchEquity::LONGEST; ++opp) {
            CHECK(tally, near(table.chance(own, opp, false) + table.chance(opp, own, false), 1));
            if (opp < MatchEquity::LONGEST) {
                CHECK(tally, table.chance(own, opp + 1, false) > table.chance(own, opp, false));
            }
        }
        if (own > 1) {
            CHECK(tally, table.chance(own, 1, true) < table.chance(own - 1, 1, true));
            CHECK(tally, table.chance(own, 1, false) < table.chance(own - 1, 1, true));
        }
    }
    CHECK(tally, table.chance(0, 3, false) == 1 && table.chance(3, -1, true) == 0);
}

void equity_is_worth_in_units_of_the_cube() {
    CHECK(tally, near(equity_of(3, {}, {2, Owner::Own}), 1.5));
    const CubeTerms terms = match(5, 3);
    CHECK(tally, near(equity_of(settled(1, terms, {}), terms, {}), 1));
    CHECK(tally, near(equity_of(settled(-1, terms, {}), terms, {}), -1));
    CHECK(tally, near(dead_worth(plain(1), terms, {}), settled(1, terms, {})));
}

}  // namespace

int main() {
    money_without_gammons();
    doubles_takes_and_drops_for_money();
    gammons_make_a_position_too_good();
    a_double_by_the_underdog_is_beavered();
    prices_and_points_in_a_match();
    after_the_crawford_game_the_trailer_doubles();
    worth_is_symmetric_and_rises_with_the_chances();
    the_table_is_symmetric_and_monotone(backgammon::match_equity());
    the_table_is_symmetric_and_monotone(abak::match_equity());
    equity_is_worth_in_units_of_the_cube();
    return tally.report("cube");
}
