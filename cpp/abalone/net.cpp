#include "abalone/net.hpp"

#include <algorithm>
#include <bit>

#include "base/cpu.hpp"
#include "base/digest.hpp"

#ifdef TABLAS_X86
#include <immintrin.h>
#endif

namespace tablas::abalone {

// Every path is the same code, compiled for what the processor offers; only the hidden layer needs
// to be told how. Sums wrap around at sixteen bits everywhere alike.
struct NetPaths {
    using Sums = std::array<std::int32_t, HIDDEN>;
    using Inputs = std::array<std::int16_t, 2 * PAIRS>;
    static constexpr std::int16_t ONE = 1016;

    [[gnu::always_inline]] static void add_cells(Cells cells, Lanes& to) {
        for (; cells != 0; cells &= cells - 1) {
            const Lanes& place = PLACE_VALUES[static_cast<unsigned>(std::countr_zero(cells))];
            for (std::size_t i = 0; i < LANES; ++i) {
                to.values[i] = static_cast<std::uint16_t>(to.values[i] + place.values[i]);
            }
        }
    }

    [[gnu::always_inline]] static void take_cells(Cells cells, Lanes& from) {
        for (; cells != 0; cells &= cells - 1) {
            const Lanes& place = PLACE_VALUES[static_cast<unsigned>(std::countr_zero(cells))];
            for (std::size_t i = 0; i < LANES; ++i) {
                from.values[i] = static_cast<std::uint16_t>(from.values[i] - place.values[i]);
            }
        }
    }

    /// The lanes in which two differ, as bits.
    [[gnu::always_inline]] static std::uint64_t differ(const Lanes& was, const Lanes& now) {
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < LANES; ++i) {
            found |= static_cast<std::uint64_t>(was.values[i] != now.values[i]) << i;
        }
        return found;
    }

    /// Where a lane has changed, its old row goes and the new one comes.
    [[gnu::always_inline]] static void exchange(const Row& old, const Row& fresh, Row& total) {
        for (std::size_t i = 0; i < WIDTH; ++i) {
            total.values[i] =
                static_cast<std::int16_t>(total.values[i] + fresh.values[i] - old.values[i]);
        }
    }

    /// The states of the lanes on a board that follows another one.
    [[gnu::always_inline]] static void states(const Accumulator& last, const Board& board,
                                              Lanes& first, Lanes& second) {
        const Cells own_was = last.board.opp_marbles(), own = board.own_marbles();
        const Cells opp_was = last.board.own_marbles(), opp = board.opp_marbles();
        Lanes mine, theirs;
        add_cells(own & ~own_was, mine);
        take_cells(own_was & ~own, mine);
        add_cells(opp & ~opp_was, theirs);
        take_cells(opp_was & ~opp, theirs);
        for (std::size_t i = 0; i < LANES; ++i) {
            const unsigned a = mine.values[i], b = theirs.values[i];
            first.values[i] = static_cast<std::uint16_t>(last.states[1].values[i] + a + 2 * b);
            second.values[i] = static_cast<std::uint16_t>(last.states[0].values[i] + 2 * a + b);
        }
        const unsigned own_more = board.own_lost() - last.board.opp_lost();
        const unsigned opp_more = board.opp_lost() - last.board.own_lost();
        if ((own_more | opp_more) != 0) {
            const auto grow = [](std::uint16_t& value, unsigned by) {
                value = static_cast<std::uint16_t>(value + by);
            };
            grow(first.values[OWN_LOST_LANE], own_more);
            grow(first.values[OPP_LOST_LANE], opp_more);
            grow(second.values[OWN_LOST_LANE], opp_more);
            grow(second.values[OPP_LOST_LANE], own_more);
        }
    }

