#include "dice/judging_net.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tablas {

Chances chances_from(const float* logits, const Possible& possible) {
    const std::array<bool, CLASSES> open{true, possible.win_gammon,  possible.win_backgammon,
                                         true, possible.lose_gammon, possible.lose_backgammon};
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
    return {chance[0] + chance[1] + chance[2], chance[1] + chance[2], chance[2],
            chance[4] + chance[5], chance[5]};
}

namespace {

/// Whether a layer gives the products of two sums each to a layer with `units` inputs.
bool is_product(const LayerWeights& layer, std::size_t units) {
    return layer.outputs == 2 * units;
}

}  // namespace

const char* layers_fault(std::span<const LayerWeights> layers, std::size_t inputs,
                         std::size_t outputs) {
    if (layers.size() < 2) return "a net has at least two layers";
    if (layers.front().inputs != inputs) return "the first layer has the wrong number of inputs";
    if (layers.back().outputs != outputs) return "the last layer has the wrong number of outputs";
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerWeights& layer = layers[i];
        if (layer.weights.size() != layer.inputs * layer.outputs) return "weights are missing";
        if (layer.bias.size() != layer.outputs) return "a bias does not fit its layer";
        if (i > 0 && layer.inputs != layers[i - 1].outputs &&
            !(i == 1 && is_product(layers[0], layer.inputs))) {
            return "the layers do not fit together";
        }
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

FirstLayer::FirstLayer(const LayerWeights& weights, std::size_t units,
                       std::span<const std::vector<Term>> rows)
    : units_(units),
      activation_(is_product(weights, units) ? Activation::Product : Activation::Relu),
      bias_(weights.outputs / LINE),
      table_(rows.size() * bias_.size()) {
    const std::size_t sums = weights.outputs / units;  // of a unit
    for (std::size_t output = 0; output < weights.outputs; ++output) {
        const std::size_t line = output % units / LINE * sums + output / units;
        const std::size_t lane = output % LINE;
        bias_[line].values[lane] = weights.bias[output];
        const float* const from = weights.weights.data() + output * weights.inputs;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            float sum = 0;
            for (const Term& term : rows[i]) sum += from[term.input] * term.value;
            table_[i * bias_.size() + line].values[lane] = sum;
        }
    }
}

std::size_t worst_of(std::span<const Chances> chances) {
    assert(!chances.empty());
    const auto lower = [](const Chances& a, const Chances& b) { return a.equity() < b.equity(); };
    const auto found = std::min_element(chances.begin(), chances.end(), lower);
    return static_cast<std::size_t>(found - chances.begin());
}

}  // namespace tablas
