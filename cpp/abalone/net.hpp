#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abalone/lanes.hpp"
#include "abalone/rules.hpp"
#include "base/cpu.hpp"

/// The learned part of the evaluation: a small network whose first layer follows the moves.
///
///     in       27 lines and 31 hexagons of the board, 61 x 2 cells, ejected marbles of both sides
///     sums     64 numbers as the player to move sees the board, 64 as the opponent does
///     pairs    32 of each side: number i times number 32 + i, both clipped to 0..1
///     hidden   32, from both, each number clipped to 0..1
///     out      hundredths of a marble, to be added to the hand-made score
///
/// The last of the 64 numbers is not only a factor: the difference between both sides' is added to
/// the result as it is. Everything is integers, so that every processor gives the same score.
namespace tablas::abalone {

inline constexpr std::size_t WIDTH = 64;
inline constexpr std::size_t PAIRS = WIDTH / 2;
inline constexpr std::size_t HIDDEN = 32;

/// Weights as they come from a file, row by row.
///
/// In the first layer 1 is 1016 and a hundredth of a marble 8. A product of two ones is 1008; in
/// the hidden layer 1 is 516, so that a sum of one is 127 x 4096; in the last one a hundredth is
/// 64, and what comes in is 0..127.
struct NetWeights {
    std::span<const std::int16_t> patterns;     // (LINE_KINDS, WIDTH): lines by length and state
    std::span<const std::int16_t> hexagons;     // (HEXAGON_KINDS, WIDTH): by kind and state
    std::span<const std::int16_t> cells;        // (2 * CELL_COUNT, WIDTH): own, then opposing
    std::span<const std::int16_t> lost;         // (16, WIDTH): own 0..7, then opposing 0..7
    std::span<const std::int16_t> bias;         // (WIDTH,)
    std::span<const std::int16_t> hidden;       // (HIDDEN, 2 * PAIRS), each -1023..1023
    std::span<const std::int32_t> hidden_bias;  // (HIDDEN,)
    std::span<const std::int16_t> out;          // (HIDDEN,)
    std::int32_t out_bias = 0;
};

struct alignas(64) Row {
    std::array<std::int16_t, WIDTH> values{};
};

/// A board as the first layer sees it, from both sides: [0] is the player to move.
struct Accumulator {
    std::array<Lanes, 2> states;
    std::array<Row, 2> sums;
    Board board{};  // empty until there are sums of one
};

class Net {
  public:
    /// What is wrong with weights that come from outside, or nullptr.
    static const char* fault(const NetWeights& weights);

    explicit Net(const NetWeights& weights, Path path = fastest_path());

    /// The sums of any board; `target` is the number of ejections that wins.
    void begin(const Board& board, unsigned target, Accumulator& out) const;

    /// The sums of a board that follows another one by a move or a pass, from those of that one.
    void follow(const Accumulator& last, const Board& board, Accumulator& out) const;

    /// A number that other weights do not have.
    std::uint64_t digest() const { return digest_; }

    /// What the network adds to the hand-made score for the player to move, of 16 bits.
    int evaluate(const Accumulator& at) const;

  private:
    friend struct NetPaths;

    std::array<std::uint32_t, LANES> base_{};  // where the rows of each lane begin
    std::vector<Row> rows_;
    Row bias_;
    // hidden_[i][2 * o + k]: the weight of input 2i + k for output o.
    std::array<std::array<std::int16_t, 2 * HIDDEN>, PAIRS> hidden_{};
    std::array<std::int32_t, HIDDEN> hidden_bias_{};
    std::array<std::int16_t, HIDDEN> out_{};
    std::int32_t out_bias_ = 0;
    std::uint64_t digest_ = 0;
    Path path_;
};

/// Weights of small random numbers, for tests and the signature: the same on every platform.
class SampleWeights {
  public:
    explicit SampleWeights(std::uint64_t seed);
    NetWeights view() const;

  private:
    std::vector<std::int16_t> patterns_, hexagons_, cells_, lost_, bias_, hidden_, out_;
    std::vector<std::int32_t> hidden_bias_;
};

}  // namespace tablas::abalone
