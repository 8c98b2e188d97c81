#include "bindings/interruptible.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace tablas {

void run_interruptibly(std::atomic<bool>& stop, void (*work)(void* context), void* context) {
    constexpr auto SIGNALS_EVERY = std::chrono::milliseconds(20);
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    bool done = false;
    bool interrupted = false;
    {
        const nanobind::gil_scoped_release released;
        std::jthread working([&] {
            try {
                work(context);
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            finished.notify_one();
        });
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, SIGNALS_EVERY, [&] { return done; })) {
            lock.unlock();
            {
                const nanobind::gil_scoped_acquire held;
                interrupted = interrupted || PyErr_CheckSignals() != 0;
            }
            if (interrupted) stop.store(true);
            lock.lock();
        }
    }
    if (interrupted) throw nanobind::python_error();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tablas
