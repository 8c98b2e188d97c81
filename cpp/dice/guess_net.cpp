#include "dice/guess_net.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tablas {
namespace {

using Sums = GuessNet::Sums;

constexpr std::int16_t ONE = 256;  // of a sum
constexpr float LAST = 2048;       // of a weight of the output
constexpr float MOST_SUM = 100;    // of a row: far from where 16 bits end

/// 32 columns of sums; the compiler makes of it what the target's registers can hold. Sums are
/// added up without a sign: whatever the weights, they wrap around and nothing is undefined.
typedef std::uint16_t Unsigned __attribute__((vector_size(64), may_alias));
typedef std::int16_t Vector __attribute__((vector_size(64), may_alias));
constexpr std::size_t WIDTH = sizeof(Vector) / sizeof(std::int16_t);
constexpr std::size_t TOGETHER = 4;  // vectors that stay in registers

inline const Unsigned* vectors(const Sums& sums) {
    return reinterpret_cast<const Unsigned*>(sums.values.data());
}
inline Unsigned* vectors(Sums& sums) {
    return reinterpret_cast<Unsigned*>(sums.values.data());
}

/// Adds up TOGETHER vectors of the rows, from vector `first` on.
[[gnu::always_inline]] inline void gather(const Sums* table, const Sums& from,
                                          std::span<const std::uint16_t> rows, std::size_t first,
                                          Unsigned* sums) {
    for (std::size_t v = 0; v < TOGETHER; ++v) sums[v] = vectors(from)[first + v];
    for (const std::uint16_t row : rows) {
        const Unsigned* const add = vectors(table[row]) + first;
        for (std::size_t v = 0; v < TOGETHER; ++v) sums[v] += add[v];
    }
}

[[gnu::always_inline]] inline void add_rows(const Sums* table, const Sums& from,
                                            std::span<const std::uint16_t> rows, Sums& out) {
    for (std::size_t first = 0; first * WIDTH < GuessNet::HIDDEN; first += TOGETHER) {
        Unsigned sums[TOGETHER];
        gather(table, from, rows, first, sums);
        for (std::size_t v = 0; v < TOGETHER; ++v) vectors(out)[first + v] = sums[v];
    }
}

[[gnu::always_inline]] inline std::int32_t total(const Sums* table, const Sums& from,
                                                 std::span<const std::uint16_t> rows,
                                                 const Sums& last) {
    Sums cut;
    for (std::size_t first = 0; first * WIDTH < GuessNet::HIDDEN; first += TOGETHER) {
        Unsigned sums[TOGETHER];
        gather(table, from, rows, first, sums);
        for (std::size_t v = 0; v < TOGETHER; ++v) {
            const auto signed_sums = reinterpret_cast<const Vector&>(sums[v]);
            const Vector positive = signed_sums & (signed_sums > 0);
            const Vector small = positive < ONE;
            const Vector kept = (positive & small) | (ONE & ~small);
            vectors(cut)[first + v] = reinterpret_cast<const Unsigned&>(kept);
        }
    }
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < GuessNet::HIDDEN; ++i) {
        sum += static_cast<std::int32_t>(cut.values[i]) * last.values[i];
    }
    return sum;
}

using Add = void (*)(const Sums*, const Sums&, std::span<const std::uint16_t>, Sums&);
using Total = std::int32_t (*)(const Sums*, const Sums&, std::span<const std::uint16_t>,
                               const Sums&);

// The same loops, compiled for registers of each width.
#define TABLAS_LOOPS(name, target)                                                            \
    target void add_##name(const Sums* table, const Sums& from,                               \
                           std::span<const std::uint16_t> rows, Sums& out) {                  \
        add_rows(table, from, rows, out);                                                     \
    }                                                                                         \
    target std::int32_t total_##name(const Sums* table, const Sums& from,                     \
                                     std::span<const std::uint16_t> rows, const Sums& last) { \
        return total(table, from, rows, last);                                                \
    }

TABLAS_LOOPS(portable, )
#ifdef TABLAS_X86
TABLAS_LOOPS(avx2, __attribute__((target("avx2"))))
TABLAS_LOOPS(avx512, __attribute__((target("avx512f,avx512bw"))))
constexpr Add ADD[] = {add_portable, add_avx2, add_avx512, add_avx512};
constexpr Total TOTAL[] = {total_portable, total_avx2, total_avx512, total_avx512};
#else
constexpr Add ADD[] = {add_portable};
constexpr Total TOTAL[] = {total_portable};
#endif

std::int16_t rounded(float value, float scale) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value * scale, -32767.0f, 32767.0f)));
}

}  // namespace

const char* GuessNet::fault(std::span<const LayerWeights> layers, std::size_t rows) {
    if (layers.size() != 2) return "a net that guesses has two layers";
    const LayerWeights &first = layers[0], &last = layers[1];
    if (first.inputs != rows) return "the first layer has the wrong number of inputs";
    if (first.outputs != HIDDEN || last.inputs != HIDDEN) return "the hidden layer has 256 units";
    if (last.outputs != 1) return "the last layer does not have one output";
    for (const LayerWeights& layer : layers) {
        if (layer.weights.size() != layer.inputs * layer.outputs) return "weights are missing";
        if (layer.bias.size() != layer.outputs) return "a bias does not fit its layer";
        const auto small = [](float value) { return std::abs(value) < MOST_SUM; };
        if (!std::all_of(layer.weights.begin(), layer.weights.end(), small) ||
            !std::all_of(layer.bias.begin(), layer.bias.end(), small)) {
            return "a weight is too large or not a number";
        }
    }
    float most = std::abs(last.bias[0]);
    for (const float weight : last.weights) most += std::abs(weight);
    // Or the output could leave the 32 bits in which it is summed up.
    if (most * LAST * ONE > 2e9f) return "the weights of the last layer are too large";
    return nullptr;
}

GuessNet::GuessNet(std::span<const LayerWeights> layers)
    : rows_(layers[0].inputs),
      last_bias_(static_cast<std::int32_t>(std::lround(layers[1].bias[0] * LAST * ONE))) {
    assert(fault(layers, rows_.size()) == nullptr);
    for (std::size_t unit = 0; unit < HIDDEN; ++unit) {
        const float* const weights = layers[0].weights.data() + unit * rows_.size();
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            rows_[row].values[unit] = rounded(weights[row], ONE);
        }
        bias_.values[unit] = rounded(layers[0].bias[unit], ONE);
        last_.values[unit] = rounded(layers[1].weights[unit], LAST);
    }
}

void GuessNet::add(const Sums& from, std::span<const std::uint16_t> rows, Sums& out,
                   Path path) const {
    ADD[static_cast<std::size_t>(path)](rows_.data(), from, rows, out);
}

float GuessNet::equity(const Sums& from, std::span<const std::uint16_t> rows, Path path) const {
    const std::int32_t sum =
        TOTAL[static_cast<std::size_t>(path)](rows_.data(), from, rows, last_) + last_bias_;
    return static_cast<float>(sum) / (LAST * ONE);
}

}  // namespace tablas
