#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "base/cpu.hpp"
#include "bindings/arrays.hpp"

// The names of the ways to run a net.
namespace tablas {

inline std::vector<std::string> path_names() {
    std::vector<std::string> names{"portable"};
    if (offers(Path::Avx2)) names.emplace_back("avx2");
    if (offers(Path::Avx512)) names.emplace_back("avx512");
    if (offers(Path::Avx512Vnni)) names.emplace_back("avx512vnni");
    return names;
}

inline Path path_of(const std::string& name) {
    if (name == "fastest") return fastest_path();
    if (name == "portable") return Path::Portable;
    if (name == "avx2" && offers(Path::Avx2)) return Path::Avx2;
    if (name == "avx512" && offers(Path::Avx512)) return Path::Avx512;
    if (name == "avx512vnni" && offers(Path::Avx512Vnni)) return Path::Avx512Vnni;
    value_error("path: expected 'fastest' or one of paths(), found '" + name + "'");
}

}  // namespace tablas
