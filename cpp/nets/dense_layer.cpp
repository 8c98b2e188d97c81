#include "nets/dense_layer.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <span>

#include "nets/whole_numbers.hpp"

namespace tablas {
namespace {

/// Where the weight of an output lies in the line of its panel: registers are put together in
/// pieces of eight numbers, the lower four of each and then the upper four.
std::size_t place_in_line(std::size_t output) {
    return output % LINE / 4 * 8 + output / LINE * 4 + output % 4;
}

/// Of 31 bits the inputs get 12 to 14: so many that what they lose is about what the weights lose,
/// whose sizes must not come to more than is left. The more weights, the smaller each of them.
int bits_of_inputs(std::size_t inputs) {
    return std::clamp(22 - static_cast<int>(std::bit_width(inputs)), 12, 14);
}

/// Of the finest step in which these weights fit into 16 bits and their sizes come to `most` or
/// less.
int step_exponent(std::span<const float> weights, std::int64_t most) {
    double sum = 0;
    for (const float weight : weights) sum += std::abs(double{weight});
    int exponent = LEAST_EXPONENT;
    if (sum > 0) exponent = std::max(exponent, std::ilogb(sum / static_cast<double>(most)));
    for (;; ++exponent) {
        std::int64_t total = 0;
        std::int32_t largest = 0;
        for (const float weight : weights) {
            const std::int32_t size = std::abs(in_steps(weight, exponent));
            largest = std::max(largest, size);
            total += size;
        }
        if (total <= most && largest <= 0x7fff) return exponent;
    }
}

}  // namespace

DenseLayer::DenseLayer(const LayerWeights& from)
    : inputs_(from.inputs),
      input_bits_(bits_of_inputs(from.inputs)),
      weights_((from.outputs + WHOLE_LINE - 1) / WHOLE_LINE * from.inputs),
      steps_((from.outputs + WHOLE_LINE - 1) / WHOLE_LINE * 2),
      bias_(steps_.size()) {
    assert(from.inputs % LINE == 0);
    for (std::size_t output = 0; output < from.outputs; ++output) {
        const std::span weights(from.weights.data() + output * inputs_, inputs_);
        const int exponent = step_exponent(weights, 0x7fffffff >> input_bits_);
        const std::size_t line = output / LINE, lane = output % LINE;
        bias_[line].values[lane] = from.bias[output];
        steps_[line].values[lane] = power_of_two(exponent);
        WholeLine* const panel = weights_.data() + output / WHOLE_LINE * inputs_;
        const std::size_t place = place_in_line(output % WHOLE_LINE);
        for (std::size_t input = 0; input < inputs_; ++input) {
            panel[input].values[place] =
                static_cast<std::int16_t>(in_steps(weights[input], exponent));
        }
    }
}

}  // namespace tablas
