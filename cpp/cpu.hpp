#pragma once

#include <string>
#include <vector>

namespace tablas {

/// True if this processor has AVX2 and this build uses it (no TABLAS_PORTABLE).
bool has_avx2();

/// Names of what the processor offers among sse4.2, popcnt, bmi2, avx2, fma, avx512f, avx512bw,
/// avx512vbmi and avx512vnni, and "portable" if the build leaves it all unused.
std::vector<std::string> cpu_features();

}  // namespace tablas
