// Nets: every path against plain loops, and what the rules say for certain.
#include "nets/net.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "backgammon/features.hpp"
#include "backgammon/net.hpp"
#include "base/rng.hpp"
#include "tests/check.hpp"
#include "tests/plain_net.hpp"
#include "tests/random_nets.hpp"

namespace {

tablas::test::Tally tally;

using namespace tablas;
using backgammon::Board;
using backgammon::Net;

constexpr Path PATHS[] = {Path::Portable, Path::Avx2, Path::Avx512, Path::Avx512Vnni};

std::vector<LayerWeights> random_layers(Rng& rng, std::vector<std::size_t> sizes) {
    std::vector<LayerWeights> layers;
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        const float size = i == 0 ? 0.3f : 2.0f / std::sqrt(static_cast<float>(sizes[i]));
        layers.push_back(test::random_layer(rng, sizes[i + 1], sizes[i], size));
    }
    return layers;
}

/// The same with a first layer of products: two sums for each of its units.
std::vector<LayerWeights> random_product_layers(Rng& rng, std::vector<std::size_t> sizes) {
    std::vector<LayerWeights> layers = random_layers(rng, sizes);
    layers[0] = test::random_layer(rng, 2 * sizes[1], sizes[0], 0.3f);
    return layers;
}

std::vector<Board> random_boards(Rng& rng, std::size_t count) {
    return test::random_boards(rng, backgammon::start(), backgammon::MAX_SUCCESSORS, count);
}

/// What a net sees of a board, input by input.
std::vector<double> inputs_of(const Board& board) {
    std::vector<double> inputs;
    for (const auto& side : {board.own, board.opp}) {
        for (unsigned place = 0; place < backgammon::PLACES; ++place) {
            const auto units = backgammon::units(place, side.at(place));
            inputs.insert(inputs.end(), units.begin(), units.end());
        }
    }
    return inputs;
}

/// The rows of the first layer that a board has.
std::vector<std::size_t> rows_of(const Board& board) {
    std::vector<std::size_t> rows;
    std::size_t first = 0;
    for (const auto& side : {board.own, board.opp}) {
        for (unsigned place = 0; place < backgammon::PLACES; ++place, first += 16) {
            if (side.at(place) != 0) rows.push_back(first + side.at(place));
        }
    }
    return rows;
}

double plain_win(const std::vector<double>& logits, const Board& board) {
    const auto possible = backgammon::possible_by_checkers_off(board);
    const bool open[] = {true, possible.win_gammon,  possible.win_gammon,
                         true, possible.lose_gammon, possible.lose_gammon};
    double won = 0, all = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        if (!open[i]) continue;
        all += std::exp(logits[i]);
        if (i < 3) won += std::exp(logits[i]);
    }
    return won / all;
}

bool same(const Chances& a, const Chances& b) {
    return a.win == b.win && a.win_gammon == b.win_gammon && a.win_backgammon == b.win_backgammon &&
           a.lose_gammon == b.lose_gammon && a.lose_backgammon == b.lose_backgammon;
}

/// Every path gives what plain loops over whole numbers give, to the bit, on boards in company and
/// alone.
void expect_whole_sums(const std::vector<LayerWeights>& layers, const std::vector<Board>& boards) {
    CHECK(tally, Net::fault(layers) == nullptr);
    const Net net(layers);
    const test::WholeNet plain(layers, backgammon::Sight::rows());
    std::vector<Chances> expected, chances(boards.size());
    for (const Board& board : boards) {
        const auto logits = plain.logits(rows_of(board), tally);
        expected.push_back(backgammon::outcome(board) == 0
                               ? backgammon::Sight::judged(logits.data(), board)
                               : chances_of(backgammon::outcome(board)));
    }
    for (const Path path : PATHS) {
        if (!offers(path)) continue;
        Workspace space;
        net.evaluate(boards, chances, space, path);
        for (std::size_t i = 0; i < boards.size(); ++i) {
            CHECK(tally, same(chances[i], expected[i]));
            Chances alone;
            net.evaluate({&boards[i], 1}, {&alone, 1}, space, path);
            CHECK(tally, same(alone, expected[i]));
        }
    }
}

/// What rounding to whole numbers changes: less than a thousandth of a win.
void expect_nearly_plain_sums(const std::vector<LayerWeights>& layers,
                              const std::vector<Board>& boards) {
    const Net net(layers);
    std::vector<Chances> chances(boards.size());
    Workspace space;
    net.evaluate(boards, chances, space, fastest_path());
    for (std::size_t i = 0; i < boards.size(); ++i) {
        if (backgammon::outcome(boards[i]) != 0) continue;
        const double win = plain_win(test::plain_logits(layers, inputs_of(boards[i])), boards[i]);
        CHECK(tally, std::abs(chances[i].win - win) < 1e-3);
    }
}

void every_path_gives_the_plain_sum() {
    Rng rng(1);
    // Sizes with an even and an odd number of lines, and more than two hidden layers.
    for (const auto& sizes : {std::vector<std::size_t>{backgammon::INPUTS, 64, 32, 6},
                              {backgammon::INPUTS, 48, 6},
                              {backgammon::INPUTS, 112, 80, 16, 6},
                              {backgammon::INPUTS, 528, 272, 6}}) {
        const auto boards = random_boards(rng, sizes[1] > 500 ? 53 : 131);
        for (const auto& layers : {random_layers(rng, sizes), random_product_layers(rng, sizes)}) {
            expect_whole_sums(layers, boards);
            expect_nearly_plain_sums(layers, boards);
        }
    }
}

