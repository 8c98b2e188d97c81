#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "dice/dice.hpp"

// A turn played checker by checker. A game's `Steps` brings:
//
//     Board, Turn             the board; a state within a turn that is quick to move on from
//     SOURCES                 how many ways to move with one die have a number of their own
//     opened(half), closed(turn, half)    from the stored form and back
//     settled(turn)           whether the turn may end here
//     each(turn, die, visit)  calls visit(source, next) for every movement, the dice still to come
//                             left aside, until it returns false
//
// and, where every state is settled, quick words on the movements with one die:
//
//     can_move(turn, die)     whether there is one
//     movable(turn, die)      the sources of all of them, as bits
//     sure(turn, die)         how many of them, at least, no movement of another checker can spoil
namespace tablas {

using TwoCounts = std::array<std::uint8_t, 2>;

/// A state within a turn, seen by the player whose turn it is; `left` says how often each of the
/// dice may still be played: four times the larger one after a double.
template <class Board>
struct HalfTurn {
    Board board;
    TwoCounts dice;                     // the larger first; zero before the roll
    TwoCounts left;                     // of the larger, of the smaller
    std::array<std::uint8_t, 4> bound;  // what else binds the next movement; the game's own

    void roll(Dice rolled) {
        dice = {rolled.high, rolled.low};
        left = rolled.is_double() ? TwoCounts{4, 0} : TwoCounts{1, 1};
        bound = {};
    }
    void clear() {
        dice = left = {};
        bound = {};
    }
};

/// What follows where a turn may not end and nothing can be played.
inline constexpr int NO_END = -8;

/// The most dice that can still be played on the way to a state in which the turn may end.
template <class Steps>
int most_dice(const typename Steps::Turn& turn, TwoCounts dice, TwoCounts left) {
    const int all = left[0] + left[1];
    if constexpr (requires { Steps::can_move(turn, dice[0]); }) {
        if (all == 1) return Steps::can_move(turn, left[0] != 0 ? dice[0] : dice[1]) ? 1 : 0;
    }
    int most = Steps::settled(turn) ? 0 : NO_END;
    for (std::size_t which = 0; which < 2 && most < all; ++which) {
        if (left[which] == 0) continue;
        TwoCounts rest = left;
        --rest[which];
        Steps::each(turn, dice[which], [&](unsigned, const typename Steps::Turn& next) {
            most = std::max(most, 1 + most_dice<Steps>(next, dice, rest));
            return most < all;
        });
    }
    return most;
}

/// Steps by number: source, and SOURCES more with the smaller die.
template <class Steps>
using StepSet = std::bitset<2 * Steps::SOURCES>;

/// All movements, where it is plain that each of them lets the rest of the dice be played, as it
/// mostly is; none where one has to look.
template <class Steps>
StepSet<Steps> evident_steps(const typename Steps::Turn& turn,
                             const HalfTurn<typename Steps::Board>& half) {
    const auto with = [&](std::size_t which) {
        return StepSet<Steps>(Steps::movable(turn, half.dice[which])) << which * Steps::SOURCES;
    };
    const auto [high, low] = half.left;
    if (high + low == 0) return {};
    if (high + low == 1) return with(high != 0 ? 0 : 1);
    if (low == 0) return Steps::sure(turn, half.dice[0]) >= high ? with(0) : StepSet<Steps>{};
    const bool either = Steps::sure(turn, half.dice[0]) > 1 && Steps::sure(turn, half.dice[1]) > 1;
    return either ? with(0) | with(1) : StepSet<Steps>{};
}

/// The steps from which the turn can still be played as the rules want it: as many dice as
/// possible, and if only one of two can be played, the larger. None if the turn is at its end.
///
/// What has been played already does not matter: whoever came here by such steps can play exactly
/// the rest of the most dice.
template <class Steps>
StepSet<Steps> legal_steps(const HalfTurn<typename Steps::Board>& half) {
    using Turn = typename Steps::Turn;
    const Turn turn = Steps::opened(half);
    if constexpr (requires { Steps::sure(turn, 1u); }) {
        if (const StepSet<Steps> quick = evident_steps<Steps>(turn, half); quick.any()) {
            return quick;
        }
    }
    std::array<StepSet<Steps>, 5> by_dice{};  // played in all with this step first
    std::size_t most = 0;
    for (std::size_t which = 0; which < 2; ++which) {
        if (half.left[which] == 0) continue;
        TwoCounts rest = half.left;
        --rest[which];
        const bool larger_alone = by_dice[1].any();
        Steps::each(turn, half.dice[which], [&](unsigned source, const Turn& next) {
            const int dice = 1 + most_dice<Steps>(next, half.dice, rest);
            if (dice <= 0) return true;
            const auto played = static_cast<std::size_t>(dice);
            // Alone, the larger die goes before the smaller one.
            if (which == 1 && played == 1 && larger_alone) return true;
            by_dice[played].set(which * Steps::SOURCES + source);
            most = std::max(most, played);
            return true;
        });
    }
    return most == 0 ? StepSet<Steps>{} : by_dice[most];
}

/// Makes a step; false, and nothing is changed, if no such movement is there.
template <class Steps>
bool make_step(HalfTurn<typename Steps::Board>& half, unsigned step) {
    using Turn = typename Steps::Turn;
    const unsigned which = step / Steps::SOURCES;
    if (which > 1 || half.left[which] == 0) return false;
    if constexpr (requires { Steps::movable(Steps::opened(half), 1u); }) {
        const Turn turn = Steps::opened(half);
        const unsigned source = step % Steps::SOURCES, die = half.dice[which];
        if ((Steps::movable(turn, die) >> source & 1) == 0) return false;
        Steps::closed(Steps::after(turn, source, die), half);
        --half.left[which];
        return true;
    }
    bool made = false;
    Steps::each(Steps::opened(half), half.dice[which], [&](unsigned source, const Turn& next) {
        if (source != step % Steps::SOURCES) return true;
        Steps::closed(next, half);
        --half.left[which];
        made = true;
        return false;
    });
    return made;
}

/// Whether this roll moves anything.
template <class Steps>
bool moves_anything(const typename Steps::Board& board, Dice dice) {
    HalfTurn<typename Steps::Board> half{board, {}, {}, {}};
    half.roll(dice);
    return most_dice<Steps>(Steps::opened(half), half.dice, half.left) > 0;
}

}  // namespace tablas
