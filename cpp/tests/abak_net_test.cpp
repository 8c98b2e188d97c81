// The Abak net: the table of rows against the plain list of inputs, on every path.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "abak/evaluator.hpp"
#include "abak/features.hpp"
#include "abak/net.hpp"
#include "base/rng.hpp"
#include "tests/check.hpp"
#include "tests/random_nets.hpp"

namespace {

tablas::test::Tally tally;

using namespace tablas;
using abak::Board;
using abak::Net;

constexpr std::size_t HIDDEN = 32;

std::vector<LayerWeights> random_layers(Rng& rng) {
    return {test::random_layer(rng, HIDDEN, abak::INPUTS, 0.25f),
            test::random_layer(rng, CLASSES, HIDDEN, 0.25f)};
}

std::vector<Board> random_boards(Rng& rng, std::size_t count) {
    return test::random_boards(rng, abak::start(), abak::MAX_SUCCESSORS, count);
}

/// Every input that is 1, nibble by nibble and point by point.
std::vector<std::size_t> inputs_of(const Board& board) {
    std::vector<std::size_t> on;
    const auto add = [&](const abak::Units& units, std::size_t first) {
        for (std::size_t i = 0; i < abak::UNITS; ++i) {
            if (units[i]) on.push_back(first + i);
        }
    };
    for (unsigned nibble = 0; nibble < abak::NIBBLES; ++nibble) {
        const auto value = static_cast<unsigned>(board.words[nibble / 16] >> nibble % 16 * 4 & 15);
        add(abak::nibble_units(nibble, value), nibble * abak::UNITS);
    }
    for (int point = 1; point <= 24; ++point) {
        const abak::Units units = abak::shape_units(abak::shape_of(abak::stack(board, point)));
        add(units, (abak::NIBBLES + static_cast<std::size_t>(point) - 1) * abak::UNITS);
    }
    return on;
}

Chances plain(const std::vector<LayerWeights>& layers, const Board& board) {
    std::array<float, CLASSES> logits{};
    const std::vector<std::size_t> on = inputs_of(board);
    std::copy(layers[1].bias.begin(), layers[1].bias.end(), logits.begin());
    for (std::size_t unit = 0; unit < HIDDEN; ++unit) {
        float sum = layers[0].bias[unit];
        for (const std::size_t input : on) sum += layers[0].weights[unit * abak::INPUTS + input];
        for (std::size_t i = 0; i < CLASSES; ++i) {
            logits[i] += std::max(sum, 0.0f) * layers[1].weights[i * HIDDEN + unit];
        }
    }
    return chances_from(logits.data(), abak::possible(board));
}

void every_path_gives_the_plain_sum(Rng& rng) {
    const std::vector<LayerWeights> layers = random_layers(rng);
    CHECK(tally, Net::fault(layers) == nullptr);
    const Net net(layers);
    const std::vector<Board> boards = random_boards(rng, 1500);
    std::vector<Chances> expected(boards.size()), found(boards.size());
    Workspace space;
    net.evaluate(boards, expected, space, Path::Portable);
    float worst = 0;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        if (abak::outcome(boards[i]) != 0) continue;
        const float equity = plain(layers, boards[i]).equity();
        worst = std::max(worst, std::abs(expected[i].equity() - equity));
    }
    CHECK(tally, worst < 1e-3f);  // by rounding to whole numbers
    for (const Path path : {Path::Avx2, Path::Avx512, Path::Avx512Vnni}) {
        if (!offers(path)) continue;
        net.evaluate(boards, found, space, path);
        const auto* const bytes = reinterpret_cast<const char*>(expected.data());
        CHECK(tally, std::equal(bytes, bytes + boards.size() * sizeof(Chances),
                                reinterpret_cast<const char*>(found.data())));
    }
}

void guesses_are_equities_of_the_small_net(Rng& rng) {
    const Net net(random_layers(rng)), quick(random_layers(rng));
    const abak::Evaluator evaluator(net, &quick), plain_one(quick);
    const std::vector<Board> boards = random_boards(rng, 100);
    std::vector<float> guesses(boards.size());
    std::vector<Chances> found(boards.size());
    Workspace space;
    evaluator.guess(boards, guesses, space);
    plain_one.evaluate(boards, found, space);
    for (std::size_t i = 0; i < boards.size(); ++i) {
        CHECK(tally, guesses[i] == found[i].equity());
    }
}

}  // namespace

int main() {
    Rng rng(7, 1);
    every_path_gives_the_plain_sum(rng);
    guesses_are_equities_of_the_small_net(rng);
    return tally.report("abak_net");
}
