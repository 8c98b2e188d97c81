#include "abak_net.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <vector>

#include "abak_features.hpp"

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

/// Row nibble * VALUES + value for the nibbles; behind them, point by point, the shapes.
std::vector<std::vector<Term>> rows() {
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

Chances judged(const float* logits, const Board& board) {
    return chances_from(logits, possible(board));
}

// Checkers on points, their points' shapes, and the nibbles of bars and trays.
constexpr std::size_t MOST_ROWS = 2 * CHECKERS + POINTS + 8;

}  // namespace

const char* Net::fault(std::span<const LayerWeights> layers) {
    return layers_fault(layers, INPUTS);
}

Net::Net(std::span<const LayerWeights> layers)
    : first_(layers.front(), rows()), rest_(layers.subspan(1)) {
    assert(fault(layers) == nullptr);
}

void Net::first_layer(const Board& board, Line* out, Path path) const {
    std::array<const Line*, MOST_ROWS> found;
    std::size_t count = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const std::uint64_t word = board.words[k];
        for (std::uint64_t left = word; left != 0;) {
            const auto place = static_cast<unsigned>(std::countr_zero(left)) / 4;
            const std::uint64_t value = word >> (4 * place) & 15;
            found[count++] = first_.row((16 * k + place) * VALUES + value);
            left &= ~(std::uint64_t{15} << (4 * place));
        }
        for (unsigned field = 0; field < 3; ++field) {
            const auto stack = static_cast<std::uint32_t>(word >> (20 * field)) & 0xfffff;
            if (stack == 0) continue;
            const std::size_t point = 3 * k + field;
            found[count++] = first_.row(NIBBLES * VALUES + point * SHAPES + shape_of(stack));
        }
    }
    first_.sum({found.data(), count}, out, path);
}

void Net::evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space,
                   Path path) const {
    const auto begin = [&](const Board& board, Line* first) { first_layer(board, first, path); };
    judge_boards(boards, out, first_.lines(), begin, rest_, judged, space, path);
}

std::size_t Net::best(std::span<const Board> plays, std::span<Chances> chances, Workspace& space,
                      Path path) const {
    evaluate(plays, chances, space, path);
    return worst_of(chances.first(plays.size()));
}

}  // namespace tablas::abak
