// When a search stops so that nobody is kept waiting, by the gaps that have been seen.
#include "base/deadline.hpp"

#include <chrono>
#include <thread>

#include "tests/check.hpp"

namespace {

using namespace tablas;
using namespace std::chrono_literals;

test::Tally tally;

/// A gap counts for five seconds at least and ten at most.
void gaps_are_forgotten() {
    Gaps gaps;
    const Gaps::Time begin{1000s};
    gaps.note(begin, 30ms);
    gaps.note(begin, 80ms);
    gaps.note(begin + 1s, 20ms);
    CHECK(tally, gaps.longest(begin + 1s) == 80ms);
    CHECK(tally, gaps.longest(begin + 6s) == 80ms);
    gaps.note(begin + 6s, 40ms);
    CHECK(tally, gaps.longest(begin + 7s) == 80ms);
    CHECK(tally, gaps.longest(begin + 11s) == 40ms);
    CHECK(tally, gaps.longest(begin + 21s) == 0ms);
    gaps.note(begin + 21s, 5ms);  // in place of what was there long ago
    CHECK(tally, gaps.longest(begin + 21s) == 5ms);
}

void without_a_limit_it_never_ends() {
    Deadline none(0);
    CHECK(tally, none.endless() && !none.over());
    CHECK(tally, none.stop() == Deadline::Time::max());
    none.woke(Deadline::Clock::now() - 1s);
    CHECK(tally, none.stop() == Deadline::Time::max());
}

/// Who woke up late, or looked late, stops the earlier: by the gap and a half less what is
/// tolerated.
void gaps_are_reckoned_with() {
    Deadline slept(10);
    const Deadline::Time end = slept.began() + 10s;
    CHECK(tally, slept.stop() <= end && !slept.over());
    slept.woke(Deadline::Clock::now() - 200ms);
    CHECK(tally, slept.stop() <= end - 280ms && slept.stop() >= end - 400ms);
    Deadline next(10);  // the next search of the process knows
    CHECK(tally, next.stop() <= next.began() + 10s - 280ms);
    slept.woke(Deadline::Clock::now() - 1h);  // a process that was halted is not a long queue
    CHECK(tally, slept.stop() >= end - 400ms);
    Deadline computed(10);
    CHECK(tally, !computed.over());
    std::this_thread::sleep_for(230ms);
    CHECK(tally, !computed.over());
    CHECK(tally, computed.stop() <= computed.began() + 10s - 320ms);
}

void it_ends() {
    Deadline past(0.001, Deadline::Clock::now() - 1s);
    CHECK(tally, past.over());
    Deadline soon(0.02);
    while (!soon.over()) std::this_thread::yield();
    CHECK(tally, soon.seconds() < 10);
}

}  // namespace

int main() {
    gaps_are_forgotten();
    without_a_limit_it_never_ends();
    gaps_are_reckoned_with();
    it_ends();
    return tally.report("deadline");
}
