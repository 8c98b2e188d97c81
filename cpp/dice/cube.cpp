#include "dice/cube.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace tablas {
namespace {

/// The ends of a game as shares of all wins and all losses.
struct Shares {
    double win, gammons, backgammons, lost_gammons, lost_backgammons;

    explicit Shares(const Chances& chances) : win(std::clamp<double>(chances.win, 0, 1)) {
        const auto share = [](double part, double whole) {
            return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
        };
        gammons = share(chances.win_gammon, win);
        backgammons = std::min(gammons, share(chances.win_backgammon, win));
        lost_gammons = share(chances.lose_gammon, 1 - win);
        lost_backgammons = std::min(lost_gammons, share(chances.lose_backgammon, 1 - win));
    }
};

/// The corners of the worth of a live cube over the chance to win: from (0, lost) over
/// (take, dropped) and (cash, cashed) to (1, won). A side that cannot use the cube has no corner:
/// its point is 0 or 1.
struct Corners {
    double lost, take, dropped, cash, cashed, won;

    double at(double win) const {
        const auto line = [win](double x0, double y0, double x1, double y1) {
            return x1 > x0 ? y0 + (win - x0) / (x1 - x0) * (y1 - y0) : y1;
        };
        if (win < take) return line(0, lost, take, dropped);
        if (win > cash) return line(cash, cashed, 1, won);
        return line(take, dropped, cash, cashed);
    }
};

/// One game under its terms: what its ends are worth at any cube, with given shares of gammons.
class Ends {
  public:
    Ends(const Chances& chances, const CubeTerms& terms) : shares_(chances), terms_(terms) {}

    double after(int points) const {
        if (!terms_.match()) return points;
        // Whoever stands one point from the end stood there before this game as well, unless this
        // game brings them there: only then is the next one the Crawford game.
        const bool over = terms_.own_away == 1 || terms_.opp_away == 1;
        const int own = terms_.own_away - std::max(points, 0);
        const int opp = terms_.opp_away + std::min(points, 0);
        return 2 * terms_.table->chance(own, opp, over) - 1;
    }
    double won(int value) const {
        return (1 - shares_.gammons) * after(value) +
               (shares_.gammons - shares_.backgammons) * after(2 * value) +
               shares_.backgammons * after(3 * value);
    }
    double lost(int value) const {
        return (1 - shares_.lost_gammons) * after(-value) +
               (shares_.lost_gammons - shares_.lost_backgammons) * after(-2 * value) +
               shares_.lost_backgammons * after(-3 * value);
    }
    /// Whether a side gains anything by a higher cube; in a match not if this one is enough.
    bool useful(int value) const { return !terms_.match() || value < terms_.own_away; }
    bool useful_to_opponent(int value) const { return !terms_.match() || value < terms_.opp_away; }

    /// The live points at which a double from `value` to twice that is as well taken as dropped:
    /// by the player to move, and by the opponent. The next owner will have such points in turn.
    double take_point(int value) const {
        if (!terms_.match()) {
            const double w = won(1), l = -lost(1);
            return (l - 0.5) / (w + l + 0.5);
        }
        const double bottom = lost(2 * value), dropped = after(-value);
        const bool lives = useful(2 * value);
        const double end = lives ? cash_point(2 * value) : 1;
        const double top = lives ? after(2 * value) : won(2 * value);
        return point(end * (dropped - bottom), top - bottom);
    }
    double cash_point(int value) const {
        if (!terms_.match()) {
            const double w = won(1), l = -lost(1);
            return (l + 1) / (w + l + 0.5);
        }
        const bool lives = useful_to_opponent(2 * value);
        const double begin = lives ? take_point(2 * value) : 0;
        const double bottom = lives ? after(-2 * value) : lost(2 * value);
        const double top = won(2 * value), cashed = after(value);
        return std::min(1.0, begin + point((1 - begin) * (cashed - bottom), top - bottom));
    }
    /// The same for a cube that will not be turned again.
    double dead_take_point(int value) const {
        return point(after(-value) - lost(2 * value), won(2 * value) - lost(2 * value));
    }
    double dead_cash_point(int value) const {
        return point(after(value) - lost(2 * value), won(2 * value) - lost(2 * value));
    }

    Corners corners(Cube cube) const {
        const int value = cube.value;
        const bool single = terms_.jacoby && cube.owner == Owner::Centred;
        Corners found{single ? after(-value) : lost(value), 0, 0, 1, 0,
                      single ? after(value) : won(value)};
        found.dropped = found.lost;
        found.cashed = found.won;
        if (cube.owner != Owner::Own && useful_to_opponent(value)) {
            found.take = take_point(value);
            found.dropped = after(-value);
        }
        if (cube.owner != Owner::Opponent && useful(value)) {
            found.cash = cash_point(value);
            found.cashed = after(value);
        }
        return found;
    }

    /// Without further use of the cube, but for doubles that risk nothing: a side that loses the
    /// match with this game anyway turns the cube at its next turn.
    double dead(Cube cube) const {
        const double win = shares_.win;
        const auto at = [&](int value) { return win * won(value) + (1 - win) * lost(value); };
        const bool single = terms_.jacoby && cube.owner == Owner::Centred;
        if (single) return (2 * win - 1) * cube.value;
        if (terms_.match() && !terms_.crawford) {
            const int value = cube.value;
            if (cube.owner != Owner::Opponent && useful(value) && !useful_to_opponent(value)) {
                return std::min(at(2 * value), after(value));
            }
            if (cube.owner != Owner::Own && useful_to_opponent(value) && !useful(value)) {
                return std::max(at(2 * value), after(-value));
            }
        }
        return at(cube.value);
    }
    double live(Cube cube) const { return corners(cube).at(shares_.win); }

