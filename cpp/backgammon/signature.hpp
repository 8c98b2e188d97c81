#pragma once

#include <cstdint>

namespace tablas::backgammon {

/// The plays, equities and nodes of fixed searches of backgammon folded into one number, the same
/// on every build: it changes with the search of the dice games, where `signature()` changes with
/// the rules.
std::uint64_t search_signature();

}  // namespace tablas::backgammon
