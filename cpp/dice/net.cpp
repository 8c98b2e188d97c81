#include "dice/net.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/cpu.hpp"

#ifdef TABLAS_X86
#include <immintrin.h>
#endif

namespace tablas {
namespace {

/// The floats of consecutive lines are consecutive floats.
inline const float* floats(const Line* lines) {
    return reinterpret_cast<const float*>(lines);
}
inline float* floats(Line* lines) {
    return reinterpret_cast<float*>(lines);
}

/// The active inputs of each block of rows, with their values: room that a layer fills.
struct Gathered {
    std::uint32_t* index;
    float* values;
    std::size_t* active;
};

namespace portable {
#define TABLAS_TARGET
using Vector = std::array<float, 4>;
constexpr std::size_t WIDTH = 4, ROWS = 2, SPAN = 1, SUMMED = 2;

template <class Operation>
inline Vector each(Operation operation) {
    return {operation(0), operation(1), operation(2), operation(3)};
}
inline Vector load(const float* from) {
    return {from[0], from[1], from[2], from[3]};
}
inline void store(float* to, Vector v) {
    std::copy(v.begin(), v.end(), to);
}
inline Vector spread(float value) {
    return {value, value, value, value};
}
inline Vector zero() {
    return {};
}
inline Vector add(Vector a, Vector b) {
    return each([&](std::size_t i) { return a[i] + b[i]; });
}
inline Vector times(Vector a, Vector b) {
    return each([&](std::size_t i) { return a[i] * b[i]; });
}
inline Vector larger(Vector a, Vector b) {
    return each([&](std::size_t i) { return a[i] > b[i] ? a[i] : b[i]; });
}
inline Vector either(Vector a, Vector b) {
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    return each([&](std::size_t i) { return std::bit_cast<float>(bits(a[i]) | bits(b[i])); });
}
inline Vector multiply_add(Vector a, Vector b, Vector c) {
    return each([&](std::size_t i) { return a[i] * b[i] + c[i]; });
}
inline unsigned not_zero(Vector v) {
    return (v[0] != 0) | (v[1] != 0) << 1 | (v[2] != 0) << 2 | (v[3] != 0) << 3;
}
#include "dice/net_block.hpp"
#undef TABLAS_TARGET
}  // namespace portable

#ifdef TABLAS_X86
namespace avx2 {
#define TABLAS_TARGET __attribute__((target("avx2,fma")))
using Vector = __m256;
constexpr std::size_t WIDTH = 8, ROWS = 6, SPAN = 1, SUMMED = 4;

TABLAS_TARGET inline Vector load(const float* from) {
    return _mm256_load_ps(from);
}
TABLAS_TARGET inline void store(float* to, Vector v) {
    _mm256_store_ps(to, v);
}
TABLAS_TARGET inline Vector spread(float value) {
    return _mm256_set1_ps(value);
}
TABLAS_TARGET inline Vector zero() {
    return _mm256_setzero_ps();
}
TABLAS_TARGET inline Vector add(Vector a, Vector b) {
    return _mm256_add_ps(a, b);
}
TABLAS_TARGET inline Vector times(Vector a, Vector b) {
    return _mm256_mul_ps(a, b);
}
TABLAS_TARGET inline Vector larger(Vector a, Vector b) {
    return _mm256_max_ps(a, b);
}
TABLAS_TARGET inline Vector either(Vector a, Vector b) {
    return _mm256_or_ps(a, b);
}
TABLAS_TARGET inline Vector multiply_add(Vector a, Vector b, Vector c) {
    return _mm256_fmadd_ps(a, b, c);
}
TABLAS_TARGET inline unsigned not_zero(Vector v) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(v, zero(), _CMP_NEQ_UQ)));
}
#include "dice/net_block.hpp"
#undef TABLAS_TARGET
}  // namespace avx2

