#include "abak/features.hpp"

#include <algorithm>

namespace tablas::abak {
namespace {

constexpr unsigned UPPER_PLACE = 15;  // of the 16 nibbles of a word: bars and trays
constexpr std::array<unsigned, 6> BAR_STEPS = {1, 2, 3, 4, 5, 6};
constexpr std::array<unsigned, UNITS> OFF_STEPS = {1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 14};

template <std::size_t COUNT>
Units steps(const std::array<unsigned, COUNT>& from, unsigned value) {
    Units units{};
    for (std::size_t i = 0; i < COUNT; ++i) units[i] = value >= from[i];
    return units;
}

Units checker_units(unsigned value) {
    Units units{};
    const unsigned kind = value % OPPONENT;
    if (kind >= SOLDIER && kind <= ODD) units[kind - 1 + (value < OPPONENT ? 0 : 6)] = true;
    return units;
}

Units waiting_units(unsigned word, unsigned value) {
    switch (std::min(word, 7 - word)) {
        case 0:
            return steps(BAR_STEPS, value);
        case 1:
            return {(value & 3) >= 1, (value & 3) >= 2, (value & 4) != 0, (value & 8) != 0};
        case 2:
            return {(value & 1) != 0, (value & 2) != 0};
        default:
            return steps(OFF_STEPS, value);
    }
}

}  // namespace

Units nibble_units(unsigned nibble, unsigned value) {
    const unsigned word = nibble / 16, place = nibble % 16;
    return place == UPPER_PLACE ? waiting_units(word, value) : checker_units(value);
}

unsigned shape_of(std::uint32_t stack) {
    if (stack == 0) return 0;
    const std::uint32_t side = stack & OPPONENT;
    const std::uint32_t top = stack & 7;
    unsigned run = 0;
    for (; stack != 0 && (stack & OPPONENT) == side; stack >>= 4) ++run;
    unsigned held = 0;
    for (; stack != 0; stack >>= 4) held += (stack & OPPONENT) != side;
    const unsigned form = run >= 3 ? 3 : run == 2 ? 2 : top == GUARD ? 1 : 0;
    return 1 + (side != 0 ? 12 : 0) + form * 3 + std::min(held, 2u);
}

Units shape_units(unsigned shape) {
    if (shape == 0) return {};
    const unsigned side = (shape - 1) / 12, form = (shape - 1) % 12 / 3, held = (shape - 1) % 3;
    const std::array<bool, 6> seen = {form == 0, form == 1, form >= 2,
                                      form == 3, held >= 1, held >= 2};
    Units units{};
    std::copy(seen.begin(), seen.end(), units.begin() + side * 6);
    return units;
}

Possible possible(const Board& board) {
    const bool win = board.words[4] >> 60 == 0, lose = board.words[3] >> 60 == 0;
    return {win, win, lose, lose};
}

}  // namespace tablas::abak
