#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "abalone/eval.hpp"
#include "abalone/net.hpp"
#include "bindings/arrays.hpp"
#include "bindings/paths.hpp"

// The border to Python for the network of Abalone.
namespace tablas {
namespace {

using abalone::Accumulator;
using abalone::Board;
using abalone::Net;
using abalone::NetWeights;

template <class Number>
std::span<const Number> numbers_of(const char* name, const Array& array) {
    if (array.dtype() != nb::dtype<Number>()) {
        value_error(std::string(name) + ": expected an array of int" +
                    std::to_string(8 * sizeof(Number)) + ", found another element type");
    }
    return {static_cast<const Number*>(array.data()), array.size()};
}

void make_net(Net* place, const Array& patterns, const Array& hexagons, const Array& cells,
              const Array& lost, const Array& bias, const Array& hidden, const Array& hidden_bias,
              const Array& out, const Array& out_bias, const std::string& path) {
    const auto last = numbers_of<std::int32_t>("out_bias", out_bias);
    if (last.size() != 1) value_error("out_bias: expected one number");
    const NetWeights weights{numbers_of<std::int16_t>("patterns", patterns),
                             numbers_of<std::int16_t>("hexagons", hexagons),
                             numbers_of<std::int16_t>("cells", cells),
                             numbers_of<std::int16_t>("lost", lost),
                             numbers_of<std::int16_t>("bias", bias),
                             numbers_of<std::int16_t>("hidden", hidden),
                             numbers_of<std::int32_t>("hidden_bias", hidden_bias),
                             numbers_of<std::int16_t>("out", out),
                             last[0]};
    if (const char* reason = Net::fault(weights)) value_error(reason);
    new (place) Net(weights, path_of(path));
}

/// What the network adds to the hand-made score of each board.
nb::ndarray<nb::numpy, std::int32_t> evaluate(const Net& net, const Array& array) {
    const std::uint8_t* const rows = rows_of("boards", array, sizeof(Board));
    const std::size_t count = array.shape(0);
    auto scores = room_for<std::int32_t>(count);
    FirstFault wrong;
    for_each_board<Board>(rows, 0, count, wrong, [&](std::size_t i, const Board& board) {
        Accumulator at;
        net.begin(board, abalone::LOST_TO_LOSE, at);
        scores[i] = net.evaluate(at);
    });
    raise_if(wrong);
    return owning(std::move(scores), {count});
}

/// The evaluation of each board as the search has it: the hand-made score and the network's.
nb::ndarray<nb::numpy, std::int32_t> judge(const Net& net, const Array& array) {
    const std::uint8_t* const rows = rows_of("boards", array, sizeof(Board));
    const std::size_t count = array.shape(0);
    auto scores = room_for<std::int32_t>(count);
    FirstFault wrong;
    for_each_board<Board>(rows, 0, count, wrong, [&](std::size_t i, const Board& board) {
        Accumulator at;
        net.begin(board, abalone::LOST_TO_LOSE, at);
        scores[i] = abalone::evaluate(abalone::state_of(board)).score + net.evaluate(at);
    });
    raise_if(wrong);
    return owning(std::move(scores), {count});
}

}  // namespace

void bind_abalone_net(nb::module_& module) {
    auto game = nb::cast<nb::module_>(module.attr("abalone"));
    nb::class_<Net>(game, "Net")
        .def("__init__", &make_net, nb::kw_only(), "patterns"_a, "hexagons"_a, "cells"_a, "lost"_a,
             "bias"_a, "hidden"_a, "hidden_bias"_a, "out"_a, "out_bias"_a, "path"_a = "fastest")
        .def("evaluate", &evaluate, "boards"_a)
        .def("judge", &judge, "boards"_a);
}

}  // namespace tablas
