#include "dice/shortlist.hpp"

#include <stdexcept>
#include <vector>

#include "base/threads.hpp"
#include "tests/check.hpp"

// Which plays go on to a closer look, and how work is shared out among threads.
namespace tablas {
namespace {

test::Tally tally;

using Numbers = std::vector<std::uint32_t>;

void the_least_guesses_go_on() {
    const std::vector<float> guesses{0.5f, 0.1f, 0.3f, 0.1f, 0.2f, 0.9f};
    Numbers kept;
    shortlist(guesses, {3, 1.0f}, kept);
    CHECK(tally, (kept == Numbers{1, 3, 4}));
    shortlist(guesses, {2, 1.0f}, kept);
    CHECK(tally, (kept == Numbers{1, 3}));
    shortlist(guesses, {6, 0.15f}, kept);
    CHECK(tally, (kept == Numbers{1, 3, 4}));
    likeliest(guesses, {4, 1.0f}, kept);
    CHECK(tally, (kept == Numbers{1, 3, 4, 2}));
    likeliest(guesses, {4, 0.15f}, kept);
    CHECK(tally, (kept == Numbers{1, 3, 4}));
    likeliest(guesses, {1, 1.0f}, kept);
    CHECK(tally, (kept == Numbers{1}));
}

void the_highest_equity_comes_first() {
    CHECK(tally, (ranked(std::vector{0.1f, 0.3f, 0.1f, 0.7f}) == Numbers{3, 1, 0, 2}));
}

void every_item_is_met_once(std::size_t count, int threads, std::size_t chunk) {
    std::vector<int> met(count);
    parallel_for(count, threads, chunk, [&] {
        return [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) ++met[i];
        };
    });
    CHECK(tally, met == std::vector<int>(count, 1));
}

void what_a_worker_throws_comes_out(int threads) {
    bool caught = false;
    try {
        parallel_for(100, threads, 1, [] {
            return [](std::size_t, std::size_t) { throw std::runtime_error("by a worker"); };
        });
    } catch (const std::runtime_error&) {
        caught = true;
    }
    CHECK(tally, caught);
}

}  // namespace
}  // namespace tablas

int main() {
    using namespace tablas;
    the_least_guesses_go_on();
    the_highest_equity_comes_first();
    for (const int threads : {1, 2, 5}) {
        for (const std::size_t count : {0u, 1u, 7u, 64u, 1001u}) {
            every_item_is_met_once(count, threads, 1);
            every_item_is_met_once(count, threads, 8);
        }
        what_a_worker_throws_comes_out(threads);
    }
    return tally.report("shortlist");
}
