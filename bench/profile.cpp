// One kind of work of the kernel for a profiler, without Python around it:
//
//   cd cpp && c++ -std=c++20 -O3 -g -pthread -I. ../bench/profile.cpp base/cpu.cpp
//       backgammon/rules.cpp abak/{rules,turn}.cpp abalone/{rules,count,moves}.cpp
//   perf record ./a.out backgammon play 100000        (GAME play GAMES, or GAME perft DEPTH)
//   valgrind --tool=callgrind ./a.out abak perft 2

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "abak/rules.hpp"
#include "abalone/rules.hpp"
#include "backgammon/rules.hpp"

namespace {

constexpr int MAX_TURNS = 1000;

template <class Play>
std::uint64_t played(std::uint64_t games, Play play) {
    std::uint64_t successors = 0;
    for (std::uint64_t game = 0; game < games; ++game) {
        tablas::Rng rng(1, game);
        successors += play(rng, MAX_TURNS).successors;
    }
    return successors;
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) return std::fputs("profile GAME play GAMES | GAME perft DEPTH\n", stderr), 2;
    const std::string_view game = words[1], work = words[2];
    const auto size = std::strtoull(words[3], nullptr, 10);
    const int depth = static_cast<int>(size);
    std::uint64_t found = 0;
    if (game == "backgammon") {
        namespace g = tablas::backgammon;
        found = work == "perft" ? g::perft(g::start(), depth, 1) : played(size, g::play_random);
    } else if (game == "abak") {
        namespace g = tablas::abak;
        found = work == "perft" ? g::perft(g::start(), depth, 1) : played(size, g::play_random);
    } else {
        namespace g = tablas::abalone;
        const auto play = [](tablas::Rng& rng, int turns) { return g::play_random(rng, turns); };
        found = work == "perft" ? g::perft(g::start(), depth, 1) : played(size, play);
    }
    std::printf("%llu\n", static_cast<unsigned long long>(found));
}
