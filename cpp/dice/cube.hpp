#pragma once

#include <cstdint>
#include <span>

#include "dice/chances.hpp"
#include "dice/match_equity.hpp"

// The doubling cube for either dice game: what chances are worth with it, and when to turn it.
//
// Worth is what the player to move wants to make large: points in money play (a game won with the
// cube on 4 is worth 4), and in a match twice the chance of winning it less one. It changes its
// sign with the side that looks.
namespace tablas {

enum class Owner : std::uint8_t { Centred, Own, Opponent };

/// The cube as the player to move sees it.
struct Cube {
    int value = 1;
    Owner owner = Owner::Centred;

    constexpr Cube swapped() const {
        if (owner == Owner::Centred) return *this;
        return {value, owner == Owner::Own ? Owner::Opponent : Owner::Own};
    }
    /// Doubled by the player to move and taken.
    constexpr Cube turned() const { return {2 * value, Owner::Opponent}; }
    constexpr bool operator==(const Cube&) const = default;
};

/// What is agreed on: a match, or money play with its options.
struct CubeTerms {
    int own_away = 0;  ///< points that the player to move needs; 0 is money play
    int opp_away = 0;
    bool crawford = false;  ///< this is the Crawford game: no cube
    bool jacoby = false;    ///< money: gammons count only once the cube has been turned
    bool beavers = false;   ///< money: who takes may turn the cube at once and keep it
    const MatchEquity* table = nullptr;

    constexpr bool match() const { return own_away > 0; }
    constexpr CubeTerms swapped() const {
        return {opp_away, own_away, crawford, jacoby, beavers, table};
    }
};

/// What a game that ends now is worth; `points` as a game's outcome() gives them, seen by the
/// player to move. With Jacoby and the cube in the middle no game counts more than one.
double settled(int points, const CubeTerms& terms, Cube cube);

/// The same for chances that will never see the cube again: a sum over the ways to end.
double dead_worth(const Chances& chances, const CubeTerms& terms, Cube cube);

/// What the chances are worth with the cube where it stands, by Janowski's interpolation: a share
/// `efficiency` of the live cube (turned at the very moment when a drop costs nothing) and the rest
/// of the dead one.
double worth(const Chances& chances, const CubeTerms& terms, Cube cube, double efficiency);

/// An efficiency that was measured, at so many pips of the player to move.
struct MeasuredEfficiency {
    int pips;
    double efficiency;
};
/// The efficiency at `pips`: straight lines between those measured (at least one, fewest pips
/// first), the outermost beyond them.
double efficiency_at(int pips, std::span<const MeasuredEfficiency> measured);

/// Whether the player to move may turn the cube and could gain by it.
bool may_double(const CubeTerms& terms, Cube cube);

/// Worth in units of the present cube, between -1 for losing and +1 for winning a single game: the
/// equity that players speak of, in a match as in money play.
double equity_of(double worth, const CubeTerms& terms, Cube cube);

/// A gammon in half single games, .5 in money play: (gammon - win) / (win - loss). Positive: `own`
/// gammons; otherwise those of the opponent.
double gammon_price(const CubeTerms& terms, Cube cube, bool own);

/// Winning chances at which a double to 2 * cube.value is as well taken as dropped: `take` for who
/// answers, `cash` for who doubles, each with the shares of gammons that `chances` has.
struct CubePoints {
    double dead_take, live_take, take;
    double dead_cash, live_cash, cash;
};
/// `take` for the player to move, if the opponent doubles; `cash` if the player to move does.
CubePoints cube_points(const Chances& chances, const CubeTerms& terms, Cube cube,
                       double efficiency);

/// The worth of each way to use the cube before a roll.
struct CubeWorth {
    double no_double, double_take, double_drop, double_beaver;

    /// What the opponent makes of a double.
    double doubled(bool beavers) const {
        const double taken = beavers && double_beaver < double_take ? double_beaver : double_take;
        return taken < double_drop ? taken : double_drop;
    }
};
CubeWorth cube_worth(const Chances& chances, const CubeTerms& terms, Cube cube, double efficiency);

enum class Answer : std::uint8_t { Take, Drop, Beaver };
struct CubeAction {
    bool doubles;
    bool too_good;  ///< does not double although a drop would follow: playing on is worth more
    Answer answer;  ///< to a double, whether or not it is right
};
/// The best use of the cube. A double that costs nothing is made: a worth without doubling that
/// counts on doubling at the next turn (see Ends::dead) would otherwise put it off for ever.
CubeAction best_action(const CubeWorth& found, const CubeTerms& terms, Cube cube);

}  // namespace tablas
