#pragma once

#include <array>
#include <cstddef>

#include "abak/view.hpp"

// The rules of thumb: src/tablas/engine/abak/terms.py for one board at a time, under the same names
// and in the same order.
namespace tablas::abak::heuristic {

inline constexpr std::size_t TERMS = 19;

/// Every term of a board on which `own` is to move.
std::array<float, TERMS> terms(const View& own, const View& opp);

}  // namespace tablas::abak::heuristic
