#include "abak/shots.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tablas::abak::heuristic {
namespace {

using ByDie = std::array<Points, 7>;  // index 0 unused

/// Which points the checkers in `who` can land on, roll by roll.
class Reach {
  public:
    Reach(const View& view, Points who) : view_(view) {
        const Points general = view.tops[GENERAL] & who;
        for (int die = 1; die <= 6; ++die) {
            const std::size_t at = View::at(die);
            plays_[at] = view.plays(die) & who;
            direct_[at] = shifted(plays_[at], -die) | shifted(general, die);
        }
    }

    /// Where one of them can be after this roll, on the points that it may hit.
    Points by(int high, int low) const {
        const Points with_high = direct_[View::at(high)], with_low = direct_[View::at(low)];
        if (view_.bar == 0) return with_high | with_low | combined(high, low);
        // Who waits comes first; only one alone leaves a die for the others.
        Points reached = 1u << (BAR - high) | 1u << (BAR - low);
        if (view_.bar > 1) return reached;
        if (has(view_.open, BAR - high)) reached |= with_low;
        if (has(view_.open, BAR - low)) reached |= with_high;
        return reached;
    }

  private:
    /// One checker with both dice, or with up to four of a double, through open points.
    Points combined(int high, int low) const {
        if (high == low) return repeated(high);
        const Points both = plays_[View::at(high)] & plays_[View::at(low)];
        return shifted(shifted(both, -high) & view_.open, -low) |
               shifted(shifted(both, -low) & view_.open, -high);
    }

    Points repeated(int die) const {
        Points reached = 0, way = shifted(plays_[View::at(die)], -die);
        for (int more = 0; more < 3; ++more) {
            way = shifted(way & view_.open, -die);
            reached |= way;
        }
        return reached;
    }

    const View& view_;
    ByDie plays_{}, direct_{};
};

/// A lone guard falls to a guard, in the midfield to the druid, and to an assault of two.
class GuardFalls {
  public:
    explicit GuardFalls(const View& view)
        : view_(view), guards_(view, view.tops[GUARD]), druid_(view, view.tops[DRUID]) {
        const Points plain = view.free & ~view.tops[GUARD];
        for (const Class below : {SOLDIER, GENERAL, DRUID, EVEN, ODD}) {
            pairs_ |= plain & view.belows[below];
        }
        for (int die = 1; die <= 6; ++die) attackers_[View::at(die)] = plain & view.plays(die);
    }

    Points by(int high, int low) const {
        const Points alone = guards_.by(high, low) | (druid_.by(high, low) & MIDFIELD);
        return view_.bar == 0 ? alone | assaults(high, low) : alone;
    }

  private:
    /// Points on which two attackers can land one after the other.
    Points assaults(int high, int low) const {
        const Points first = attacks(high);
        if (high != low) return first & attacks(low);
        const Points coming = attackers_[View::at(high)];
        const Points pair = shifted(pairs_ & coming, -high);
        const Points behind = shifted(shifted(coming, -high) & view_.open, -high);
        return pair | (first & behind);
    }

    /// Where a single attacker lands with this die; in the midfield the druid is none (A3).
    Points attacks(int die) const {
        const Points coming =
            shifted(attackers_[View::at(die)], -die) | shifted(view_.tops[GENERAL], die);
        return coming & ~(shifted(view_.tops[DRUID], -die) & MIDFIELD);
    }

    const View& view_;
    Reach guards_, druid_;
    Points pairs_ = 0;
    ByDie attackers_{};
};

/// The most that one of these targets costs: a roll hits one of them.
int dearest(const Row& loss, Points targets) {
    int most = 0;
    for (; targets != 0; targets &= targets - 1) {
        most = std::max<int>(most, loss[View::at(std::countr_zero(targets))]);
    }
    return most;
}

}  // namespace

float expected_loss(const View& shooter, const Row& loss) {
    const Points guards = shooter.foe_lone & shooter.foe_tops[GUARD];
    const Points blots = shooter.foe_lone & ~guards;
    const Reach reach(shooter, shooter.free);
    const GuardFalls falls(shooter);
    int total = 0;
    for (int high = 1; high <= 6; ++high) {
        for (int low = 1; low <= high; ++low) {
            Points hit = blots & reach.by(high, low);
            if (guards != 0) hit |= guards & falls.by(high, low);
            total += (high == low ? 1 : 2) * dearest(loss, hit);
        }
    }
    return static_cast<float>(total) / 36;
}

}  // namespace tablas::abak::heuristic
