#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "nets/net.hpp"

// Nets as they come from Python.
namespace tablas {

inline std::vector<float> floats_of(const Array& array) {
    if (array.dtype() != nb::dtype<float>()) {
        value_error("layers: expected arrays of float32, found another element type");
    }
    const auto* const data = static_cast<const float*>(array.data());
    return {data, data + array.size()};
}

/// Pairs of weight and bias.
using LayerArrays = std::vector<std::pair<Array, Array>>;

inline std::vector<LayerWeights> layers_of(const LayerArrays& arrays) {
    std::vector<LayerWeights> layers;
    for (const auto& [weight, bias] : arrays) {
        if (weight.ndim() != 2 || bias.ndim() != 1) {
            value_error(
                "layers: expected a weight of shape (outputs, inputs) and a bias of shape "
                "(outputs,), found " +
                shape_of(weight) + " and " + shape_of(bias));
        }
        layers.push_back({weight.shape(0), weight.shape(1), floats_of(weight), floats_of(bias)});
    }
    return layers;
}

}  // namespace tablas
