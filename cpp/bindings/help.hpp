#pragma once

#include <memory>
#include <type_traits>

#include "backgammon/race_net.hpp"
#include "bindings/arrays.hpp"

// What Python hands over to help a net: the parts that a game's evaluator lists as its Help.
namespace tablas {

/// Bear-off tables that lie in arrays of Python's, which it keeps, and perhaps a race net.
struct BearoffTables {
    Array whole, first, two_sided;
    std::unique_ptr<const backgammon::RaceNet> race;
    backgammon::Bearoff tables;
};

/// The object that holds a part in Python: mostly the part itself.
template <class Part>
using Holder = std::conditional_t<std::is_same_v<Part, backgammon::Bearoff>, BearoffTables, Part>;

template <class Part>
const Part* part_of(const Part* held) {
    return held;
}
inline const backgammon::Bearoff* part_of(const BearoffTables* held) {
    return held != nullptr ? &held->tables : nullptr;
}

}  // namespace tablas
