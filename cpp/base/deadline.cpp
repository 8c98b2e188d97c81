#include "base/deadline.hpp"

#include <algorithm>

#include "base/threads.hpp"

#ifndef TABLAS_ONE_THREAD
#include <cstdio>
#include <memory>
#endif

namespace tablas {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// A gap as long as this may end after the deadline: it costs less than stopping early would.
constexpr milliseconds TOLERATED{12};

std::int64_t nanoseconds_of(Gaps::Time time) {
    return std::chrono::duration_cast<nanoseconds>(time.time_since_epoch()).count();
}

void raise(std::atomic<std::int64_t>& value, std::int64_t to) {
    std::int64_t seen = value.load(std::memory_order_relaxed);
    while (seen < to && !value.compare_exchange_weak(seen, to, std::memory_order_relaxed)) {
    }
}

/// The last look of this thread, and at which deadline.
struct Look {
    std::uint64_t number = 0;
    Gaps::Time at{};
};
thread_local Look last_look;

}  // namespace

Gaps& Gaps::of_process() {
    static Gaps gaps;
    return gaps;
}

void Gaps::note(Time now, Clock::duration gap) {
    const std::int64_t number = nanoseconds_of(now) / SPAN;
    Span& span = spans_[number & 1];
    if (span.number.exchange(number, std::memory_order_relaxed) != number) {
        span.longest.store(0, std::memory_order_relaxed);
    }
    raise(span.longest, std::chrono::duration_cast<nanoseconds>(gap).count());
}

Gaps::Clock::duration Gaps::longest(Time now) const {
    const std::int64_t number = nanoseconds_of(now) / SPAN;
    std::int64_t found = 0;
    for (const Span& span : spans_) {
        if (span.number.load(std::memory_order_relaxed) < number - 1) continue;
        found = std::max(found, span.longest.load(std::memory_order_relaxed));
    }
    return nanoseconds(found);
}

Gaps::Clock::duration queue_now() {
#ifdef TABLAS_ONE_THREAD
    return {};  // a page sees no other threads
#else
    constexpr milliseconds TURN{6};  // of a thread on a busy processor, and a bit
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/loadavg", "r"),
                                                               &std::fclose);
    unsigned running = 0;  // threads that run or want to, on the whole machine
    if (!file || std::fscanf(file.get(), "%*s %*s %*s %u/", &running) != 1) return {};
    const unsigned beside = processors();
    return running <= beside ? Gaps::Clock::duration{} : (running - 1) / beside * TURN;
#endif
}

Deadline::Deadline(double seconds, Time began) : began_(began), end_(Time::max()) {
    static std::atomic<std::uint64_t> count{0};
    number_ = ++count;
    if (seconds <= 0) return;
    end_ =
        began + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const auto known = std::max(Gaps::of_process().longest(began), queue_now());
    gap_.store(std::chrono::duration_cast<nanoseconds>(known).count(), std::memory_order_relaxed);
}

void Deadline::note(Time now, Clock::duration gap) {
    constexpr milliseconds SHORT{2};   // nobody was left without a processor
    constexpr milliseconds LONG{250};  // more is not the queue: somebody has halted the process
    if (gap < SHORT) return;
    gap = std::min<Clock::duration>(gap, LONG);
    raise(gap_, std::chrono::duration_cast<nanoseconds>(gap).count());
    Gaps::of_process().note(now, gap);
}

bool Deadline::over() {
    if (endless()) return false;
    const Time now = Clock::now();
    if (last_look.number == number_) note(now, now - last_look.at);
    last_look = {number_, now};
    return now >= stop();
}

void Deadline::woke(Time planned) {
    const Time now = Clock::now();
    note(now, now - planned);
}

Deadline::Time Deadline::stop() const {
    if (endless()) return end_;
    const nanoseconds gap(gap_.load(std::memory_order_relaxed));
    const nanoseconds likely = gap + gap / 2;  // the next one may be longer than any so far
    return likely <= TOLERATED ? end_ : end_ - (likely - TOLERATED);
}

}  // namespace tablas
