#include <bit>

#include "abalone/rules.hpp"
#include "abalone/sets.hpp"
#include "base/cpu.hpp"

// Counting without making: one popcount for every set of moves.
namespace tablas::abalone {
namespace {

/// Pairs and triples along axis A that can step broadside.
template <unsigned A>
[[gnu::always_inline]] inline int count_rows(Cells free) {
    const Cells pairs = free & before<A>(free);
    return std::popcount(pairs) + std::popcount(pairs & before<A>(pairs));
}

template <unsigned D>
[[gnu::always_inline]] inline int count_towards(Cells own, Cells opp) {
    const Sets sets = sets_towards<D>(own, opp);
    const Cells two_can_enter = sets.free | sets.before_weak;
    const Cells three_can_enter = two_can_enter | sets.before_two_weak;
    return std::popcount(sets.free) + std::popcount(sets.pairs & two_can_enter) +
           std::popcount(sets.triples & three_can_enter) + count_rows<(D + 1) % 3>(sets.free) +
           count_rows<(D + 2) % 3>(sets.free);
}

[[gnu::always_inline]] inline int count(Cells own, Cells opp) {
    return count_towards<E>(own, opp) + count_towards<NE>(own, opp) + count_towards<NW>(own, opp) +
           count_towards<W>(own, opp) + count_towards<SW>(own, opp) + count_towards<SE>(own, opp);
}

#ifdef __x86_64__
// The x86-64 baseline has no popcount instruction; every processor with AVX2 has one.
__attribute__((target("popcnt,bmi,bmi2"))) int count_popcnt(Cells own, Cells opp) {
    return count(own, opp);
}
#endif

}  // namespace

unsigned count_moves(const Board& board) {
    if (board.decided()) return 0;
    const Cells own = board.own_marbles();
    const Cells opp = board.opp_marbles();
#ifdef __x86_64__
    if (has_avx2()) return static_cast<unsigned>(count_popcnt(own, opp));
#endif
    return static_cast<unsigned>(count(own, opp));
}

}  // namespace tablas::abalone
