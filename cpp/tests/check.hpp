#pragma once

#include <cstdio>

namespace tablas::test {

/// Checks made and failed so far; main returns report().
struct Tally {
    long checks = 0;
    long failures = 0;

    void record(bool good, const char* text, const char* file, int line) {
        ++checks;
        if (good) return;
        if (++failures <= 20) std::fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
    }

    template <class A, class B>
    void record_equal(const A& got, const B& want, const char* text, const char* file, int line) {
        record(got == want, text, file, line);
        if constexpr (requires { static_cast<long long>(got), static_cast<long long>(want); }) {
            if (!(got == want) && failures <= 20) {
                std::fprintf(stderr, "    got %lld, want %lld\n", static_cast<long long>(got),
                             static_cast<long long>(want));
            }
        }
    }

    /// The exit status of the test program.
    int report(const char* name) const {
        std::printf("%s: %ld checks, %ld failed\n", name, checks, failures);
        return failures == 0 ? 0 : 1;
    }
};

}  // namespace tablas::test

#define CHECK(tally, condition) (tally).record((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(tally, got, want) \
    (tally).record_equal((got), (want), #got " == " #want, __FILE__, __LINE__)