    /// `differ` as this path does it.
    template <class Differ>
    [[gnu::always_inline]] static void follow(const Net& net, const Accumulator& last,
                                              const Board& board, Accumulator& out,
                                              const Differ& differ) {
        states(last, board, out.states[0], out.states[1]);
        // What changes does so for both sides; the ejected marbles of one are the other's.
        std::uint64_t changed = differ(last.states[1], out.states[0]);
        changed |= differ(last.states[0], out.states[1]);
        Row first = last.sums[1], second = last.sums[0];
        for (; changed != 0; changed &= changed - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(changed));
            const Row* const rows = net.rows_.data() + net.base_[lane];
            exchange(rows[last.states[1].values[lane]], rows[out.states[0].values[lane]], first);
            exchange(rows[last.states[0].values[lane]], rows[out.states[1].values[lane]], second);
        }
        out.sums = {first, second};
        out.board = board;
    }

    /// The inputs of the hidden layer, 0..1008: the upper halves of products, which processors have
    /// an instruction for.
    [[gnu::always_inline]] static void multiply(const Accumulator& at, Inputs& out) {
        for (std::size_t side = 0; side < 2; ++side) {
            const auto& sums = at.sums[side].values;
            for (std::size_t i = 0; i < PAIRS; ++i) {
                const auto a = static_cast<std::int16_t>(clipped(sums[i]) << 3);
                const auto b = static_cast<std::int16_t>(clipped(sums[PAIRS + i]) << 3);
                out[side * PAIRS + i] = static_cast<std::int16_t>((a * b) >> 16);
            }
        }
    }

    [[gnu::always_inline]] static std::int16_t clipped(std::int16_t sum) {
        return std::clamp<std::int16_t>(sum, 0, ONE);
    }

    [[gnu::always_inline]] static int finish(const Net& net, const Accumulator& at,
                                             const Sums& sums) {
        std::int32_t total = net.out_bias_;
        for (std::size_t i = 0; i < HIDDEN; ++i) {
            total += std::clamp(sums[i] >> 12, 0, 127) * net.out_[i];
        }
        const int plain = at.sums[0].values[WIDTH - 1] - at.sums[1].values[WIDTH - 1];
        return total / (127 * 64) + plain / 8;
    }

    static int evaluate(const Net& net, const Accumulator& at) {
        alignas(64) Inputs inputs;
        multiply(at, inputs);
        Sums sums = net.hidden_bias_;
        for (std::size_t i = 0; i < PAIRS; ++i) {
            for (std::size_t o = 0; o < HIDDEN; ++o) {
                sums[o] += inputs[2 * i] * net.hidden_[i][2 * o] +
                           inputs[2 * i + 1] * net.hidden_[i][2 * o + 1];
            }
        }
        return finish(net, at, sums);
    }