namespace avx512 {
#define TABLAS_TARGET __attribute__((target("avx512f")))
using Vector = __m512;
constexpr std::size_t WIDTH = 16, ROWS = 6, SPAN = 4, SUMMED = 8;

TABLAS_TARGET inline Vector load(const float* from) {
    return _mm512_load_ps(from);
}
TABLAS_TARGET inline void store(float* to, Vector v) {
    _mm512_store_ps(to, v);
}
TABLAS_TARGET inline Vector spread(float value) {
    return _mm512_set1_ps(value);
}
TABLAS_TARGET inline Vector zero() {
    return _mm512_setzero_ps();
}
TABLAS_TARGET inline Vector add(Vector a, Vector b) {
    return _mm512_add_ps(a, b);
}
TABLAS_TARGET inline Vector times(Vector a, Vector b) {
    return _mm512_mul_ps(a, b);
}
TABLAS_TARGET inline Vector larger(Vector a, Vector b) {
    // The intrinsic _mm512_max_ps draws a false warning from g++ 12 (an undefined source operand).
    return _mm512_mask_max_ps(a, 0xffff, a, b);
}
TABLAS_TARGET inline Vector either(Vector a, Vector b) {
    // As whole numbers: the instruction for floats is not part of avx512f.
    return _mm512_castsi512_ps(_mm512_or_si512(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
TABLAS_TARGET inline Vector multiply_add(Vector a, Vector b, Vector c) {
    return _mm512_fmadd_ps(a, b, c);
}
TABLAS_TARGET inline unsigned not_zero(Vector v) {
    return _mm512_cmp_ps_mask(v, zero(), _CMP_NEQ_UQ);
}
#include "dice/net_block.hpp"
#undef TABLAS_TARGET
}  // namespace avx512
#endif

constexpr std::size_t MOST_ROWS = 6;  // of a block, on any path
constexpr std::size_t FEWEST_ROWS = 2;
static_assert(ROWS_TOGETHER % MOST_ROWS == 0);

}  // namespace

DenseLayer::DenseLayer(const LayerWeights& from)
    : inputs_(from.inputs),
      weights_((from.outputs + LINE - 1) / LINE * from.inputs),
      bias_((from.outputs + LINE - 1) / LINE) {
    assert(from.inputs % LINE == 0);
    for (std::size_t output = 0; output < from.outputs; ++output) {
        const std::size_t panel = output / LINE, lane = output % LINE;
        bias_[panel].values[lane] = from.bias[output];
        for (std::size_t input = 0; input < inputs_; ++input) {
            Line& line = weights_[panel * inputs_ + input];
            line.values[lane] = from.weights[output * inputs_ + input];
        }
    }
}

Line* Workspace::room(unsigned buffer, std::size_t lines) {
    std::vector<Line>& held = buffers_[buffer];
    if (held.size() < lines) held.resize(lines);
    return held.data();
}

std::uint32_t* Workspace::indices(std::size_t count) {
    if (indices_.size() < count) indices_.resize(count);
    return indices_.data();
}

std::size_t* Workspace::counts(std::size_t count) {
    if (counts_.size() < count) counts_.resize(count);
    return counts_.data();
}

DenseNet::DenseNet(std::span<const LayerWeights> layers) {
    layers_.reserve(layers.size());
    for (const LayerWeights& layer : layers) layers_.emplace_back(layer);
}

const Line* DenseNet::run(const Line* from, std::size_t count, Workspace& space, Path path) const {
    const float* rows = floats(from);
    std::size_t widest = 0;
    for (const DenseLayer& layer : layers_) widest = std::max(widest, layer.inputs());
    const std::size_t blocks = (count + FEWEST_ROWS - 1) / FEWEST_ROWS;
    const Gathered gathered{space.indices(widest * blocks),
                            floats(space.room(2, widest / LINE * count)), space.counts(blocks)};
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const DenseLayer& layer = layers_[i];
        const bool relu = i + 1 < layers_.size();
        float* const out = floats(space.room(i % 2, layer.panels() * count));
        switch (path) {
#ifdef TABLAS_X86
            case Path::Avx512:
                avx512::run_layer(layer, rows, count, relu, out, gathered);
                break;
            case Path::Avx2:
                avx2::run_layer(layer, rows, count, relu, out, gathered);
                break;
#endif
            default:
                portable::run_layer(layer, rows, count, relu, out, gathered);
        }
        rows = out;
    }
    return reinterpret_cast<const Line*>(rows);
}

void sum_rows(std::span<const Line* const> rows, const Line* bias, std::size_t lines,
              Activation activation, Line* out, Path path) {
    switch (path) {
#ifdef TABLAS_X86
        case Path::Avx512:
            return avx512::sum_lines(rows, bias, lines, activation, out);
        case Path::Avx2:
            return avx2::sum_lines(rows, bias, lines, activation, out);
#endif
        default:
            return portable::sum_lines(rows, bias, lines, activation, out);
    }
}

}  // namespace tablas
