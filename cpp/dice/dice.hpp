#pragma once

#include <array>
#include <cstdint>

#include "base/rng.hpp"

namespace tablas {

/// A roll of two dice, the larger number first; equal numbers are a double, played four times.
struct Dice {
    std::uint8_t high;
    std::uint8_t low;

    constexpr bool is_double() const { return high == low; }
    /// Of the 36 equally likely throws, how many show this roll.
    constexpr int weight() const { return is_double() ? 1 : 2; }
    constexpr bool operator==(const Dice&) const = default;
};

/// The dice in either order as a roll; the caller answers for both lying in 1..6.
constexpr Dice roll_of(unsigned one, unsigned other) {
    const auto a = static_cast<std::uint8_t>(one);
    const auto b = static_cast<std::uint8_t>(other);
    return a >= b ? Dice{a, b} : Dice{b, a};
}

/// The 21 rolls in a fixed order: 11, 21, 22, 31, 32, 33, … 66.
inline constexpr std::array<Dice, 21> ROLLS = [] {
    std::array<Dice, 21> rolls{};
    std::size_t count = 0;
    for (unsigned high = 1; high <= 6; ++high) {
        for (unsigned low = 1; low <= high; ++low) rolls[count++] = roll_of(high, low);
    }
    return rolls;
}();

constexpr Dice random_roll(Rng& rng) {
    const std::uint32_t throw_ = rng.below(36);
    return roll_of(throw_ / 6 + 1, throw_ % 6 + 1);
}

/// The first roll of a game: each player throws one die, equal numbers are thrown again.
constexpr Dice opening_roll(Rng& rng) {
    Dice dice = random_roll(rng);
    while (dice.is_double()) dice = random_roll(rng);
    return dice;
}

}  // namespace tablas