#ifdef TABLAS_X86
    __attribute__((target("avx2,bmi,popcnt"))) static void follow_avx2(const Net& net,
                                                                       const Accumulator& last,
                                                                       const Board& board,
                                                                       Accumulator& out) {
        follow(net, last, board, out,
               [](const Lanes& was, const Lanes& now) __attribute__((target("avx2,bmi,popcnt"))) {
                   // Not `auto*`: what may lie anywhere is an attribute of __m256i that it loses.
                   const __m256i* const a = reinterpret_cast<const __m256i*>(&was);
                   const __m256i* const b = reinterpret_cast<const __m256i*>(&now);
                   const std::uint64_t low = same_avx2(a[0], b[0], a[1], b[1]);
                   const std::uint64_t high = same_avx2(a[2], b[2], a[3], b[3]);
                   return ~(low | high << 32);
               });
    }

    /// Which of 32 lanes are the same.
    __attribute__((target("avx2"), always_inline)) static std::uint32_t same_avx2(__m256i a,
                                                                                  __m256i b,
                                                                                  __m256i c,
                                                                                  __m256i d) {
        const __m256i low = _mm256_cmpeq_epi16(a, b), high = _mm256_cmpeq_epi16(c, d);
        // Packing goes by halves of a register: the four quarters are put in order again.
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0b11011000);
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(packed));
    }

    __attribute__((target("avx512f,avx512bw,avx512vl,bmi,popcnt"))) static void follow_avx512(
        const Net& net, const Accumulator& last, const Board& board, Accumulator& out) {
        follow(net, last, board, out,
               [](const Lanes& was, const Lanes& now)
                   __attribute__((target("avx512f,avx512bw,avx512vl,bmi,popcnt"))) {
                       const __m512i* const a = reinterpret_cast<const __m512i*>(&was);
                       const __m512i* const b = reinterpret_cast<const __m512i*>(&now);
                       const std::uint64_t low = _mm512_cmpneq_epi16_mask(a[0], b[0]);
                       const std::uint64_t high = _mm512_cmpneq_epi16_mask(a[1], b[1]);
                       return low | high << 32;
                   });
    }

    __attribute__((target("avx2"))) static int evaluate_avx2(const Net& net,
                                                             const Accumulator& at) {
        alignas(64) Inputs inputs;
        multiply(at, inputs);
        alignas(64) Sums sums = net.hidden_bias_;
        __m256i* const place = reinterpret_cast<__m256i*>(sums.data());
        __m256i a = place[0], b = place[1], c = place[2], d = place[3];
        for (std::size_t i = 0; i < PAIRS; ++i) {
            std::int32_t pair;
            __builtin_memcpy(&pair, &inputs[2 * i], sizeof pair);
            const __m256i both = _mm256_set1_epi32(pair);
            const __m256i* const weights = reinterpret_cast<const __m256i*>(net.hidden_[i].data());
            const auto times = [&](std::size_t k) __attribute__((target("avx2"))) {
                return _mm256_madd_epi16(both, _mm256_loadu_si256(weights + k));
            };
            a = _mm256_add_epi32(a, times(0));
            b = _mm256_add_epi32(b, times(1));
            c = _mm256_add_epi32(c, times(2));
            d = _mm256_add_epi32(d, times(3));
        }
        place[0] = a, place[1] = b, place[2] = c, place[3] = d;
        return finish(net, at, sums);
    }

    __attribute__((target("avx512f,avx512bw"))) static int evaluate_avx512(const Net& net,
                                                                           const Accumulator& at) {
        alignas(64) Inputs inputs;
        multiply(at, inputs);
        alignas(64) Sums sums = net.hidden_bias_;
        __m512i* const place = reinterpret_cast<__m512i*>(sums.data());
        __m512i a = place[0], b = place[1];
        for (std::size_t i = 0; i < PAIRS; ++i) {
            std::int32_t pair;
            __builtin_memcpy(&pair, &inputs[2 * i], sizeof pair);
            const __m512i both = _mm512_set1_epi32(pair);
            const auto* const weights = net.hidden_[i].data();
            a = _mm512_add_epi32(a, _mm512_madd_epi16(both, _mm512_loadu_si512(weights)));
            b = _mm512_add_epi32(b, _mm512_madd_epi16(both, _mm512_loadu_si512(weights + HIDDEN)));
        }
        place[0] = a, place[1] = b;
        return finish(net, at, sums);
    }
#endif
};

namespace {

constexpr std::int16_t MOST = 1023;  // of the hidden layer: 64 products of 1008 stay in 27 bits

/// The path that is asked for, or the next one that the processor has everything for.
Path usable(Path path) {
#ifdef TABLAS_X86
    if (path == Path::Avx512Vnni) path = Path::Avx512;
    if (path == Path::Avx512 &&
        !(__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))) {
        return Path::Avx2;
    }
    return path;
#else
    (void)path;
    return Path::Portable;
#endif
}

void add_row(std::span<const std::int16_t> rows, std::size_t row, Row& to) {
    for (std::size_t i = 0; i < WIDTH; ++i) {
        to.values[i] = static_cast<std::int16_t>(to.values[i] + rows[row * WIDTH + i]);
    }
}

/// Of all that a network may say.
std::uint64_t digest_of(const NetWeights& weights) {
    std::uint64_t digest = fold(0, static_cast<std::uint32_t>(weights.out_bias));
    for (const std::span<const std::int16_t> part :
         {weights.patterns, weights.hexagons, weights.cells, weights.lost, weights.bias,
          weights.hidden, weights.out}) {
        for (const std::int16_t weight : part)
            digest = fold(digest, static_cast<std::uint16_t>(weight));
    }
    for (const std::int32_t bias : weights.hidden_bias) {
        digest = fold(digest, static_cast<std::uint32_t>(bias));
    }
    return digest;
}

}  // namespace

