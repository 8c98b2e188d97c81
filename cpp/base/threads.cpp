#include "base/threads.hpp"

#ifndef TABLAS_ONE_THREAD

#include <exception>

namespace tablas {

void share_out(Chunks& chunks, int threads, void (*work)(void* context, Chunks& chunks),
               void* context) {
    const std::size_t useful = std::min(static_cast<std::size_t>(threads), chunks.number());
    if (threads <= 1 || useful <= 1) return work(context, chunks);
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto run = [&] {
        try {
            work(context, chunks);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
            chunks.drop_the_rest();
        }
    };
    {
        std::vector<std::jthread> others;
        others.reserve(useful - 1);
        for (std::size_t i = 1; i < useful; ++i) others.emplace_back(run);
        run();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tablas

#endif
