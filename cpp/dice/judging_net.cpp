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

/// Nothing that goes into a first layer is larger: fifteen checkers at a place give four at most.
constexpr double MOST_INPUT = 16;
/// No net comes near to it, and floats hold its products with steps.
constexpr double MOST_OUTPUT = 1e30;

/// No output is larger for inputs up to `most`.
double most_after(const LayerWeights& layer, double most) {
    double largest = 0;
    for (std::size_t output = 0; output < layer.outputs; ++output) {
        const float* const weights = layer.weights.data() + output * layer.inputs;
        double sum = 0;
        for (std::size_t i = 0; i < layer.inputs; ++i) sum += std::abs(double{weights[i]});
        largest = std::max(largest, sum * most + std::abs(double{layer.bias[output]}));
    }
    return largest;
}

/// Whether all sums stay where floats are exact to their last bit; the layers fit together.
bool is_moderate(std::span<const LayerWeights> layers) {
    double most = MOST_INPUT;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        most = most_after(layers[i], most);
        if (i == 0 && FirstLayer::is_product(layers[0], layers[1].inputs)) most *= most;
        if (most > MOST_OUTPUT) return false;
    }
    return true;
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
            !(i == 1 && FirstLayer::is_product(layers[0], layer.inputs))) {
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
    if (!is_moderate(layers)) return "the weights are too large";
    return nullptr;
}

std::size_t worst_of(std::span<const Chances> chances) {
    assert(!chances.empty());
    const auto lower = [](const Chances& a, const Chances& b) { return a.equity() < b.equity(); };
    const auto found = std::min_element(chances.begin(), chances.end(), lower);
    return static_cast<std::size_t>(found - chances.begin());
}

}  // namespace tablas
