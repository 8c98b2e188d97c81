#include "abak/net.hpp"

#include <bit>

namespace tablas::abak {
namespace {

constexpr unsigned VALUES = 16;  // of a nibble

std::vector<Term> terms_of(const Units& units, std::size_t first) {
    std::vector<Term> terms;
    for (std::size_t i = 0; i < UNITS; ++i) {
        if (units[i]) terms.push_back({static_cast<std::uint32_t>(first + i), 1.0f});
    }
    return terms;
}

}  // namespace

/// Row nibble * VALUES + value for the nibbles; behind them, point by point, the shapes.
std::vector<std::vector<Term>> Sight::rows() {
    std::vector<std::vector<Term>> rows;
    rows.reserve(NIBBLES * VALUES + POINTS * SHAPES);
    for (unsigned nibble = 0; nibble < NIBBLES; ++nibble) {
        for (unsigned value = 0; value < VALUES; ++value) {
            rows.push_back(terms_of(nibble_units(nibble, value), nibble * UNITS));
        }
    }
    for (std::size_t point = 0; point < POINTS; ++point) {
        for (unsigned shape = 0; shape < SHAPES; ++shape) {
            rows.push_back(terms_of(shape_units(shape), (NIBBLES + point) * UNITS));
        }
    }
    return rows;
}

std::size_t Sight::seen(const Board& board, Rows& out) {
    std::size_t count = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const std::uint64_t word = board.words[k];
        for (std::uint64_t left = word; left != 0;) {
            const auto place = static_cast<unsigned>(std::countr_zero(left)) / 4;
            const std::uint64_t value = word >> (4 * place) & 15;
            out[count++] = static_cast<std::uint16_t>((16 * k + place) * VALUES + value);
            left &= ~(std::uint64_t{15} << (4 * place));
        }
        for (unsigned field = 0; field < 3; ++field) {
            const auto stack = static_cast<std::uint32_t>(word >> (20 * field)) & 0xfffff;
            if (stack == 0) continue;
            const std::size_t point = 3 * k + field;
            out[count++] =
                static_cast<std::uint16_t>(NIBBLES * VALUES + point * SHAPES + shape_of(stack));
        }
    }
    return count;
}

Chances Sight::judged(const float* logits, const Board& board) {
    return chances_from(logits, possible(board));
}

}  // namespace tablas::abak
