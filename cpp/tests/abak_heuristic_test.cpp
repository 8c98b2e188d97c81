// The rules of thumb of Abak: both sides are judged alike, whatever the board. That the numbers are
// those of Python is what tests/engine/test_abak_heuristic_kernel.py shows.
#include <cmath>
#include <vector>

#include "abak/heuristic.hpp"
#include "abak/terms.hpp"
#include "tests/abak_positions.hpp"
#include "tests/check.hpp"
#include "tests/random_nets.hpp"

using namespace tablas;
using namespace tablas::abak;

namespace {

tablas::test::Tally tally;

constexpr std::size_t SHOTS_NOW = heuristic::TERMS - 3;
constexpr std::size_t SHOTS_LATER = heuristic::TERMS - 2;

/// Boards that play reaches, some of them over, and any others that the rules allow.
std::vector<Board> boards_of_all_kinds() {
    Rng rng(21);
    auto boards = tablas::test::random_boards(rng, start(), MAX_SUCCESSORS, 2000);
    for (int i = 0; i < 2000; ++i)
        boards.push_back(abak::test::board_of(abak::test::random_setup(rng)));
    return boards;
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-3;
}

/// What is good for one side is as bad for the other; the shots change places, the turn stays.
void both_sides_are_judged_alike(const Board& board) {
    const heuristic::View own = heuristic::view_of(board), opp = heuristic::view_of(turned(board));
    const auto ours = heuristic::terms(own, opp), theirs = heuristic::terms(opp, own);
    bool alike = near(ours[SHOTS_NOW], -theirs[SHOTS_LATER]);
    for (std::size_t i = 0; i < SHOTS_NOW; ++i) alike = alike && near(ours[i], -theirs[i]);
    CHECK(tally, alike);
}

void the_end_is_worth_more_than_any_board(const Board& board) {
    const float pips = heuristic::evaluate(board);
    const int points = outcome(board);
    CHECK(tally, points == 0 ? std::abs(pips) < 1e5f : pips == std::copysign(1e6f, points));
}

/// Who doubles has the better chances, and who would drop could have been doubled.
void the_cube_follows_the_chance(const Board& board) {
    const double chance = heuristic::chance(board);
    CHECK(tally, chance >= 0 && chance <= 1);
    CHECK(tally, !heuristic::should_double(board) || chance >= 0.7);
    CHECK(tally, heuristic::should_take(board) == (chance <= 0.75));
}

}  // namespace

int main() {
    for (const Board& board : boards_of_all_kinds()) {
        both_sides_are_judged_alike(board);
        the_end_is_worth_more_than_any_board(board);
        the_cube_follows_the_chance(board);
    }
    CHECK(tally, !heuristic::should_double(start()) && heuristic::should_take(start()));
    return tally.report("abak_heuristic");
}
