#pragma once

#include <cstdint>

namespace tablas::abalone {

/// A digest of every successor of fixed random games, in order: Abalone's part of the signature.
std::uint64_t rules_signature();

/// The nodes of fixed searches folded into one number, the same on every build: it changes with
/// evaluation and search, where `rules_signature()` changes with the rules.
std::uint64_t search_signature();

}  // namespace tablas::abalone
