#include "nets/dense_net.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "base/cpu.hpp"
#include "nets/whole_numbers.hpp"

#if defined(TABLAS_SSE2)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace tablas {
namespace {

constexpr std::size_t MOST_ROWS = 6;  // of a block, on any path

/// Rows of floats, each `stride` after the one before.
struct Rows {
    const float* first;
    std::size_t stride;
    std::size_t count;
};

/// Some rows that go through a layer together: the inputs that are not zero in all of them, with
/// their values in whole numbers row by row, `stride` apart, and what one is worth in each row.
///
/// Rows that lie together are mostly positions a play apart, which switch the same units off, and
/// what is left out would add zero.
struct Block {
    std::uint32_t* index;
    std::int16_t* values;
    WholeLine* scratch;  // room for the rows
    std::size_t stride;
    std::size_t active = 0;
    std::array<float, MOST_ROWS> worth;
};

/// Room for blocks of `rows` rows each. A vector may be stored beyond the values that count.
void make_room(const DenseLayer& layer, std::size_t rows, Workspace& space,
               std::span<Block> blocks) {
    const std::size_t lines = layer.inputs() / WHOLE_LINE + 2, stride = lines * WHOLE_LINE;
    WholeLine* const whole = space.whole((blocks.size() + 1) * rows * lines);
    std::uint32_t* const index = space.indices(blocks.size() * stride);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].index = index + i * stride;
        blocks[i].values = whole[(i + 1) * rows * lines].values.data();
        blocks[i].scratch = whole;
        blocks[i].stride = stride;
    }
}

namespace portable {
#define TABLAS_TARGET
constexpr std::size_t ROWS = 4, TOGETHER = 1;

#if defined(TABLAS_SSE2)
using Whole = __m128i;
using Sums = __m128i;
inline Whole lower_pairs(Whole a, Whole b) {
    return _mm_unpacklo_epi16(a, b);
}
inline Whole upper_pairs(Whole a, Whole b) {
    return _mm_unpackhi_epi16(a, b);
}
inline Sums add_products(Sums sums, Whole a, Whole b) {
    return _mm_add_epi32(sums, _mm_madd_epi16(a, b));
}
#elif defined(__wasm_simd128__)
using Whole = v128_t;
using Sums = v128_t;
inline Whole lower_pairs(Whole a, Whole b) {
    return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
inline Whole upper_pairs(Whole a, Whole b) {
    return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
inline Sums add_products(Sums sums, Whole a, Whole b) {
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(a, b));
}
#else
using Whole = std::array<std::int16_t, 8>;
using Sums = std::array<std::int32_t, 4>;
inline Whole lower_pairs(Whole a, Whole b) {
    return {a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]};
}
inline Whole upper_pairs(Whole a, Whole b) {
    return {a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7]};
}
inline Sums add_products(Sums sums, Whole a, Whole b) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    }
    return sums;
}
#endif

#if defined(__wasm_simd128__)
// What a compiler makes of single lanes is slow there: each of these is one instruction or two.
inline Whole load(const std::int16_t* from) {
    return wasm_v128_load(from);
}
inline Whole spread(const std::int16_t* pair) {
    return wasm_v128_load32_splat(pair);
}
inline Whole either(Whole a, Whole b) {
    return wasm_v128_or(a, b);
}
inline std::uint32_t not_zero(Whole v) {
    return wasm_i16x8_bitmask(wasm_i16x8_ne(v, wasm_i16x8_const_splat(0)));
}
inline Sums nothing() {
    return wasm_i32x4_const_splat(0);
}
inline void finish(Sums sums, const float* steps, float worth, const float* bias, bool relu,
                   float* out) {
    const v128_t step = wasm_f32x4_mul(wasm_v128_load(steps), wasm_f32x4_splat(worth));
    const v128_t sum =
        wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums), step), wasm_v128_load(bias));
    const v128_t below = wasm_f32x4_lt(sum, wasm_f32x4_const_splat(0));
    wasm_v128_store(out, relu ? wasm_v128_andnot(sum, below) : sum);
}
#else
using Lanes = std::array<std::int16_t, 8>;

