#pragma once

#include <atomic>

namespace tablas {

/// `interruptible` for any function; compiled once.
void run_interruptibly(std::atomic<bool>& stop, void (*work)(void* context), void* context);

/// Runs long work on another thread without the interpreter's lock, so that this one can answer an
/// interrupt from the keyboard: it then sets `stop`, waits for the work to end and raises.
template <class Work>
void interruptible(std::atomic<bool>& stop, Work work) {
    run_interruptibly(stop, [](void* given) { (*static_cast<Work*>(given))(); }, &work);
}

}  // namespace tablas
