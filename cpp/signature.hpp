#pragma once

#include <cstdint>

namespace tablas {

/// A digest of every successor of fixed random games of every game, in order; a fifth of a second
/// in all.
///
/// It is one number on every platform, compiler and thread count, with and without AVX2, and
/// changes whenever rules, order of successors, packing, hash or generator do: the `Signature:` of
/// a commit.
std::uint64_t signature();

}  // namespace tablas
