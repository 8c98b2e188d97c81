#include "abak/heuristic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "abak/terms.hpp"

namespace tablas::abak::heuristic {
namespace {

/// What each term is worth in pips, in the order of the terms.
constexpr std::array<float, TERMS> WEIGHTS = {
    1.0f,   // race
    2.0f,   // borne_off
    3.0f,   // on_bar
    4.0f,   // made_points
    -0.5f,  // lone_guards
    8.0f,   // blockade
    12.0f,  // trapped
    0.3f,   // wounded_behind
    2.0f,   // general_free
    1.0f,   // druid_lurks
    1.0f,   // guards_buried
    1.0f,   // stacked
    2.0f,   // far_in
    1.0f,   // last_behind
    0.05f,  // blots_about
    0.5f,   // gaps
    1.0f,   // shots_now
    0.3f,   // shots_later
    8.0f,   // to_move
};

constexpr double PIPS_A_LOGIT = 70;
constexpr double RACE_PIPS_A_LOGIT = 8;
constexpr double MOST_LOGITS = 50;
constexpr double DOUBLE_FROM = 0.70;
constexpr double TAKE_FROM = 0.25;
constexpr double TOO_GOOD = 0.92;
constexpr float OVER = 1e6f;  // no sum of terms comes near it

/// The board seen by both sides.
struct Views {
    View own, opp;

    explicit Views(const Board& board) : own(view_of(board)), opp(view_of(turned(board))) {}

    float pips() const {
        if (opp.off == CHECKERS) return -OVER;
        if (own.off == CHECKERS) return OVER;
        const auto found = terms(own, opp);
        return std::inner_product(found.begin(), found.end(), WEIGHTS.begin(), 0.0f);
    }

    bool contact() const { return own.contact() || opp.contact(); }

    double chance() const {
        const double scale = contact() ? PIPS_A_LOGIT : RACE_PIPS_A_LOGIT;
        const double logit = std::clamp(pips() / scale, -MOST_LOGITS, MOST_LOGITS);
        return 1 / (1 + std::exp(-logit));
    }
};

}  // namespace

float evaluate(const Board& board) {
    return Views(board).pips();
}

double chance(const Board& board) {
    return Views(board).chance();
}

bool should_double(const Board& board) {
    const Views views(board);
    const double chance = views.chance();
    return chance >= DOUBLE_FROM && (chance <= TOO_GOOD || !views.contact());
}

bool should_take(const Board& board) {
    return 1 - chance(board) >= TAKE_FROM;
}

}  // namespace tablas::abak::heuristic
