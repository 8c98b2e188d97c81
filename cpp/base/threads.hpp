#pragma once

#include <algorithm>
#include <cstddef>

#ifndef TABLAS_ONE_THREAD
#include <atomic>
#include <condition_variable>
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

/// The chunks of 0..count-1, one after the other to whichever thread asks next.
class Chunks {
  public:
    Chunks(std::size_t count, std::size_t size) : count_(count), size_(size) {}

    /// False once there are no more.
    bool take(std::size_t& first, std::size_t& last) {
        first = next_.fetch_add(1, std::memory_order_relaxed) * size_;
        if (first >= count_) return false;
        last = std::min(count_, first + size_);
        return true;
    }
    std::size_t number() const { return (count_ + size_ - 1) / size_; }
    void drop_the_rest() { next_.store(number(), std::memory_order_relaxed); }

  private:
    std::size_t count_, size_;
    std::atomic<std::size_t> next_{0};
};

/// Calls work(context, chunks) on at most `threads` threads and waits for all of them. Compiled
/// once: what starts and joins threads is far more code than what most of them do.
void share_out(Chunks& chunks, int threads, void (*work)(void* context, Chunks& chunks),
               void* context);

/// Runs items 0..count-1 in chunks on `threads` threads and waits for all of them.
///
/// Every thread calls make_worker() once for its own state (buffers, sums) and then the worker with
/// (first, last) for one chunk after another. The threads are created and joined inside the call:
/// nothing survives it, so a process may fork or spawn between calls. What a worker throws stops
/// the others at their next chunk and is thrown again here.
template <class MakeWorker>
void parallel_for(std::size_t count, int threads, std::size_t chunk, MakeWorker make_worker) {
    if (count == 0) return;
    // One thread alone has nothing to share.
    Chunks chunks(count, threads > 1 ? std::max<std::size_t>(chunk, 1) : count);
    const auto work = [](void* made, Chunks& shared) {
        auto worker = (*static_cast<MakeWorker*>(made))();
        for (std::size_t first, last; shared.take(first, last);) worker(first, last);
    };
    share_out(chunks, threads, work, &make_worker);
}

#endif

}  // namespace tablas
