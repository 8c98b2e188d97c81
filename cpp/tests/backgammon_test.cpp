#include <algorithm>
#include <memory>
#include <vector>

#include "tests/backgammon_brute.hpp"
#include "tests/check.hpp"

namespace tablas::backgammon {
namespace {

test::Tally tally;

std::vector<Board> after(const Board& board, Dice dice) {
    std::vector<Board> boards(MAX_SUCCESSORS);
    boards.resize(successors(board, dice, boards));
    return boards;
}

using Side = std::vector<std::pair<int, int>>;  // (place, checkers); the rest is borne off

Board set_up(const Side& own, const Side& opp) {
    brute::Position position;
    const auto fill = [](std::array<int, 26>& side, const Side& places) {
        side[0] = 15;
        for (const auto& [place, count] : places) {
            side[static_cast<std::size_t>(place)] += count;
            side[0] -= count;
        }
    };
    fill(position.own, own);
    fill(position.opp, opp);
    return brute::packed(position);
}

/// The kernel and the literal rules reach the same positions, each exactly once.
void compare(const Board& board, Dice dice) {
    CHECK(tally, fault(board) == nullptr);
    const std::vector<Board> boards = after(board, dice);
    std::set<brute::Position> reached;
    for (const Board& next : boards) {
        reached.insert(brute::unpacked(next));
        CHECK(tally, fault(next) == nullptr);
    }
    CHECK_EQUAL(tally, boards.size(), reached.size());
    CHECK(tally, reached == brute::successors(brute::unpacked(board), dice));
}

/// A valid set-up, reachable or not: places drawn from 0..top, more or fewer on few points.
Board random_set_up(Rng& rng) {
    for (;;) {
        brute::Position position;
        const auto fill = [&](std::array<int, 26>& side, const std::array<int, 26>& other) {
            static constexpr std::uint32_t TOPS[] = {25, 24, 12, 7, 6, 6, 3};
            const std::uint32_t top = TOPS[rng.below(7)];
            const std::uint32_t spread = 1 + rng.below(15);  // about so many places are used
            std::vector<std::size_t> places;
            for (std::uint32_t i = 0; i < spread; ++i) places.push_back(rng.below(top + 1));
            if (rng.below(4) == 0) places.push_back(25);
            if (rng.below(4) == 0) places.push_back(7 + rng.below(18));
            for (int checker = 0; checker < 15; ++checker) {
                const auto count = static_cast<std::uint32_t>(places.size());
                const std::size_t place = places[rng.below(count)];
                const bool taken = place >= 1 && place <= 24 && other[25 - place] > 0;
                ++side[taken ? rng.below(2) * 25 : place];
            }
        };
        fill(position.opp, position.own);
        fill(position.own, position.opp);
        const Board board = brute::packed(position);
        if (fault(board) == nullptr) return board;
    }
}

void test_set_ups_agree_with_the_literal_rules(int count) {
    Rng rng(7);
    for (int i = 0; i < count; ++i) {
        const Board board = random_set_up(rng);
        compare(board, random_roll(rng));
    }
}

void test_random_games_agree_with_the_literal_rules(int games) {
    std::vector<Board> buffer(MAX_SUCCESSORS);
    for (int game = 0; game < games; ++game) {
        Rng rng(11, static_cast<std::uint64_t>(game));
        Board board = start();
        while (outcome(board) == 0) {
            const Dice dice = random_roll(rng);
            compare(board, dice);
            const auto count = static_cast<std::uint32_t>(successors(board, dice, buffer));
            board = buffer[rng.below(count)];
        }
    }
}

/// The counts of the rules page.
void test_perft() {
    CHECK_EQUAL(tally, perft(start(), 0, 1), 1u);
    CHECK_EQUAL(tally, perft(start(), 1, 1), 447u);
    CHECK_EQUAL(tally, perft(start(), 2, 1), 202782u);
    CHECK_EQUAL(tally, perft(start(), 2, 2), 202782u);
#ifdef NDEBUG
    CHECK_EQUAL(tally, perft(start(), 3, 2), 116154993u);
#endif
}

void test_both_numbers_are_played_if_any_way_allows_it() {
    // 6 from 12 leaves no 5, for 15, 7 and 1 are held: it must be 20/14/9.
    const Board board = set_up({{20, 1}, {12, 1}}, {{25 - 15, 2}, {25 - 7, 2}, {25 - 1, 2}});
    const auto boards = after(board, {6, 5});
    CHECK_EQUAL(tally, boards.size(), 1u);
    CHECK_EQUAL(tally, boards[0].opp.at(12) + boards[0].opp.at(9), 2u);
}

void test_the_larger_number_is_played_if_only_one_can() {
    // A lone checker on 20: 6 to 14 and 5 to 15 are open, 9 is held.
    const auto boards = after(set_up({{20, 1}}, {{25 - 9, 2}}), {6, 5});
    CHECK_EQUAL(tally, boards.size(), 1u);
    CHECK_EQUAL(tally, boards[0].opp.at(14), 1u);
}

void test_the_smaller_number_is_played_if_the_larger_cannot() {
    const auto boards = after(set_up({{20, 1}}, {{25 - 9, 2}, {25 - 14, 2}}), {6, 5});
    CHECK_EQUAL(tally, boards.size(), 1u);
    CHECK_EQUAL(tally, boards[0].opp.at(15), 1u);
}

void test_a_closed_board_passes_the_turn() {
    const Side closed{{6, 2}, {5, 2}, {4, 2}, {3, 2}, {2, 2}, {1, 2}, {12, 3}};
    const Board board = set_up({{25, 1}, {13, 14}}, closed);
    for (const Dice dice : ROLLS) {
        const auto boards = after(board, dice);
        CHECK_EQUAL(tally, boards.size(), 1u);
        CHECK(tally, (boards[0] == Board{board.opp, board.own}));
    }
}

/// Sheet 003: Black on B1 with 1 and 5, a lone white checker on B7, B6 held: 1 first, 5 second.
void test_the_example_of_the_sheet() {
    const Board board = set_up({{24, 1}}, {{25 - 18, 1}, {25 - 19, 2}});
    const auto boards = after(board, {5, 1});
    CHECK_EQUAL(tally, boards.size(), 1u);
    CHECK_EQUAL(tally, boards[0].opp.at(18), 1u);
    CHECK_EQUAL(tally, boards[0].own.at(BAR), 1u);
}

void test_a_die_too_large_bears_off_only_from_the_highest_point() {
    const auto low = after(set_up({{4, 2}, {1, 2}}, {{6, 1}}), {6, 5});
    CHECK_EQUAL(tally, low.size(), 1u);
    CHECK_EQUAL(tally, low[0].opp.at(4), 0u);
    compare(set_up({{6, 2}, {4, 2}, {1, 2}}, {{6, 1}}), {5, 4});
    compare(set_up({{7, 1}, {4, 2}, {1, 2}}, {{23, 1}, {25 - 3, 1}}), {4, 1});
}

void test_outcomes() {
    CHECK_EQUAL(tally, outcome(start()), 0);
    CHECK_EQUAL(tally, outcome(set_up({{6, 3}}, {})), -1);
    CHECK_EQUAL(tally, outcome(set_up({{6, 15}}, {})), -2);
    CHECK_EQUAL(tally, outcome(set_up({{18, 15}}, {})), -2);
    CHECK_EQUAL(tally, outcome(set_up({{19, 1}, {6, 14}}, {})), -3);
    CHECK_EQUAL(tally, outcome(set_up({{25, 1}, {6, 14}}, {})), -3);
    CHECK_EQUAL(tally, outcome(set_up({{25, 1}, {6, 13}}, {})), -1);
    CHECK_EQUAL(tally, outcome(set_up({}, {{6, 3}})), 1);
    CHECK_EQUAL(tally, outcome(set_up({}, {{6, 15}})), 2);
    CHECK_EQUAL(tally, outcome(set_up({}, {{24, 1}, {6, 14}})), 3);
    CHECK(tally, after(set_up({}, {{6, 3}}), {6, 5}).empty());
    CHECK(tally, after(set_up({{6, 3}}, {}), {3, 3}).empty());
}

void test_faults() {
    CHECK(tally, fault(start()) == nullptr);
    CHECK(tally, fault(set_up({}, {{6, 3}})) == nullptr);
    CHECK(tally, fault(set_up({{25, 15}}, {{25, 15}})) == nullptr);
    CHECK(tally, fault(set_up({}, {})) != nullptr);
    CHECK(tally, fault(set_up({{6, 1}}, {{19, 1}})) != nullptr);
    Board board = start();
    board.own.low -= 1ull << 24;
    CHECK(tally, fault(board) != nullptr);
    board = start();
    board.opp.high |= 1ull << 40;
    CHECK(tally, fault(board) != nullptr);
}

/// Any 32 bytes are refused or played; sparse ones are refused for other reasons than dense ones.
void test_any_bytes_are_refused_or_safe() {
    Rng rng(3);
    int played = 0;
    for (int i = 0; i < 200000; ++i) {
        Board board = i % 2 == 0 ? Board{{rng.next(), rng.next()}, {rng.next(), rng.next()}}
                                 : random_set_up(rng);
        if (i % 4 == 3) board.own.low ^= 1ull << rng.below(64);
        if (fault(board) != nullptr) continue;
        ++played;
        (void)outcome(board);
        (void)hash(board);
        (void)after(board, random_roll(rng));
    }
    CHECK(tally, played >= 50000);
}

void test_same_seed_same_game() {
    for (int max_turns : {0, 1, 10000}) {
        Rng one(5, 1), other(5, 1);
        const Playout a = play_random(one, max_turns);
        const Playout b = play_random(other, max_turns);
        CHECK(tally, a.points == b.points && a.turns == b.turns && a.successors == b.successors);
        CHECK(tally, a.turns <= max_turns && (a.points != 0) == (max_turns == 10000));
    }
}

}  // namespace
}  // namespace tablas::backgammon

int main() {
    using namespace tablas::backgammon;
    test_perft();
    test_both_numbers_are_played_if_any_way_allows_it();
    test_the_larger_number_is_played_if_only_one_can();
    test_the_smaller_number_is_played_if_the_larger_cannot();
    test_a_closed_board_passes_the_turn();
    test_the_example_of_the_sheet();
    test_a_die_too_large_bears_off_only_from_the_highest_point();
    test_outcomes();
    test_faults();
    test_any_bytes_are_refused_or_safe();
    test_same_seed_same_game();
    test_set_ups_agree_with_the_literal_rules(20000);
    test_random_games_agree_with_the_literal_rules(20);
    return tally.report("backgammon");
}
