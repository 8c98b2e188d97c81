#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

// Floats as whole numbers of a power of two. A product with a power of two is exact, so it does not
// matter whether a processor rounds once or twice where something is added to it.
namespace tablas {

/// Smaller sizes are taken for the power of two of this: steps stay far from where floats end.
inline constexpr int LEAST_EXPONENT = -40;

inline float power_of_two(int exponent) {
    return std::bit_cast<float>(static_cast<std::int32_t>((exponent + 127) << 23));
}

/// Of the power of two that is larger than a positive float of these bits, LEAST_EXPONENT at least.
inline int exponent_above(std::int32_t bits) {
    return std::max((bits >> 23) - 126, LEAST_EXPONENT);
}

/// The nearest whole number of steps, the even one of two.
inline std::int32_t in_steps(float value, int exponent) {
    return static_cast<std::int32_t>(std::nearbyint(std::ldexp(double{value}, -exponent)));
}

}  // namespace tablas