const char* Net::fault(const NetWeights& weights) {
    if (weights.patterns.size() != LINE_KINDS * WIDTH) return "patterns: wrong size";
    if (weights.hexagons.size() != HEXAGON_KINDS * WIDTH) return "hexagons: wrong size";
    if (weights.cells.size() != 2 * CELL_COUNT * WIDTH) return "cells: wrong size";
    if (weights.lost.size() != 16 * WIDTH) return "lost: wrong size";
    if (weights.bias.size() != WIDTH) return "bias: wrong size";
    if (weights.hidden.size() != HIDDEN * 2 * PAIRS) return "hidden: wrong size";
    if (weights.hidden_bias.size() != HIDDEN) return "hidden_bias: wrong size";
    if (weights.out.size() != HIDDEN) return "out: wrong size";
    const auto large = [](std::int16_t weight) { return weight < -MOST || weight > MOST; };
    if (std::any_of(weights.hidden.begin(), weights.hidden.end(), large)) {
        return "hidden: a weight is not within -1023..1023";
    }
    const auto huge = [](std::int32_t bias) { return bias < -(1 << 24) || bias > 1 << 24; };
    if (std::any_of(weights.hidden_bias.begin(), weights.hidden_bias.end(), huge) ||
        huge(weights.out_bias)) {
        return "a bias is not within 2^24";
    }
    return nullptr;
}

/// Lines along NE and NW read the tables of their length as they are. Those along E have tables of
/// their own, since every cell lies on one of them: what the cells add is put in there.
Net::Net(const NetWeights& weights, Path path) : path_(usable(path)) {
    rows_.resize(STATES_FROM.back());
    std::size_t kinds = 0;  // a line is stored where the smaller of its two states stands
    for (std::size_t size = SHORTEST_LINE; size <= LONGEST_LINE; ++size) {
        Row* const table = rows_.data() + STATES_FROM[size - SHORTEST_LINE];
        for (std::uint32_t state = 0; state < power_of_three(size); ++state) {
            const std::uint32_t reversed = from_other_end(state, size);
            if (reversed < state) {
                table[state] = table[reversed];
            } else {
                add_row(weights.patterns, kinds++, table[state]);
            }
        }
    }
    for (std::size_t lane = 0; lane < LINE_COUNT; ++lane) {
        const std::uint32_t table = STATES_FROM[LINES[lane].size - SHORTEST_LINE];
        base_[lane] = table;
        if (lane >= 9) continue;
        base_[lane] = static_cast<std::uint32_t>(rows_.size());
        const std::uint32_t count = power_of_three(LINES[lane].size);
        for (std::uint32_t state = 0; state < count; ++state) {
            Row row = rows_[table + state];
            std::uint32_t rest = state;
            for (std::size_t i = 0; i < LINES[lane].size; ++i, rest /= 3) {
                const std::size_t cell = LINES[lane].cells[i];
                if (rest % 3 == 1) add_row(weights.cells, cell, row);
                if (rest % 3 == 2) add_row(weights.cells, CELL_COUNT + cell, row);
            }
            rows_.push_back(row);
        }
    }
    const auto lost = static_cast<std::uint32_t>(rows_.size());
    for (std::size_t i = 0; i < 16; ++i) {
        Row row;
        add_row(weights.lost, i, row);
        rows_.push_back(row);
    }
    base_[OWN_LOST_LANE] = lost;
    base_[OPP_LOST_LANE] = lost + 8;
    const auto hexagons = static_cast<std::uint32_t>(rows_.size());
    kinds = 0;  // stored where the smallest of its states stands
    for (std::size_t kind = 0; kind < HEXAGON_CENTRES.size(); ++kind) {
        for (std::uint32_t state = 0; state < HEXAGON_STATES; ++state) {
            const std::uint32_t smallest = smallest_reading(state, kind);
            Row row;
            if (smallest == state) add_row(weights.hexagons, kinds++, row);
            rows_.push_back(smallest == state ? row : *(rows_.end() - (state - smallest)));
        }
    }
    for (std::size_t i = 0; i < HEXAGON_COUNT; ++i) {
        const auto kind = static_cast<std::uint32_t>(HEXAGONS[i].kind);
        base_[FIRST_HEXAGON_LANE + i] = hexagons + kind * HEXAGON_STATES;
    }
    add_row(weights.bias, 0, bias_);
    for (std::size_t o = 0; o < HIDDEN; ++o) {
        for (std::size_t i = 0; i < 2 * PAIRS; ++i) {
            hidden_[i / 2][2 * o + i % 2] = weights.hidden[o * 2 * PAIRS + i];
        }
        hidden_bias_[o] = weights.hidden_bias[o];
        out_[o] = weights.out[o];
    }
    out_bias_ = weights.out_bias;
    digest_ = digest_of(weights);
}

