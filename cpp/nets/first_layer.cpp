#include "nets/first_layer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/cpu.hpp"

#ifdef TABLAS_X86
#include <immintrin.h>
#endif

namespace tablas {
namespace {

/// A first layer as it is read: the rows, where sums begin, and what one is worth in each.
struct Table {
    const WholeLine* rows;
    std::size_t stride;  // lines from a row to the next
    std::size_t pairs;
    const std::int32_t* bias;
    const float* steps;
    std::size_t out_stride;  // floats from the outputs of a board to the next
};

namespace portable {
#define TABLAS_TARGET
// The compiler makes of them what the target's registers can hold.
typedef std::int32_t Sums __attribute__((vector_size(16)));
typedef float Vector __attribute__((vector_size(16)));
using Whole = Sums;  // of two numbers each
constexpr std::size_t TOGETHER = 1;
static_assert(std::endian::native == std::endian::little, "the first number is the lower half");

inline Whole load(const std::int16_t* from) {
    Whole v;
    std::memcpy(&v, from, sizeof(v));
    return v;
}
inline Sums load_sums(const std::int32_t* from) {
    Sums v;
    std::memcpy(&v, from, sizeof(v));
    return v;
}
inline Sums add_first(Sums sums, Whole v) {
    return sums + ((v << 16) >> 16);
}
inline Sums add_second(Sums sums, Whole v) {
    return sums + (v >> 16);
}
inline Vector scaled(Sums sums, const float* steps) {
    Vector v;
    std::memcpy(&v, steps, sizeof(v));
    return __builtin_convertvector(sums, Vector) * v;
}
inline Vector rectified(Vector v) {
    return v > 0 ? v : Vector{};
}
inline Vector times(Vector a, Vector b) {
    return a * b;
}
inline void store(float* to, Vector v) {
    std::memcpy(to, &v, sizeof(v));
}
#include "nets/first_layer_block.hpp"
#undef TABLAS_TARGET
}  // namespace portable

#ifdef TABLAS_X86
namespace avx2 {
#define TABLAS_TARGET __attribute__((target("avx2,fma")))
using Whole = __m256i;
using Sums = __m256i;
using Vector = __m256;
constexpr std::size_t TOGETHER = 2;

TABLAS_TARGET inline Whole load(const std::int16_t* from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
TABLAS_TARGET inline Sums load_sums(const std::int32_t* from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
TABLAS_TARGET inline Sums add_first(Sums sums, Whole v) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(v, _mm256_set1_epi32(1)));
}
TABLAS_TARGET inline Sums add_second(Sums sums, Whole v) {
    return _mm256_add_epi32(sums, _mm256_srai_epi32(v, 16));
}
TABLAS_TARGET inline Vector scaled(Sums sums, const float* steps) {
    return _mm256_mul_ps(_mm256_cvtepi32_ps(sums), _mm256_load_ps(steps));
}
TABLAS_TARGET inline Vector rectified(Vector v) {
    return _mm256_max_ps(v, _mm256_setzero_ps());
}
TABLAS_TARGET inline Vector times(Vector a, Vector b) {
    return _mm256_mul_ps(a, b);
}
TABLAS_TARGET inline void store(float* to, Vector v) {
    _mm256_store_ps(to, v);
}
#include "nets/first_layer_block.hpp"
#undef TABLAS_TARGET
}  // namespace avx2

namespace avx512 {
#define TABLAS_TARGET __attribute__((target("avx512f,avx512bw")))
using Whole = __m512i;
using Sums = __m512i;
using Vector = __m512;
constexpr std::size_t TOGETHER = 4;
// Without a mask the intrinsics draw false warnings from g++ 12 (an undefined source operand).
constexpr __mmask16 ALL = 0xffff;

TABLAS_TARGET inline Whole load(const std::int16_t* from) {
    return _mm512_load_si512(from);
}
TABLAS_TARGET inline Sums load_sums(const std::int32_t* from) {
    return _mm512_load_si512(from);
}
TABLAS_TARGET inline Sums add_first(Sums sums, Whole v) {
    return _mm512_add_epi32(sums, _mm512_madd_epi16(v, _mm512_set1_epi32(1)));
}
TABLAS_TARGET inline Sums add_second(Sums sums, Whole v) {
    return _mm512_add_epi32(sums, _mm512_maskz_srai_epi32(ALL, v, 16));
}
TABLAS_TARGET inline Vector scaled(Sums sums, const float* steps) {
    return _mm512_mul_ps(_mm512_maskz_cvtepi32_ps(ALL, sums), _mm512_load_ps(steps));
}
TABLAS_TARGET inline Vector rectified(Vector v) {
    return _mm512_maskz_max_ps(ALL, v, _mm512_setzero_ps());
}
TABLAS_TARGET inline Vector times(Vector a, Vector b) {
    return _mm512_mul_ps(a, b);
}
TABLAS_TARGET inline void store(float* to, Vector v) {
    _mm512_store_ps(to, v);
}
#include "nets/first_layer_block.hpp"
#undef TABLAS_TARGET
}  // namespace avx512
#endif

/// What an output's weights come to in each row.
std::vector<float> sums_of(const float* weights, std::span<const std::vector<Term>> rows) {
    std::vector<float> sums;
    sums.reserve(rows.size());
    for (const std::vector<Term>& terms : rows) {
        double sum = 0;  // in which a product of two floats is exact, fused with the sum or not
        for (const Term& term : terms) sum += double{weights[term.input]} * term.value;
        sums.push_back(static_cast<float>(sum));
    }
    return sums;
}

/// The finest step in which no entry is larger than 0x7fff, and neither can be what a board's
/// rows and the bias come to, in 32 bits.
float step_of(std::span<const float> entries, float bias) {
    constexpr float LEAST = 1e-20f;  // even its square is a float
    float most = 0;
    for (const float entry : entries) most = std::max(most, std::abs(entry));
    return std::max({most / 0x7fff, std::abs(bias) / (1 << 30), LEAST});
}

/// The nearest whole number of steps, the even one of two.
std::int32_t in_steps(float value, float step) {
    return static_cast<std::int32_t>(std::nearbyint(double{value} / double{step}));
}

}  // namespace

FirstLayer::FirstLayer(const LayerWeights& weights, std::size_t units,
                       std::span<const std::vector<Term>> rows)
    : activation_(is_product(weights, units) ? Activation::Product : Activation::Relu),
      pairs_((weights.outputs / LINE + 1) / 2),
      bias_(2 * pairs_),
      steps_(2 * pairs_),
      stride_(pairs_ | 1),
      table_(rows.size() * stride_) {
    const std::size_t sums = weights.outputs / units;  // of a unit
    for (std::size_t output = 0; output < weights.outputs; ++output) {
        const std::size_t line = output % units / LINE * sums + output / units;
        const std::size_t lane = output % LINE;
        const auto entries = sums_of(weights.weights.data() + output * weights.inputs, rows);
        const float bias = weights.bias[output], step = step_of(entries, bias);
        bias_[line].values[lane] = in_steps(bias, step);
        steps_[line].values[lane] = step;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            table_[i * stride_ + line / 2].values[2 * lane + line % 2] =
                static_cast<std::int16_t>(in_steps(entries[i], step));
        }
    }
}

void FirstLayer::sum(std::span<const RowSet> boards, Line* out, Path path) const {
    const Table table{table_.data(),         stride_,       pairs_, bias_.front().values.data(),
                      floats(steps_.data()), lines() * LINE};
    switch (path) {
#ifdef TABLAS_X86
        case Path::Avx512Vnni:
        case Path::Avx512:
            return avx512::sum_rows(table, boards, activation_, floats(out));
        case Path::Avx2:
            return avx2::sum_rows(table, boards, activation_, floats(out));
#endif
        default:
            return portable::sum_rows(table, boards, activation_, floats(out));
    }
}

}  // namespace tablas
