#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nets/first_layer.hpp"
#include "tests/check.hpp"

// What a net says, written down a second time in plain loops: in double precision, and in the whole
// numbers that the kernel rounds to, which must come out to the bit.
namespace tablas::test {

/// What the next layer, which has `inputs` of them, gets of the sums of one.
template <class T>
std::vector<T> activated(const std::vector<T>& sums, std::size_t inputs) {
    std::vector<T> given;
    for (std::size_t i = 0; i < inputs; ++i) {
        const T gate = std::max(sums[i], T{0});
        given.push_back(sums.size() == inputs ? gate : gate * sums[inputs + i]);
    }
    return given;
}

/// Numbers as whole ones of a step.
struct WholeRow {
    double step;
    std::vector<double> numbers;

    WholeRow(const std::vector<float>& row, double step_size) : step(step_size) {
        for (const float value : row) numbers.push_back(std::nearbyint(value / step));
    }
};

inline double largest(const std::vector<float>& row) {
    float most = 0;
    for (const float value : row) most = std::max(most, std::abs(value));
    return most;
}

/// Inputs of a dense layer: the step is a power of two, and none leaves `bits` bits.
inline WholeRow whole_inputs(const std::vector<float>& row, int bits) {
    int exponent = -40;  // all are smaller than this power of two
    while (largest(row) >= std::ldexp(1.0, exponent)) ++exponent;
    return {row, std::ldexp(1.0, exponent - bits)};
}

/// Weights of an output: their sizes come to `most` at the most, and each has 16 bits.
inline WholeRow whole_weights(const std::vector<float>& row, double most) {
    double all = 0;
    for (const float value : row) all += std::abs(value);
    double step = std::ldexp(1.0, -40);
    while (all / step > 4 * most) step *= 2;
    for (;; step *= 2) {
        const WholeRow whole(row, step);
        double sum = 0, size = 0;
        for (const double number : whole.numbers) {
            sum += std::abs(number);
            size = std::max(size, std::abs(number));
        }
        if (sum <= most && size <= 32767) return whole;
    }
}

class WholeNet {
  public:
    WholeNet(const std::vector<LayerWeights>& layers, const std::vector<std::vector<Term>>& rows)
        : layers_(layers) {
        for (std::size_t o = 0; o < layers[0].outputs; ++o) add_entries(layers[0], rows, o);
        for (std::size_t i = 1; i < layers.size(); ++i) {
            weights_.emplace_back();
            for (std::size_t o = 0; o < layers[i].outputs; ++o) {
                const auto begin = layers[i].weights.begin() + static_cast<long>(o * inputs(i));
                weights_.back().push_back(whole_weights(
                    {begin, begin + static_cast<long>(inputs(i))}, 0x7fffffff >> bits(i)));
            }
        }
    }

    /// Of a board that has the rows `seen`.
    std::vector<float> logits(const std::vector<std::size_t>& seen, Tally& tally) const {
        std::vector<float> row;
        for (const WholeRow& entries : entries_) {
            double sum = entries.numbers.back();
            for (const std::size_t i : seen) sum += entries.numbers[i];
            row.push_back(static_cast<float>(sum) * static_cast<float>(entries.step));
        }
        for (std::size_t i = 1; i < layers_.size(); ++i) {
            row = dense(i, activated(row, inputs(i)), tally);
        }
        return row;
    }

  private:
    std::size_t inputs(std::size_t layer) const { return layers_[layer].inputs; }
    int bits(std::size_t layer) const {
        return inputs(layer) >= 512 ? 12 : inputs(layer) >= 256 ? 13 : 14;
    }

    /// What an output of the first layer gets of each row, and behind them its bias.
    void add_entries(const LayerWeights& layer, const std::vector<std::vector<Term>>& rows,
                     std::size_t output) {
        std::vector<float> entries;
        for (const auto& terms : rows) {
            double entry = 0;
            for (const Term& term : terms) {
                entry += double{layer.weights[output * layer.inputs + term.input]} * term.value;
            }
            entries.push_back(static_cast<float>(entry));
        }
        const float bias = layer.bias[output], most = static_cast<float>(largest(entries));
        entries.push_back(bias);
        const float step = std::max({most / 32767, std::abs(bias) / 1073741824, 1e-20f});
        entries_.emplace_back(entries, step);
    }

    /// The outputs of a dense layer before any activation; no sum may leave 32 bits.
    std::vector<float> dense(std::size_t layer, const std::vector<float>& row, Tally& tally) const {
        const WholeRow whole = whole_inputs(row, bits(layer));
        std::vector<float> outputs;
        for (const WholeRow& weights : weights_[layer - 1]) {
            double sum = 0;
            for (std::size_t i = 0; i < row.size(); ++i) {
                sum += weights.numbers[i] * whole.numbers[i];
            }
            CHECK(tally, std::abs(sum) <= 0x7fffffff);
            // Rounded to a float before and after the bias is added.
            const double scaled = static_cast<float>(sum) * (weights.step * whole.step);
            outputs.push_back(static_cast<float>(scaled + layers_[layer].bias[outputs.size()]));
        }
        return outputs;
    }

    std::vector<LayerWeights> layers_;
    std::vector<WholeRow> entries_;
    std::vector<std::vector<WholeRow>> weights_;
};

/// The same in double precision, from the inputs.
inline std::vector<double> plain_logits(const std::vector<LayerWeights>& layers,
                                        std::vector<double> row) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
        std::vector<double> next;
        for (std::size_t o = 0; o < layers[i].outputs; ++o) {
            double sum = layers[i].bias[o];
            for (std::size_t k = 0; k < row.size(); ++k) {
                sum += row[k] * layers[i].weights[o * row.size() + k];
            }
            next.push_back(sum);
        }
        row = i + 1 < layers.size() ? activated(next, layers[i + 1].inputs) : next;
    }
    return row;
}

}  // namespace tablas::test
