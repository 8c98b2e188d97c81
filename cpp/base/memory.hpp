#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tablas {

/// Releases what std::malloc gave; a plain function pointer will do for other owners.
struct Free {
    void operator()(void* memory) const { std::free(memory); }
};

template <class T>
using Memory = std::unique_ptr<T[], Free>;

/// Room for `count` items that is not filled in; pages that are never written cost nothing.
///
/// Large results lie on huge pages where the system has them: otherwise first touching the memory
/// takes longer than generating what goes there.
template <class T>
Memory<T> room_for(std::size_t count) {
    const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(T);
#ifdef __linux__
    constexpr std::size_t HUGE_PAGE = std::size_t{1} << 21;
    const bool large = bytes >= 2 * HUGE_PAGE;
    const std::size_t rounded = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void* memory = large ? std::aligned_alloc(HUGE_PAGE, rounded) : std::malloc(bytes);
    if (large && memory != nullptr) {
        (void)madvise(memory, rounded, MADV_HUGEPAGE);  // advice: refusal does no harm
    }
#else
    void* memory = std::malloc(bytes);
#endif
    if (memory == nullptr) {
#ifdef __cpp_exceptions
        throw std::bad_alloc();
#else
        std::abort();
#endif
    }
    return Memory<T>(static_cast<T*>(memory));
}

}  // namespace tablas
