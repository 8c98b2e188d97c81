#include "abak/terms.hpp"

#include <algorithm>
#include <bit>

#include "abak/shots.hpp"

namespace tablas::abak::heuristic {
namespace {

constexpr Points HOME = between(1, 6);
constexpr Points THEIR_HOME = between(19, 24);

/// How much a made point is worth by its number (`MADE` in terms.py says why).
constexpr std::array<float, ROWS> MADE = {0,    0.3f, 0.6f, 0.8f, 1.0f, 1.1f, 1.0f, 1.0f, 0.8f,
                                          0.6f, 0.5f, 0.4f, 0.4f, 0.4f, 0.3f, 0.3f, 0.4f, 0.4f,
                                          0.7f, 0.6f, 0.9f, 1.0f, 0.7f, 0.4f, 0.3f, 0};

/// A checker that still has k of its six next points blocked: a prime of five or six is a prison.
constexpr std::array<float, 7> HELD_BY_BLOCKS = {0, 0.1f, 0.3f, 0.8f, 1.8f, 3.5f, 6.0f};

/// The sum of `what(point)` over all points.
template <class What>
auto total(What what) {
    decltype(what(1)) sum = 0;
    for (int point = 1; point < BAR; ++point) sum += what(point);
    return sum;
}

int number(Points points) {
    return std::popcount(points);
}

/// The same points by the opponent's numbers: p is his 25 - p.
Points reversed(Points points) {
    Points seen = 0;
    for (; points != 0; points &= points - 1) seen |= 1u << (BAR - std::countr_zero(points));
    return seen;
}

Row reversed(const Row& row) {
    Row seen;
    std::reverse_copy(row.begin(), row.end(), seen.begin());
    return seen;
}

/// Pips left, as a loss.
float race(const View& own, const View&) {
    return static_cast<float>(-own.pips());
}

/// Checkers off: they cannot be hit any more, and the first one saves the gammon.
float borne_off(const View& own, const View&) {
    return static_cast<float>(own.off + (own.off > 0 ? 1 : 0));
}

/// Checkers on the bar, each the worse the more of the opponent's home is blocked.
float on_bar(const View& own, const View& opp) {
    const float shut = 1 + static_cast<float>(number(opp.blocks & HOME)) / 6;
    return static_cast<float>(-own.bar) * (shut * shut);
}

/// Points that the opponent cannot land on, by where they are.
float made_points(const View& own, const View&) {
    return total([&](int p) { return has(own.blocks, p) ? MADE[View::at(p)] : 0; });
}

/// Points held by one guard alone: a checker is saved, but two can assault it.
float lone_guards(const View& own, const View&) {
    return static_cast<float>(number(own.lone & own.tops[GUARD]));
}

float held(std::size_t blocked) {
    return HELD_BY_BLOCKS[blocked];
}

/// How far the opponent's checkers on one of his points are held behind walls. A wounded on top has
/// three dice only: one blocked counts as two.
float held_at(const View& opp, Points walls, int point) {
    const int run = opp.run[View::at(point)];
    if (run == 0) return 0;
    const auto blocked = [&](int die) { return point > die && has(walls, point - die) ? 1u : 0u; };
    const std::size_t odd = blocked(1) + blocked(3) + blocked(5);
    const std::size_t even = blocked(2) + blocked(4) + blocked(6);
    float sum = held(odd + even) * static_cast<float>(run);
    if (has(opp.tops[EVEN], point)) sum += held(2 * even) - held(odd + even);
    if (has(opp.tops[ODD], point)) sum += held(2 * odd) - held(odd + even);
    return sum;
}

/// How far the opponent's checkers are held behind own blocks; the wounded by their dice.
float blockade(const View& own, const View& opp) {
    const Points walls = reversed(own.blocks);
    const auto entry = static_cast<std::size_t>(number(walls & THEIR_HOME));
    return total([&](int p) { return held_at(opp, walls, p); }) +
           held(entry) * static_cast<float>(opp.bar);
}

/// Own checkers held under an enemy: lost time, and no bearing off until they are free. One under
/// a lone druid can be freed by a hit, one under a run of two cannot.
float trapped(const View& own, const View&) {
    return static_cast<float>(
        -total([&](int p) { return own.trapped(p) * (own.foe_run[View::at(p)] >= 2 ? 2 : 1); }));
}

/// The way of the wounded up to home: half of the dice are useless to them.
float wounded_behind(const View& own, const View&) {
    const Points wounded = own.tops[EVEN] | own.tops[ODD];
    return static_cast<float>(
        -total([&](int p) { return has(wounded, p) ? std::max(p - 6, 0) : 0; }));
}

/// The general on top of its stack and in front of a checker to help: it plays both ways.
float general_free(const View& own, const View&) {
    const Points general = own.tops[GENERAL];
    const bool helps = own.counted(7, 24) > number(general & ~HOME);
    return static_cast<float>(helps ? number(general) : 0);
}

/// The druid free and behind enemies in the midfield: it threatens to trap.
float druid_lurks(const View& own, const View&) {
    int prey = 0;
    return static_cast<float>(total([&](int p) {
        prey += has(own.foe_lone & MIDFIELD, p) ? 1 : 0;
        return has(own.tops[DRUID], p) ? std::min(prey, 3) + (p > 12 ? 1 : 0) : 0;
    }));
}

/// Guards that stand in a run of others: a guard alone would make a second point.
float guards_buried(const View& own, const View&) {
    return static_cast<float>(number(own.tops[GUARD] & own.lone) + own.wait[GUARD] - 2);
}

/// Checkers above the third of a point: they wait for the one on top, and block nothing new.
float stacked(const View& own, const View&) {
    return static_cast<float>(-total([&](int p) { return std::max(own.run[View::at(p)] - 3, 0); }));
}

/// Checkers on the 1- and 2-point while others are still on their way: out of play.
float far_in(const View& own, const View& opp) {
    const bool fight = own.counted(13, 24) + opp.counted(13, 24) > 0;
    return static_cast<float>(fight ? -own.counted(1, 2) : 0);
}

/// Checkers in the opponent's home, which must still come all the way round.
float last_behind(const View& own, const View&) {
    return static_cast<float>(-own.counted(19, 24));
}

/// Pips that a hit on each lone own checker takes away, and the trouble of coming in again.
Row loss_if_hit(const View& own, const View& opp) {
    const int closed = number(opp.blocks & HOME);
    const int trouble = 4 + closed * closed / 2;
    Row loss{};
    for (int point = 1; point < BAR; ++point) {
        if (!has(own.lone, point)) continue;
        loss[View::at(point)] = static_cast<std::uint8_t>(BAR - point + trouble);
    }
    return loss;
}

/// Blots that enemies have not passed yet, by what they would lose.
float blots_about(const View& own, const View& opp) {
    const Row loss = loss_if_hit(own, opp);
    int behind = opp.bar;  // the bar stands behind all of them
    return static_cast<float>(-total([&](int p) {
        behind += own.enemies(p);
        return behind > 0 && has(own.blots(), p) ? loss[View::at(p)] : 0;
    }));
}

/// Empty home points while bearing off: they waste small dice.
float gaps(const View& own, const View&) {
    if (own.counted(7, 24) + own.bar > 0) return 0;
    return static_cast<float>(-std::count(own.count.begin() + 1, own.count.begin() + 7, 0));
}

using Term = float (*)(const View&, const View&);

/// The terms that are counted for both sides.
constexpr std::array<Term, TERMS - 3> BOTH = {
    race,    borne_off,      on_bar,       made_points, lone_guards,   blockade,
    trapped, wounded_behind, general_free, druid_lurks, guards_buried, stacked,
    far_in,  last_behind,    blots_about,  gaps};

}  // namespace

std::array<float, TERMS> terms(const View& own, const View& opp) {
    std::array<float, TERMS> found;
    for (std::size_t i = 0; i < BOTH.size(); ++i) found[i] = BOTH[i](own, opp) - BOTH[i](opp, own);
    const float shots_now = expected_loss(own, reversed(loss_if_hit(opp, own)));
    const float shots_later = -expected_loss(opp, reversed(loss_if_hit(own, opp)));
    const float to_move = 1;
    std::ranges::copy(std::array{shots_now, shots_later, to_move}, found.begin() + BOTH.size());
    return found;
}

}  // namespace tablas::abak::heuristic
