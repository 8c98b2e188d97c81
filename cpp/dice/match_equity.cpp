#include "dice/match_equity.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dice/cube.hpp"

namespace tablas {
namespace {

/// The mean of what a normal variable exceeds `bound` by.
double mean_excess(double mean, double spread, double bound) {
    const double z = (bound - mean) / spread;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    const double beyond = std::erfc(z / std::numbers::sqrt2) / 2;
    return spread * density - (bound - mean) * beyond;
}

Chances even_chances(const MatchModel& model) {
    const auto gammon = static_cast<float>(model.win_gammon);
    const auto triple = static_cast<float>(model.win_backgammon);
    return {0.5f, gammon, triple, gammon, triple};
}

}  // namespace

MatchEquity::MatchEquity(const MatchModel& model)
    : model_(model), trailing_(LONGEST + 1), table_(LONGEST * LONGEST) {
    fill_after_crawford();
    fill_crawford();
    fill_before_crawford();
}

void MatchEquity::fill_after_crawford() {
    const double gammons = 2 * model_.win_gammon, backgammons = 2 * model_.win_backgammon;
    trailing_[0] = 1;
    trailing_[1] = 0.5;
    for (int away = 2; away <= LONGEST; ++away) {
        const auto needs = [&](int points) { return after_crawford(std::max(away - points, 0)); };
        // At 2 on the cube the trailer's chances are worth `won` each; the leader drops where they
        // are worth more than a drop.
        const double won =
            (1 - gammons) * needs(2) + (gammons - backgammons) * needs(4) + backgammons * needs(6);
        const double bound = needs(1) / won;
        const double saved = mean_excess(model_.led_mean, model_.led_spread, bound) +
                             mean_excess(model_.began_mean, model_.began_spread, bound);
        trailing_[static_cast<std::size_t>(away)] = won * (0.5 - saved / 2);
    }
}

void MatchEquity::fill_crawford() {
    for (int away = 1; away <= LONGEST; ++away) {
        const auto needs = [&](int points) { return after_crawford(std::max(away - points, 0)); };
        const double won = (model_.crawford_win - model_.crawford_gammon) * needs(1) +
                           (model_.crawford_gammon - model_.win_backgammon) * needs(2) +
                           model_.win_backgammon * needs(3);
        table_[index(away, 1)] = away == 1 ? 0.5 : won;
        table_[index(1, away)] = away == 1 ? 0.5 : 1 - won;
    }
}

void MatchEquity::fill_before_crawford() {
    const Chances even = even_chances(model_);
    for (int total = 4; total <= 2 * LONGEST; ++total) {
        for (int own = std::max(2, total - LONGEST); own <= std::min(LONGEST, total - 2); ++own) {
            const int opp = total - own;
            const CubeTerms terms{own, opp, false, false, false, this};
            const double found = (1 + worth(even, terms, {}, model_.efficiency)) / 2;
            // Rounding would otherwise leave the two halves unequal in the last digits.
            table_[index(own, opp)] = own == opp ? 0.5 : found;
            if (own > opp) table_[index(own, opp)] = 1 - table_[index(opp, own)];
        }
    }
}

}  // namespace tablas
