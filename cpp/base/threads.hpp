#pragma once

#include <algorithm>
#include <cstddef>

#ifndef TABLAS_ONE_THREAD
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>
#endif

namespace tablas {

#ifdef TABLAS_ONE_THREAD

// The forms of a build without threads, such as WebAssembly in a page: nobody is waited for.
struct Mutex {};
using SharedMutex = Mutex;
struct Locked {
    explicit Locked(Mutex&) {}
    ~Locked() {}  // so that nobody calls it unused
};
using SharedLocked = Locked;
using AloneLocked = Locked;
struct Signal {
    void notify_one() {}
};

inline unsigned processors() {
    return 1;
}

struct Company {
    template <class Work>
    Company(int, Work) {}
    ~Company() {}
};

template <class MakeWorker>
void parallel_for(std::size_t count, int, std::size_t, MakeWorker make_worker) {
    if (count > 0) make_worker()(std::size_t{0}, count);
}

#else

using Mutex = std::mutex;
using SharedMutex = std::shared_mutex;
using Locked = std::lock_guard<std::mutex>;
using SharedLocked = std::shared_lock<std::shared_mutex>;
using AloneLocked = std::lock_guard<std::shared_mutex>;
using Signal = std::condition_variable;

/// How many threads run side by side on this machine; at least one.
inline unsigned processors() {
    return std::max(1u, std::thread::hardware_concurrency());
}

/// Calls work(i) for i = 1 .. threads-1, each on a thread of its own; the destructor waits for
/// them.
class Company {
  public:
    template <class Work>
    Company(int threads, Work work) {
        for (int i = 1; i < threads; ++i) others_.emplace_back([work, i] { work(i); });
    }

  private:
    std::vector<std::jthread> others_;
};

/// Runs items 0..count-1 in chunks on `threads` threads and waits for all of them.
///
/// Every thread calls make_worker() once for its own state (buffers, sums) and then the worker with
/// (first, last) for one chunk after another. The threads are created and joined inside the call:
/// nothing survives it, so a process may fork or spawn between calls. What a worker throws stops
/// the others at their next chunk and is thrown again here.
template <class MakeWorker>
void parallel_for(std::size_t count, int threads, std::size_t chunk, MakeWorker make_worker) {
    chunk = std::max<std::size_t>(chunk, 1);
    const std::size_t chunks = (count + chunk - 1) / chunk;
    if (threads <= 1 || chunks <= 1) {
        if (count > 0) make_worker()(std::size_t{0}, count);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto run = [&] {
        try {
            auto worker = make_worker();
            for (;;) {
                const std::size_t taken = next.fetch_add(1, std::memory_order_relaxed);
                if (taken >= chunks) return;
                worker(taken * chunk, std::min(count, (taken + 1) * chunk));
            }
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
            next.store(chunks, std::memory_order_relaxed);
        }
    };
    {
        std::vector<std::jthread> others;
        const std::size_t wanted = std::min(static_cast<std::size_t>(threads), chunks) - 1;
        others.reserve(wanted);
        for (std::size_t i = 0; i < wanted; ++i) others.emplace_back(run);
        run();
    }
    if (failure) std::rethrow_exception(failure);
}

#endif

}  // namespace tablas
