#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

#include "abalone/net.hpp"
#include "abalone/worker.hpp"
#include "tests/abalone_starts.hpp"
#include "tests/check.hpp"

namespace tablas::abalone {
namespace {

tablas::test::Tally tally;

/// The 27 lines hold every cell three times, once along each axis, neighbours side by side.
void lines_cover_the_board() {
    std::array<int, CELL_COUNT> met{};
    constexpr std::array<unsigned, 3> ALONG{STRIDE[E], STRIDE[NE], STRIDE[NW]};
    for (std::size_t line = 0; line < LINE_COUNT; ++line) {
        const LineOfCells& here = LINES[line];
        CHECK(tally, here.size >= SHORTEST_LINE && here.size <= LONGEST_LINE);
        for (std::size_t i = 0; i < here.size; ++i) {
            ++met[here.cells[i]];
            if (i == 0) continue;
            CHECK_EQUAL(tally, (here.cells[i - 1] + ALONG[line / 9]) % CELL_COUNT, here.cells[i]);
        }
    }
    for (const int count : met) CHECK_EQUAL(tally, count, 3);
}

/// The 31 hexagons are a cell and its neighbours each, and hold every cell but the six corners.
void hexagons_cover_the_board() {
    Cells all = 0;
    for (const Hexagon& hexagon : HEXAGONS) {
        Cells expected = bit(hexagon.cells[0]), found = 0;
        expected |= step<E>(expected) | step<NE>(expected) | step<NW>(expected) |
                    step<W>(expected) | step<SW>(expected) | step<SE>(expected);
        for (const unsigned cell : hexagon.cells) found |= bit(cell);
        CHECK_EQUAL(tally, found, expected);
        all |= found;
    }
    CHECK_EQUAL(tally, std::popcount(all), 55);
    for (const unsigned cell : {35U, 39U, 34U, 25U, 21U, 26U}) CHECK(tally, (all & bit(cell)) == 0);
}

/// The row of a hexagon in the file: states that are the smallest of all readings, in order.
std::size_t row_of(std::uint32_t state, std::size_t kind) {
    static const auto rows = [] {
        std::vector<std::vector<std::size_t>> all(HEXAGON_CENTRES.size());
        std::size_t next = 0;
        for (std::size_t k = 0; k < all.size(); ++k) {
            for (std::uint32_t s = 0; s < HEXAGON_STATES; ++s) {
                const std::uint32_t smallest = smallest_reading(s, k);
                all[k].push_back(smallest < s ? all[k][smallest] : next++);
            }
        }
        CHECK_EQUAL(tally, next, HEXAGON_KINDS);
        return all;
    }();
    return rows[kind][state];
}

/// The row of a line in the file: states that are the smaller one of both readings, in order.
std::size_t kind_of(std::uint32_t state, std::size_t size) {
    static const auto kinds = [] {
        std::vector<std::vector<std::size_t>> all(LONGEST_LINE + 1);
        std::size_t next = 0;
        for (std::size_t n = SHORTEST_LINE; n <= LONGEST_LINE; ++n) {
            for (std::uint32_t s = 0; s < power_of_three(n); ++s) {
                const std::uint32_t reversed = from_other_end(s, n);
                all[n].push_back(reversed < s ? all[n][reversed] : next++);
            }
        }
        CHECK_EQUAL(tally, next, LINE_KINDS);
        return all;
    }();
    return kinds[size][state];
}

/// The network as it is defined, cell by cell and without any SIMD.
int plain(const NetWeights& weights, const Board& board) {
    std::array<std::array<std::int16_t, WIDTH>, 2> sums{};
    for (std::size_t side = 0; side < 2; ++side) {
        const std::uint64_t own = side == 0 ? board.own : board.opp;
        const std::uint64_t opp = side == 0 ? board.opp : board.own;
        const auto add = [&](std::span<const std::int16_t> rows, std::size_t row) {
            for (std::size_t i = 0; i < WIDTH; ++i) {
                sums[side][i] = static_cast<std::int16_t>(sums[side][i] + rows[row * WIDTH + i]);
            }
        };
        add(weights.bias, 0);
        add(weights.lost, own >> CELL_COUNT);
        add(weights.lost, 8 + (opp >> CELL_COUNT));
        for (unsigned cell = 0; cell < CELL_COUNT; ++cell) {
            if ((own & bit(cell)) != 0) add(weights.cells, cell);
            if ((opp & bit(cell)) != 0) add(weights.cells, CELL_COUNT + cell);
        }
        for (const LineOfCells& line : LINES) {
            std::uint32_t state = 0;
            for (std::size_t i = line.size; i-- > 0;) {
                const Cells cell = bit(line.cells[i]);
                state = 3 * state + ((own & cell) != 0 ? 1 : ((opp & cell) != 0 ? 2 : 0));
            }
            add(weights.patterns, kind_of(state, line.size));
        }
        for (const Hexagon& hexagon : HEXAGONS) {
            std::uint32_t state = 0;
            for (std::size_t i = HEXAGON_SIZE; i-- > 0;) {
                const Cells cell = bit(hexagon.cells[i]);
                state = 3 * state + ((own & cell) != 0 ? 1 : ((opp & cell) != 0 ? 2 : 0));
            }
            add(weights.hexagons, row_of(state, hexagon.kind));
        }
    }
    const auto clipped = [](int value, int most) { return std::clamp(value, 0, most); };
    std::int32_t total = weights.out_bias;
    for (std::size_t o = 0; o < HIDDEN; ++o) {
        std::int32_t sum = weights.hidden_bias[o];
        for (std::size_t i = 0; i < 2 * PAIRS; ++i) {
            const auto& side = sums[i / PAIRS];
            const int product =
                clipped(side[i % PAIRS], 1016) * clipped(side[PAIRS + i % PAIRS], 1016);
            sum += weights.hidden[o * 2 * PAIRS + i] * (product >> 10);
        }
        total += clipped(sum >> 12, 127) * weights.out[o];
    }
    return total / (127 * 64) + (sums[0][WIDTH - 1] - sums[1][WIDTH - 1]) / 8;
}

/// On every path the sums that follow random games are those of the definition.
void following_equals_the_definition() {
    const SampleWeights sample(5);
    const NetWeights weights = sample.view();
    CHECK(tally, Net::fault(weights) == nullptr);
    for (const Path path : {Path::Portable, Path::Avx2, Path::Avx512, Path::Avx512Vnni}) {
        if (!offers(path)) continue;
        const Net net(weights, path);
        int ejected = 0;
        for (std::uint64_t game = 0; game < 16; ++game) {
            Rng rng(3, game);
            Board board = test::STARTS[game].position();
            Accumulator last, now;
            net.begin(board, LOST_TO_LOSE, last);
            std::array<Board, MAX_SUCCESSORS> next;
            for (int ply = 0; ply < 150; ++ply) {
                const std::size_t count = successors(board, next);
                if (count == 0) break;
                board = ply % 17 == 16 ? Board{board.opp, board.own}  // a pass
                                       : next[rng.below(static_cast<std::uint32_t>(count))];
                net.follow(last, board, now);
                CHECK_EQUAL(tally, net.evaluate(now), plain(weights, board));
                last = now;
            }
            ejected += static_cast<int>(board.own_lost() + board.opp_lost());
        }
        CHECK(tally, ejected > 0);
    }
}

/// A game to four counts its marbles as a game to six does after two ejections.
void shorter_games_count_from_later() {
    const SampleWeights sample(5);
    const Net net(sample.view());
    const Board four = test::board("A1 B2 C3", "I9 H8", 1, 2);
    const Board six = test::board("A1 B2 C3", "I9 H8", 3, 4);
    Accumulator one, other;
    net.begin(four, 4, one);
    net.begin(six, 6, other);
    CHECK_EQUAL(tally, net.evaluate(one), net.evaluate(other));
}

/// A search may lie where another one has been, with what the network knew of its boards: nothing
/// of that is taken for its own.
void a_search_knows_nothing_of_the_last_one() {
    const SampleWeights sample(5);
    const Net net(sample.view());
    const std::atomic<bool> go_on{false};
    const Board board = test::board("A1", "A2 B1 H8");  // one move only: all begin with one board
    alignas(Worker) static std::array<std::byte, sizeof(Worker)> place{};
    const auto score = [&](unsigned target) {
        Options options;
        options.ends.target = target;
        options.net = &net;
        Table table(1);
        Deadline deadline(0.0);
        Shared shared{options, table, go_on, table.next_age(), deadline};
        auto* const worker = new (place.data()) Worker(shared, board, {}, true);
        for (int depth = 1; depth <= 4; ++depth) worker->iterate(depth);
        const int found = worker->moves().front().score;
        worker->~Worker();
        return found;
    };
    const int alone = score(4);
    CHECK(tally, score(6) != alone);  // the same boards, judged otherwise
    CHECK_EQUAL(tally, score(4), alone);
}

/// What a network says is remembered beside the table, for itself and its kind of game alone.
void no_network_takes_the_word_of_another() {
    const SampleWeights sample(5), second(6);
    const Net net(sample.view()), other(second.view());
    const std::atomic<bool> go_on{false};
    const auto found = [&](const Net& judge, unsigned target, Table& table) {
        Options options;
        options.limit.depth = 4;
        options.ends.target = target;
        options.net = &judge;
        return search(start(), {}, options, table, go_on);
    };
    Table shared(1);
    for (int again = 0; again < 2; ++again) {
        for (const Net* const judge : {&net, &other}) {
            for (const unsigned target : {6U, 4U}) {
                Table fresh(1);
                const Found alone = found(*judge, target, fresh);
                shared.clear();
                const Found here = found(*judge, target, shared);
                CHECK_EQUAL(tally, here.nodes, alone.nodes);
                CHECK_EQUAL(tally, here.lines.front().score, alone.lines.front().score);
            }
        }
    }
    Table fresh(1);
    CHECK(tally,
          found(net, 6, fresh).lines.front().score != found(other, 6, fresh).lines.front().score);
    EvaluationCache cache(4);
    cache.put(0x1234567890ab0001, -7);
    CHECK_EQUAL(tally, cache.find(0x1234567890ab0001), -7);
    CHECK_EQUAL(tally, cache.find(0x1234567890ac0001), EvaluationCache::NONE);  // in the same place
    CHECK_EQUAL(tally, cache.find(0x1234567890ab0002), EvaluationCache::NONE);
}

void bad_weights_are_refused() {
    const SampleWeights sample(5);
    NetWeights weights = sample.view();
    weights.patterns = weights.patterns.subspan(1);
    CHECK(tally, Net::fault(weights) != nullptr);
    weights = sample.view();
    weights.hexagons = weights.hexagons.subspan(WIDTH);
    CHECK(tally, Net::fault(weights) != nullptr);
    weights = sample.view();
    std::vector<std::int16_t> large(weights.hidden.begin(), weights.hidden.end());
    large[7] = 1024;
    weights.hidden = large;
    CHECK(tally, Net::fault(weights) != nullptr);
    weights = sample.view();
    weights.out_bias = 1 << 30;
    CHECK(tally, Net::fault(weights) != nullptr);
}

}  // namespace
}  // namespace tablas::abalone

int main() {
    using namespace tablas::abalone;
    lines_cover_the_board();
    hexagons_cover_the_board();
    following_equals_the_definition();
    shorter_games_count_from_later();
    a_search_knows_nothing_of_the_last_one();
    no_network_takes_the_word_of_another();
    bad_weights_are_refused();
    return tally.report("abalone_net");
}
