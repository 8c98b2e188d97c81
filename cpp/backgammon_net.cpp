#include "backgammon_net.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "backgammon_features.hpp"

namespace tablas::backgammon {
namespace {

constexpr std::size_t CLASSES = 6;

/// From logits to chances, with nothing for what cannot happen.
Chances chances_from(const float* logits, const Board& board) {
    const Possible trained = possible_by_checkers_off(board);
    const std::array<bool, CLASSES> open{true, trained.win_gammon,  trained.win_backgammon,
                                         true, trained.lose_gammon, trained.lose_backgammon};
    float most = std::max(logits[0], logits[3]);
    for (std::size_t i = 0; i < CLASSES; ++i) {
        if (open[i]) most = std::max(most, logits[i]);
    }
    std::array<float, CLASSES> chance{};
    float sum = 0;
    for (std::size_t i = 0; i < CLASSES; ++i) {
        if (open[i]) chance[i] = std::exp(logits[i] - most);
        sum += chance[i];
    }
    for (float& share : chance) share /= sum;
    Chances found{chance[0] + chance[1] + chance[2], chance[1] + chance[2], chance[2],
                  chance[4] + chance[5], chance[5]};
    const Possible known = possible(board);
    if (!known.win_gammon) found.win_gammon = 0;
    if (!known.win_backgammon) found.win_backgammon = 0;
    if (!known.lose_gammon) found.lose_gammon = 0;
    if (!known.lose_backgammon) found.lose_backgammon = 0;
    return found;
}

}  // namespace

const char* Net::fault(std::span<const LayerWeights> layers) {
    if (layers.size() < 2) return "a net has at least two layers";
    if (layers.front().inputs != INPUTS) return "the first layer has the wrong number of inputs";
    if (layers.back().outputs != CLASSES) return "the last layer does not have six outputs";
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerWeights& layer = layers[i];
        if (layer.weights.size() != layer.inputs * layer.outputs) return "weights are missing";
        if (layer.bias.size() != layer.outputs) return "a bias does not fit its layer";
        if (i > 0 && layer.inputs != layers[i - 1].outputs) return "the layers do not fit together";
        if (i > 0 && (layer.inputs == 0 || layer.inputs % LINE != 0)) {
            return "the size of a hidden layer is not a multiple of 16";
        }
        const auto finite = [](float value) { return std::isfinite(value); };
        if (!std::all_of(layer.weights.begin(), layer.weights.end(), finite) ||
            !std::all_of(layer.bias.begin(), layer.bias.end(), finite)) {
            return "a weight is not a finite number";
        }
    }
    return nullptr;
}

Net::Net(std::span<const LayerWeights> layers)
    : lines_(layers.front().outputs / LINE),
      table_(2 * PLACES * (CHECKERS + 1) * lines_),
      bias_(lines_),
      rest_(layers.subspan(1)) {
    assert(fault(layers) == nullptr);
    const LayerWeights& first = layers.front();
    for (std::size_t output = 0; output < first.outputs; ++output) {
        bias_[output / LINE].values[output % LINE] = first.bias[output];
        const float* const weights = first.weights.data() + output * INPUTS;
        for (unsigned place = 0; place < 2 * PLACES; ++place) {
            for (unsigned count = 1; count <= CHECKERS; ++count) {
                float sum = 0;
                const auto seen = units(place % PLACES, count);
                for (std::size_t i = 0; i < UNITS; ++i) sum += weights[place * UNITS + i] * seen[i];
                Line& line = table_[(place * (CHECKERS + 1) + count) * lines_ + output / LINE];
                line.values[output % LINE] = sum;
            }
        }
    }
}

void Net::first_layer(const Board& board, Line* out, Path path) const {
    std::array<const Line*, 2 * CHECKERS> rows;
    std::size_t found = 0;
    for (unsigned side = 0; side < 2; ++side) {
        const Checkers& checkers = side == 0 ? board.own : board.opp;
        for (unsigned place = 0; place < PLACES; ++place) {
            if (const unsigned count = checkers.at(place)) rows[found++] = row(side, place, count);
        }
    }
    sum_rows({rows.data(), found}, bias_.data(), lines_, out, path);
}

void Net::evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space,
                   Path path) const {
    assert(out.size() >= boards.size());
    for (std::size_t begin = 0; begin < boards.size(); begin += ROWS_TOGETHER) {
        const std::size_t count = std::min(ROWS_TOGETHER, boards.size() - begin);
        Line* const hidden = space.room(3, lines_ * ROWS_TOGETHER);
        for (std::size_t i = 0; i < count; ++i) {
            first_layer(boards[begin + i], hidden + i * lines_, path);
        }
        const Line* const logits = rest_.run(hidden, count, space, path);
        for (std::size_t i = 0; i < count; ++i) {
            const Board& board = boards[begin + i];
            const int points = outcome(board);
            out[begin + i] =
                points != 0 ? chances_of(points) : chances_from(logits[i].values.data(), board);
        }
    }
}

std::size_t Net::best(std::span<const Board> plays, std::span<Chances> chances, Workspace& space,
                      Path path) const {
    assert(!plays.empty());
    evaluate(plays, chances, space, path);
    const auto lower = [](const Chances& a, const Chances& b) { return a.equity() < b.equity(); };
    const auto end = chances.begin() + static_cast<std::ptrdiff_t>(plays.size());
    return static_cast<std::size_t>(std::min_element(chances.begin(), end, lower) -
                                    chances.begin());
}

}  // namespace tablas::backgammon
