#pragma once

#include <bit>
#include <cstdint>

// What the signatures are made of.
namespace tablas {

/// Folds one word into a digest; order matters.
constexpr std::uint64_t fold(std::uint64_t digest, std::uint64_t word) {
    return std::rotl((digest ^ word) * 0x9e3779b97f4a7c15, 29);
}

inline constexpr std::uint64_t SIGNATURE_SEED = 2024;

}  // namespace tablas