/// A net whose weights are all of one size and sign in each layer: the sums are as large as they
/// can be.
std::vector<LayerWeights> equal_layers(float first, float dense) {
    std::vector<LayerWeights> layers;
    const std::size_t sizes[] = {backgammon::INPUTS, 512, 256, 6};
    for (std::size_t i = 0; i < 3; ++i) {
        const float weight = i == 0 ? first : dense;
        layers.push_back({sizes[i + 1], sizes[i],
                          std::vector<float>(sizes[i + 1] * sizes[i], weight),
                          std::vector<float>(sizes[i + 1], i == 2 ? 0.1f : 0.0f)});
    }
    return layers;
}

void no_weights_are_too_extreme() {
    Rng rng(5);
    const auto boards = random_boards(rng, 20);
    for (const float first : {0.7f, 1e-4f, 1e5f}) {
        for (const float dense : {0.4f, -0.4f, 1e-9f, 1e4f, 0.0f}) {
            expect_whole_sums(equal_layers(first, dense), boards);
        }
    }
    // Some weights that are far larger than all others, of either sign, and others that vanish.
    auto layers = random_layers(rng, {backgammon::INPUTS, 256, 64, 6});
    for (LayerWeights& layer : layers) {
        for (std::size_t i = 0; i < layer.weights.size(); i += 97) {
            layer.weights[i] *= i % 2 == 0 ? 1e3f : 1e-12f;
        }
        layer.bias[0] = 1e4f;
        layer.bias[1] = -1e-30f;
    }
    expect_whole_sums(layers, boards);
    for (LayerWeights& layer : layers) std::fill(layer.weights.begin(), layer.weights.end(), 0.0f);
    expect_whole_sums(layers, boards);
}

Board board_of(std::initializer_list<std::pair<unsigned, unsigned>> own,
               std::initializer_list<std::pair<unsigned, unsigned>> opp) {
    const auto side = [](auto places) {
        backgammon::Checkers checkers{0, 0};
        for (const auto& [place, count] : places) {
            auto& word = place < 16 ? checkers.low : checkers.high;
            word += static_cast<std::uint64_t>(count) << (place % 16 * 4);
        }
        return checkers;
    };
    const Board board{side(own), side(opp)};
    CHECK(tally, backgammon::fault(board) == nullptr);
    return board;
}

void races_rule_out_what_cannot_happen() {
    const auto home = board_of({{0, 3}, {1, 6}, {5, 6}}, {{6, 10}, {2, 5}});
    CHECK(tally, backgammon::is_race(home));
    CHECK(tally, backgammon::possible(home).win_gammon);
    CHECK(tally, !backgammon::possible(home).win_backgammon);
    CHECK(tally, !backgammon::possible(home).lose_gammon);
    // The opponent still has a checker in the other home.
    const auto late = board_of({{0, 10}, {1, 5}}, {{20, 1}, {6, 14}});
    CHECK(tally, backgammon::is_race(late) && backgammon::possible(late).win_backgammon);
    // Contact: everything is possible until a checker is off.
    CHECK(tally, !backgammon::is_race(backgammon::start()));
    CHECK(tally, backgammon::possible(backgammon::start()).lose_backgammon);
    // Fifteen checkers to bear off take four turns, and eighteen pips are gone after two.
    const auto sure = board_of({{1, 15}}, {{1, 12}, {2, 3}});
    CHECK(tally, !backgammon::possible(sure).win_gammon && !backgammon::possible(sure).lose_gammon);
}

void a_game_that_is_over_is_known() {
    Rng rng(2);
    const Net net(random_layers(rng, {backgammon::INPUTS, 16, 6}));
    const auto lost = board_of({{6, 14}, {24, 1}}, {{0, 15}});
    Workspace space;
    Chances chances;
    net.evaluate({&lost, 1}, {&chances, 1}, space, fastest_path());
    CHECK(tally, chances.win == 0 && chances.lose_gammon == 1 && chances.lose_backgammon == 1);
    CHECK(tally, chances.equity() == -3 && chances.swapped().equity() == 3);
}

void bad_layers_are_named() {
    Rng rng(3);
    auto layers = random_layers(rng, {backgammon::INPUTS, 32, 6});
    layers[1].inputs = 16;
    CHECK(tally, Net::fault(layers) != nullptr);
    CHECK(tally, Net::fault(random_layers(rng, {backgammon::INPUTS, 20, 6})) != nullptr);
    CHECK(tally, Net::fault(random_layers(rng, {100, 32, 6})) != nullptr);
    CHECK(tally, Net::fault(random_layers(rng, {backgammon::INPUTS, 6})) != nullptr);
    layers = random_layers(rng, {backgammon::INPUTS, 32, 6});
    layers[0].weights[5] = std::nanf("");
    CHECK(tally, Net::fault(layers) != nullptr);
    // Only the first layer is one of products, and each of its units has two sums.
    layers = random_layers(rng, {backgammon::INPUTS, 32, 16, 6});
    layers[1] = test::random_layer(rng, 32, 32, 0.1f);
    CHECK(tally, Net::fault(layers) != nullptr);
    layers = random_layers(rng, {backgammon::INPUTS, 32, 6});
    layers[0] = test::random_layer(rng, 3 * 32, backgammon::INPUTS, 0.1f);
    CHECK(tally, Net::fault(layers) != nullptr);
    layers[0] = test::random_layer(rng, 2 * 32, backgammon::INPUTS, 0.1f);
    layers[0].bias.resize(32);
    CHECK(tally, Net::fault(layers) != nullptr);
    // Sums that floats could not hold.
    CHECK(tally, Net::fault(equal_layers(1e12f, 1e12f)) != nullptr);
}

}  // namespace

int main() {
    every_path_gives_the_plain_sum();
    no_weights_are_too_extreme();
    races_rule_out_what_cannot_happen();
    a_game_that_is_over_is_known();
    bad_layers_are_named();
    return tally.report("net");
}