inline Whole load(const std::int16_t* from) {
    Whole v;
    std::memcpy(&v, from, sizeof(v));
    return v;
}
inline Whole spread(const std::int16_t* pair) {
    const std::int16_t a = pair[0], b = pair[1];
    return std::bit_cast<Whole>(Lanes{a, b, a, b, a, b, a, b});
}
inline Whole either(Whole a, Whole b) {
    auto either = std::bit_cast<Lanes>(a);
    const auto other = std::bit_cast<Lanes>(b);
    for (std::size_t i = 0; i < either.size(); ++i) either[i] |= other[i];
    return std::bit_cast<Whole>(either);
}
inline std::uint32_t not_zero(Whole v) {
    const auto lanes = std::bit_cast<Lanes>(v);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) bits |= std::uint32_t{lanes[i] != 0} << i;
    return bits;
}
inline Sums nothing() {
    return Sums{};
}
inline void finish(Sums whole, const float* steps, float worth, const float* bias, bool relu,
                   float* out) {
    const auto sums = std::bit_cast<std::array<std::int32_t, 4>>(whole);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const float sum = static_cast<float>(sums[i]) * (steps[i] * worth) + bias[i];
        out[i] = relu && sum < 0 ? 0 : sum;
    }
}
#endif
#include "nets/active_inputs.hpp"
#include "nets/dense_block.hpp"
#undef TABLAS_TARGET
}  // namespace portable

#ifdef TABLAS_X86
namespace avx2 {
#define TABLAS_TARGET __attribute__((target("avx2,fma")))
constexpr std::size_t ROWS = 6, TOGETHER = 1;
using Whole = __m256i;
using Sums = __m256i;

TABLAS_TARGET inline Whole load(const std::int16_t* from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
TABLAS_TARGET inline Whole spread(const std::int16_t* pair) {
    std::int32_t both;
    std::memcpy(&both, pair, sizeof(both));
    return _mm256_set1_epi32(both);
}
TABLAS_TARGET inline Whole either(Whole a, Whole b) {
    return _mm256_or_si256(a, b);
}
TABLAS_TARGET inline std::uint32_t not_zero(Whole v) {
    const __m256i equal = _mm256_cmpeq_epi16(v, _mm256_setzero_si256());
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(equal), _mm256_extracti128_si256(equal, 1));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)) ^ 0xffff;
}
TABLAS_TARGET inline Whole lower_pairs(Whole a, Whole b) {
    return _mm256_unpacklo_epi16(a, b);
}
TABLAS_TARGET inline Whole upper_pairs(Whole a, Whole b) {
    return _mm256_unpackhi_epi16(a, b);
}
TABLAS_TARGET inline Sums nothing() {
    return _mm256_setzero_si256();
}
TABLAS_TARGET inline Sums add_products(Sums sums, Whole a, Whole b) {
    // Left to itself, g++ 12 makes many products before it adds any, and runs out of registers.
    Sums products;
    asm("vpmaddwd %3, %2, %1\n\tvpaddd %1, %0, %0" : "+x"(sums), "=&x"(products) : "x"(a), "x"(b));
    return sums;
}
TABLAS_TARGET inline void finish(Sums sums, const float* steps, float worth, const float* bias,
                                 bool relu, float* out) {
    const __m256 step = _mm256_mul_ps(_mm256_load_ps(steps), _mm256_set1_ps(worth));
    const __m256 sum =
        _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(sums), step), _mm256_load_ps(bias));
    _mm256_store_ps(out, relu ? _mm256_max_ps(sum, _mm256_setzero_ps()) : sum);
}
#include "nets/active_inputs.hpp"
#include "nets/dense_block.hpp"
#undef TABLAS_TARGET
}  // namespace avx2

