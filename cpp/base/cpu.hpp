#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Set where the code has paths for AVX2 and AVX-512.
#if defined(__x86_64__) && !defined(TABLAS_PORTABLE) && !defined(_WIN32)
#define TABLAS_X86 1
#endif

// Set where every processor that the code can run on has SSE2, Windows' as well.
#if defined(__SSE2__) && !defined(TABLAS_PORTABLE)
#define TABLAS_SSE2 1
#endif

namespace tablas {

/// True if this processor has AVX2 and this build uses it (no TABLAS_PORTABLE).
bool has_avx2();

/// Names of what the processor offers among sse4.2, popcnt, bmi2, avx2, fma, avx512f, avx512bw,
/// avx512vbmi and avx512vnni, and "portable" if the build leaves it all unused.
std::vector<std::string> cpu_features();

/// Which instructions do the work. Nets of all games calculate in whole numbers: results are the
/// same.
enum class Path : std::uint8_t { Portable, Avx2, Avx512, Avx512Vnni };

/// The fastest path of this processor and build.
Path fastest_path();
bool offers(Path path);

}  // namespace tablas
