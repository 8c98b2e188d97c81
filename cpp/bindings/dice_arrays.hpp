#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/batch.hpp"
#include "dice/chances.hpp"
#include "dice/dice.hpp"

// Rolls and chances as rows of arrays.
namespace tablas {

inline constexpr std::size_t CHANCES = sizeof(Chances) / sizeof(float);  // numbers in a row

/// The roll in row `index`; what is no roll is reported.
inline std::optional<Dice> roll_at(const std::uint8_t* rows, std::size_t index, FirstFault& wrong) {
    const unsigned one = rows[2 * index], other = rows[2 * index + 1];
    if (one - 1 < 6 && other - 1 < 6) return roll_of(one, other);
    wrong.report(index, FirstFault::Kind::Dice, "each die is a number from 1 to 6");
    return std::nullopt;
}

}  // namespace tablas