namespace avx512 {
#define TABLAS_TARGET __attribute__((target("avx512f,avx512bw")))
constexpr std::size_t ROWS = 4, TOGETHER = 2;
using Whole = __m512i;
using Sums = __m512i;
// Without a mask the intrinsics draw false warnings from g++ 12 (an undefined source operand).
constexpr __mmask16 ALL = 0xffff;

TABLAS_TARGET inline Whole load(const std::int16_t* from) {
    return _mm512_load_si512(from);
}
TABLAS_TARGET inline Whole spread(const std::int16_t* pair) {
    std::int32_t both;
    std::memcpy(&both, pair, sizeof(both));
    return _mm512_set1_epi32(both);
}

/// Puts the active ones of COUNT rows' inputs together, 16 inputs at a time.
template <std::size_t COUNT>
TABLAS_TARGET inline std::size_t gather_some(const Rows& rows, std::size_t inputs,
                                             const float* scales, const Block& block) {
    if constexpr (COUNT > 1) {
        if (rows.count < COUNT) return gather_some<COUNT - 1>(rows, inputs, scales, block);
    }
    __m512i place = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    std::size_t active = 0;
    for (std::size_t first = 0; first < inputs; first += LINE) {
        __m512i whole[COUNT], any = _mm512_setzero_si512();
        for (std::size_t row = 0; row < COUNT; ++row) {
            const __m512 floats = _mm512_load_ps(rows.first + row * rows.stride + first);
            whole[row] =
                _mm512_maskz_cvtps_epi32(ALL, _mm512_mul_ps(floats, _mm512_set1_ps(scales[row])));
            any = _mm512_or_si512(any, whole[row]);
        }
        const __mmask16 mask = _mm512_test_epi32_mask(any, any);
        _mm512_storeu_si512(block.index + active, _mm512_maskz_compress_epi32(mask, place));
        for (std::size_t row = 0; row < COUNT; ++row) {
            const __m512i kept = _mm512_maskz_compress_epi32(mask, whole[row]);
            std::int16_t* const to = block.values + row * block.stride + active;
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                                _mm512_maskz_cvtepi32_epi16(ALL, kept));
        }
        place = _mm512_add_epi32(place, _mm512_set1_epi32(LINE));
        active += static_cast<unsigned>(std::popcount(static_cast<unsigned>(mask)));
    }
    return active;
}
TABLAS_TARGET inline std::size_t gather_active(const Rows& rows, std::size_t inputs,
                                               const float* scales, const Block& block) {
    return gather_some<ROWS>(rows, inputs, scales, block);
}
TABLAS_TARGET inline Whole lower_pairs(Whole a, Whole b) {
    return _mm512_unpacklo_epi16(a, b);
}
TABLAS_TARGET inline Whole upper_pairs(Whole a, Whole b) {
    return _mm512_unpackhi_epi16(a, b);
}
TABLAS_TARGET inline Sums nothing() {
    return _mm512_setzero_si512();
}
TABLAS_TARGET inline Sums add_products(Sums sums, Whole a, Whole b) {
    Sums products;
    asm("vpmaddwd %3, %2, %1\n\tvpaddd %1, %0, %0" : "+v"(sums), "=&v"(products) : "v"(a), "v"(b));
    return sums;
}
TABLAS_TARGET inline void finish(Sums sums, const float* steps, float worth, const float* bias,
                                 bool relu, float* out) {
    const __m512 step = _mm512_mul_ps(_mm512_load_ps(steps), _mm512_set1_ps(worth));
    const __m512 sum = _mm512_add_ps(_mm512_mul_ps(_mm512_maskz_cvtepi32_ps(ALL, sums), step),
                                     _mm512_load_ps(bias));
    _mm512_store_ps(out, relu ? _mm512_maskz_max_ps(ALL, sum, _mm512_setzero_ps()) : sum);
}
#include "nets/dense_block.hpp"
#undef TABLAS_TARGET
}  // namespace avx512

namespace vnni {
#define TABLAS_TARGET __attribute__((target("avx512f,avx512bw,avx512vnni")))
using avx512::finish;
using avx512::gather_active;
using avx512::load;
using avx512::lower_pairs;
using avx512::nothing;
using avx512::ROWS;
using avx512::spread;
using avx512::Sums;
using avx512::TOGETHER;
using avx512::upper_pairs;
using avx512::Whole;

TABLAS_TARGET inline Sums add_products(Sums sums, Whole a, Whole b) {
    // By the intrinsic g++ 12 copies each sum to another register and to the stack.
    asm("vpdpwssd %2, %1, %0" : "+v"(sums) : "v"(a), "v"(b));
    return sums;
}
#include "nets/dense_block.hpp"
#undef TABLAS_TARGET
}  // namespace vnni
#endif

void run_layer(const DenseLayer& layer, const Rows& rows, bool relu, Workspace& space, float* out,
               Path path) {
    switch (path) {
#ifdef TABLAS_X86
        case Path::Avx512Vnni:
            return vnni::run_layer(layer, rows, relu, space, out);
        case Path::Avx512:
            return avx512::run_layer(layer, rows, relu, space, out);
        case Path::Avx2:
            return avx2::run_layer(layer, rows, relu, space, out);
#endif
        default:
            return portable::run_layer(layer, rows, relu, space, out);
    }
}

}  // namespace

DenseNet::DenseNet(std::span<const LayerWeights> layers) {
    layers_.reserve(layers.size());
    for (const LayerWeights& layer : layers) layers_.emplace_back(layer);
}

const Line* DenseNet::run(const Line* from, std::size_t lines, std::size_t count, Workspace& space,
                          Path path) const {
    assert(count <= ROWS_TOGETHER);
    Rows rows{floats(from), lines * LINE, count};
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const DenseLayer& layer = layers_[i];
        float* const out = floats(space.room(i % 2, 2 * layer.panels() * count));
        run_layer(layer, rows, i + 1 < layers_.size(), space, out, path);
        rows = {out, layer.panels() * WHOLE_LINE, count};
    }
    return reinterpret_cast<const Line*>(rows.first);
}

}  // namespace tablas
