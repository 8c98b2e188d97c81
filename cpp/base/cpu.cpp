#include "base/cpu.hpp"

namespace tablas {

// __builtin_cpu_supports takes only literals, hence one line a feature.
// Windows' run-time library has not what it asks, so there the portable paths are taken.
#if (defined(__x86_64__) || defined(__i386__)) && !defined(_WIN32)

bool has_avx2() {
#ifdef TABLAS_PORTABLE
    return false;
#else
    return __builtin_cpu_supports("avx2");  // reads what was found out when the program started
#endif
}

std::vector<std::string> cpu_features() {
    std::vector<std::string> names;
    if (__builtin_cpu_supports("sse4.2")) names.emplace_back("sse4.2");
    if (__builtin_cpu_supports("popcnt")) names.emplace_back("popcnt");
    if (__builtin_cpu_supports("bmi2")) names.emplace_back("bmi2");
    if (__builtin_cpu_supports("avx2")) names.emplace_back("avx2");
    if (__builtin_cpu_supports("fma")) names.emplace_back("fma");
    if (__builtin_cpu_supports("avx512f")) names.emplace_back("avx512f");
    if (__builtin_cpu_supports("avx512bw")) names.emplace_back("avx512bw");
    if (__builtin_cpu_supports("avx512vbmi")) names.emplace_back("avx512vbmi");
    if (__builtin_cpu_supports("avx512vnni")) names.emplace_back("avx512vnni");
#ifdef TABLAS_PORTABLE
    names.emplace_back("portable");
#endif
    return names;
}

#else

bool has_avx2() {
    return false;
}

std::vector<std::string> cpu_features() {
    return {"portable"};
}

#endif

bool offers(Path path) {
#ifdef TABLAS_X86
    const bool avx2 = has_avx2() && __builtin_cpu_supports("fma");
    switch (path) {
        case Path::Avx512Vnni:
            return offers(Path::Avx512) && __builtin_cpu_supports("avx512vnni");
        case Path::Avx512:
            return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
        case Path::Avx2:
            return avx2;
        case Path::Portable:
            break;
    }
#endif
    return path == Path::Portable;
}

Path fastest_path() {
    if (offers(Path::Avx512Vnni)) return Path::Avx512Vnni;
    if (offers(Path::Avx512)) return Path::Avx512;
    return offers(Path::Avx2) ? Path::Avx2 : Path::Portable;
}

}  // namespace tablas
