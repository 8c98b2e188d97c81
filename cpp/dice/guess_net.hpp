#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nets/net.hpp"

namespace tablas {

/// A net of one sparse layer and one output, in 16-bit integers: it guesses the equity of the
/// player to move, some hundred times faster than a net that judges, to tell which plays are worth
/// judging. Whole numbers give the same guess on every path, compiler and machine.
///
/// A board is a set of rows; the rows are summed up with the bias, cut to [0, 1] and multiplied by
/// the weights of the output.
class GuessNet {
  public:
    static constexpr std::size_t HIDDEN = 256;

    /// Sums of rows, in units of 1/256.
    struct alignas(64) Sums {
        std::array<std::int16_t, HIDDEN> values;
    };

    /// Two layers, (HIDDEN, rows) and (1, HIDDEN). fault() says what is wrong with them otherwise,
    /// or nullptr; `rows` is the number of rows that the game has.
    explicit GuessNet(std::span<const LayerWeights> layers);
    static const char* fault(std::span<const LayerWeights> layers, std::size_t rows);

    const Sums& bias() const { return bias_; }

    /// out = from + the rows.
    void add(const Sums& from, std::span<const std::uint16_t> rows, Sums& out, Path path) const;

    /// The guess for the board whose rows are summed up in `from`, and these as well.
    float equity(const Sums& from, std::span<const std::uint16_t> rows, Path path) const;

  private:
    std::vector<Sums> rows_;
    Sums bias_;
    Sums last_;  // in units of 1/LAST
    std::int32_t last_bias_;
};

}  // namespace tablas
