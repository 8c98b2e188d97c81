#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nets/net.hpp"

namespace tablas {

/// An input and what it is.
struct Term {
    std::uint32_t input;
    float value;
};

/// What a board is for a first layer: the numbers of some of its rows.
using RowSet = std::span<const std::uint16_t>;

/// What a layer of sparse inputs makes of its sums.
enum class Activation {
    Relu,     // max(0, sum)
    Product,  // max(0, gate) * value, of two sums: a gated linear unit. It may be negative.
};

/// Sixteen sums in whole numbers.
struct alignas(64) SumLine {
    std::array<std::int32_t, LINE> values;
};

/// The first layer of a net, its weights summed up beforehand for everything that can stand at a
/// place: row i is the sum over the terms of i, in whole numbers, which make it half as long as
/// floats would and its sums exact.
///
/// A layer with twice as many outputs as the next one has inputs is one of products: of its
/// outputs the first half are gates, the second half are their values.
class FirstLayer {
  public:
    /// `units` is the number of inputs of the next layer.
    FirstLayer(const LayerWeights& weights, std::size_t units,
               std::span<const std::vector<Term>> rows);

    static bool is_product(const LayerWeights& layer, std::size_t units) {
        return layer.outputs == 2 * units;
    }

    /// From the outputs of a board to those of the next.
    std::size_t lines() const { return (activation_ == Activation::Product ? 1 : 2) * pairs_ | 1; }

    /// For each board, so many lines: the activation of bias + sum of its rows.
    void sum(std::span<const RowSet> boards, Line* out, Path path) const;

  private:
    Activation activation_;
    std::size_t pairs_;  // of lines of sums; of products one line of gates and one of values
    std::vector<SumLine> bias_;
    std::vector<Line> steps_;  // what one is worth in each sum
    // Lines from a row to the next: an odd number of them, or the same piece of many rows would lie
    // in one set of the cache and push each other out.
    std::size_t stride_;
    std::vector<WholeLine> table_;  // entries of the two lines of a pair take turns
};

}  // namespace tablas