void Net::begin(const Board& board, unsigned target, Accumulator& out) const {
    const unsigned skipped = LOST_TO_LOSE - target;
    Lanes own, opp;
    NetPaths::add_cells(board.own_marbles(), own);
    NetPaths::add_cells(board.opp_marbles(), opp);
    for (std::size_t side = 0; side < 2; ++side) {
        const unsigned mine = side == 0 ? board.own_lost() : board.opp_lost();
        const unsigned theirs = side == 0 ? board.opp_lost() : board.own_lost();
        Lanes& states = out.states[side];
        for (std::size_t i = 0; i < LANES; ++i) {
            const unsigned a = own.values[i], b = opp.values[i];
            states.values[i] = static_cast<std::uint16_t>(side == 0 ? a + 2 * b : 2 * a + b);
        }
        states.values[OWN_LOST_LANE] = static_cast<std::uint16_t>((mine + skipped) & 7);
        states.values[OPP_LOST_LANE] = static_cast<std::uint16_t>((theirs + skipped) & 7);
        out.sums[side] = bias_;
        for (std::size_t lane = 0; lane < LANES_USED; ++lane) {
            const Row& row = rows_[base_[lane] + states.values[lane]];
            for (std::size_t i = 0; i < WIDTH; ++i) {
                out.sums[side].values[i] =
                    static_cast<std::int16_t>(out.sums[side].values[i] + row.values[i]);
            }
        }
    }
    out.board = board;
}

void Net::follow(const Accumulator& last, const Board& board, Accumulator& out) const {
#ifdef TABLAS_X86
    if (path_ == Path::Avx512) return NetPaths::follow_avx512(*this, last, board, out);
    if (path_ == Path::Avx2) return NetPaths::follow_avx2(*this, last, board, out);
#endif
    NetPaths::follow(*this, last, board, out, NetPaths::differ);
}

int Net::evaluate(const Accumulator& at) const {
#ifdef TABLAS_X86
    if (path_ == Path::Avx512) return NetPaths::evaluate_avx512(*this, at);
    if (path_ == Path::Avx2) return NetPaths::evaluate_avx2(*this, at);
#endif
    return NetPaths::evaluate(*this, at);
}

SampleWeights::SampleWeights(std::uint64_t seed) {
    Rng rng(seed);
    const auto fill = [&rng](auto& to, std::size_t count, std::uint32_t most) {
        for (std::size_t i = 0; i < count; ++i) {
            const int number = static_cast<int>(rng.below(2 * most + 1)) - static_cast<int>(most);
            to.push_back(static_cast<typename std::decay_t<decltype(to)>::value_type>(number));
        }
    };
    fill(patterns_, LINE_KINDS * WIDTH, 90);
    fill(hexagons_, HEXAGON_KINDS * WIDTH, 60);
    fill(cells_, 2 * CELL_COUNT * WIDTH, 60);
    fill(lost_, 16 * WIDTH, 100);
    fill(bias_, WIDTH, 400);
    fill(hidden_, HIDDEN * 2 * PAIRS, 320);
    fill(hidden_bias_, HIDDEN, 256000);
    fill(out_, HIDDEN, 2000);
}

NetWeights SampleWeights::view() const {
    return {patterns_, hexagons_, cells_, lost_, bias_, hidden_, hidden_bias_, out_, 0};
}

}  // namespace tablas::abalone
