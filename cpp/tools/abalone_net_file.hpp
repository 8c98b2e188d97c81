#pragma once

#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "abalone/net.hpp"

/// Reads the network of a safetensors file that `src/tablas/training/abalone` wrote; for our own
/// tools, which trust the file. The package reads it in Python, with every check.
namespace tablas::abalone {

template <class Number>
std::vector<Number> tensor(const std::string& data, const std::string& name) {
    std::uint64_t length = 0;
    std::memcpy(&length, data.data(), sizeof length);
    const std::string header = data.substr(8, length);
    const std::size_t entry = header.find('"' + name + '"');
    if (entry == std::string::npos) throw std::runtime_error("no tensor " + name);
    const std::size_t place = header.find('[', header.find("data_offsets", entry));
    const std::size_t first = std::stoull(header.substr(place + 1));
    const std::size_t last = std::stoull(header.substr(header.find(',', place) + 1));
    if (last > data.size() - 8 - length) throw std::runtime_error(name + " lies outside the file");
    std::vector<Number> numbers((last - first) / sizeof(Number));
    std::memcpy(numbers.data(), data.data() + 8 + length + first, last - first);
    return numbers;
}

/// `hand` is no network at all.
inline std::unique_ptr<Net> read_net(const std::string& path) {
    if (path == "hand") return nullptr;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    const std::string data{std::istreambuf_iterator<char>(file), {}};
    const auto patterns = tensor<std::int16_t>(data, "patterns");
    const auto hexagons = tensor<std::int16_t>(data, "hexagons");
    const auto cells = tensor<std::int16_t>(data, "cells");
    const auto lost = tensor<std::int16_t>(data, "lost");
    const auto bias = tensor<std::int16_t>(data, "bias");
    const auto hidden = tensor<std::int16_t>(data, "hidden");
    const auto hidden_bias = tensor<std::int32_t>(data, "hidden_bias");
    const auto out = tensor<std::int16_t>(data, "out");
    const auto out_bias = tensor<std::int32_t>(data, "out_bias");
    const NetWeights weights{patterns, hexagons,    cells, lost,          bias,
                             hidden,   hidden_bias, out,   out_bias.at(0)};
    if (const char* reason = Net::fault(weights)) throw std::runtime_error(path + ": " + reason);
    return std::make_unique<Net>(weights);
}

}  // namespace tablas::abalone