  private:
    /// A share, where the ends do not coincide.
    static double point(double part, double whole) {
        return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
    }

    Shares shares_;
    const CubeTerms& terms_;
};

/// Where a rising function of the chance to win reaches a level.
template <class Function>
double reaches(Function function, double level) {
    double low = 0, high = 1;
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2;
        (function(middle) < level ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// Other chances to win with the same shares of gammons.
Chances with_win(const Chances& chances, double win) {
    const Shares shares(chances);
    const auto part = [](double whole, double share) { return static_cast<float>(whole * share); };
    return {static_cast<float>(win), part(win, shares.gammons), part(win, shares.backgammons),
            part(1 - win, shares.lost_gammons), part(1 - win, shares.lost_backgammons)};
}

}  // namespace

double settled(int points, const CubeTerms& terms, Cube cube) {
    if (terms.jacoby && cube.owner == Owner::Centred) points = std::clamp(points, -1, 1);
    return Ends(Chances{}, terms).after(points * cube.value);
}

double dead_worth(const Chances& chances, const CubeTerms& terms, Cube cube) {
    const double one = settled(1, terms, cube), lost = settled(-1, terms, cube);
    const double two = settled(2, terms, cube), lost_two = settled(-2, terms, cube);
    return lost + chances.win * (one - lost) + chances.win_gammon * (two - one) +
           chances.win_backgammon * (settled(3, terms, cube) - two) +
           chances.lose_gammon * (lost_two - lost) +
           chances.lose_backgammon * (settled(-3, terms, cube) - lost_two);
}

double worth(const Chances& chances, const CubeTerms& terms, Cube cube, double efficiency) {
    assert(!terms.match() || terms.table != nullptr);
    if (terms.crawford) return dead_worth(chances, terms, cube);
    const Ends ends(chances, terms);
    if (terms.match()) {
        return efficiency * ends.live(cube) + (1 - efficiency) * ends.dead(cube);
    }
    // Money play has one scale: the same at every value of the cube.
    const Cube one{1, cube.owner};
    return cube.value * (efficiency * ends.live(one) + (1 - efficiency) * ends.dead(one));
}

double efficiency_at(int pips, std::span<const MeasuredEfficiency> measured) {
    if (pips <= measured.front().pips) return measured.front().efficiency;
    for (std::size_t i = 1; i < measured.size(); ++i) {
        const MeasuredEfficiency& low = measured[i - 1];
        const MeasuredEfficiency& high = measured[i];
        if (pips > high.pips) continue;
        const double share = static_cast<double>(pips - low.pips) / (high.pips - low.pips);
        return low.efficiency + share * (high.efficiency - low.efficiency);
    }
    return measured.back().efficiency;
}

bool may_double(const CubeTerms& terms, Cube cube) {
    return cube.owner != Owner::Opponent && !terms.crawford &&
           (!terms.match() || cube.value < terms.own_away);
}

double equity_of(double worth, const CubeTerms& terms, Cube cube) {
    const Ends ends(Chances{}, terms);
    const double won = ends.after(cube.value), lost = ends.after(-cube.value);
    return 2 * (worth - lost) / (won - lost) - 1;
}

double gammon_price(const CubeTerms& terms, Cube cube, bool own) {
    const Ends ends(Chances{}, terms);
    const int value = cube.value;
    const double won = ends.after(value), lost = ends.after(-value);
    const double gained = own ? ends.after(2 * value) - won : lost - ends.after(-2 * value);
    return gained / (won - lost);
}

CubePoints cube_points(const Chances& chances, const CubeTerms& terms, Cube cube,
                       double efficiency) {
    const Ends ends(chances, terms);
    const auto owned = [&](Owner owner) {
        return [&, owner](double win) {
            return worth(with_win(chances, win), terms, {2 * cube.value, owner}, efficiency);
        };
    };
    return {ends.dead_take_point(cube.value),
            ends.take_point(cube.value),
            reaches(owned(Owner::Own), ends.after(-cube.value)),
            ends.dead_cash_point(cube.value),
            ends.cash_point(cube.value),
            reaches(owned(Owner::Opponent), ends.after(cube.value))};
}

CubeWorth cube_worth(const Chances& chances, const CubeTerms& terms, Cube cube, double efficiency) {
    const Cube beavered{4 * cube.value, Owner::Opponent};
    return {worth(chances, terms, cube, efficiency),
            worth(chances, terms, cube.turned(), efficiency), settled(1, terms, {cube.value}),
            worth(chances, terms, beavered, efficiency)};
}

CubeAction best_action(const CubeWorth& found, const CubeTerms& terms, Cube cube) {
    CubeAction action{false, false, Answer::Take};
    if (terms.beavers && !terms.match() && found.double_beaver < found.double_take) {
        action.answer = Answer::Beaver;
    } else if (found.double_take > found.double_drop) {
        action.answer = Answer::Drop;
    }
    if (!may_double(terms, cube)) return action;
    constexpr double ROUNDING = 1e-9;
    const double doubled = found.doubled(terms.beavers && !terms.match());
    action.doubles = doubled >= found.no_double - ROUNDING;
    action.too_good = !action.doubles && action.answer == Answer::Drop;
    return action;
}

}  // namespace tablas
