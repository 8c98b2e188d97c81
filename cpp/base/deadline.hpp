#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tablas {

/// How long a thread of this process has lately been left without a processor: the longest time in
/// the last SPAN to 2 * SPAN. One for the whole process, since the machine is the same for all.
class Gaps {
  public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    void note(Time now, Clock::duration gap);
    Clock::duration longest(Time now) const;

    static Gaps& of_process();

  private:
    static constexpr std::int64_t SPAN = 5'000'000'000;  // nanoseconds

    // The longest gap of a span, by the span's number: even ones and odd ones in turn. A gap that
    // is noted by two threads at once may count for less; it is an estimate.
    struct Span {
        std::atomic<std::int64_t> number{-1};
        std::atomic<std::int64_t> longest{0};
    };
    Span spans_[2];
};

/// The end of a time that must not be overrun on a machine that may be busy.
///
/// A thread notices that its time is over when it looks at the clock, and on a busy machine it may
/// get no processor for a tenth of a second before it does. So it stops as early as the longest gap
/// between two looks, lately seen in this process, and half of it more, could carry it too far.
/// Before anything has been seen the number of threads that want a processor gives a first guess.
class Deadline {
  public:
    using Clock = Gaps::Clock;
    using Time = Gaps::Time;

    /// So many seconds from `began` on; 0 or less never ends.
    explicit Deadline(double seconds, Time began = Clock::now());

    /// Whether to stop now. Threads that compute ask every few hundred nodes; each one's gaps
    /// between two questions are noted.
    bool over();

    /// A sleeper who wanted to wake up at `planned` has just done so.
    void woke(Time planned);

    /// When `over` will be true, as things look now.
    Time stop() const;

    Time began() const { return began_; }
    bool endless() const { return end_ == Time::max(); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

  private:
    void note(Time now, Clock::duration gap);

    Time began_;
    Time end_;
    std::uint64_t number_;             // which one it is, for the threads' last looks
    std::atomic<std::int64_t> gap_{};  // nanoseconds: the longest that has to be reckoned with
};

/// How long a thread may have to wait for its turn, by the number of those that want one now; 0
/// where the system does not tell.
Gaps::Clock::duration queue_now();

}  // namespace tablas
