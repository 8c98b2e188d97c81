#include <array>
#include <bit>
#include <set>
#include <unordered_set>
#include <vector>

#include "abalone/rules.hpp"
#include "tests/abalone_slow.hpp"
#include "tests/abalone_starts.hpp"
#include "tests/check.hpp"

namespace tablas::abalone {
namespace {

using test::board;
using test::cells;
using test::STARTS;

tablas::test::Tally tally;

std::vector<Board> after(const Board& board) {
    std::vector<Board> boards(MAX_SUCCESSORS);
    boards.resize(successors(board, boards));
    return boards;
}

/// Whether marbles `own` may go in direction `direction`, and what that makes of the board.
struct Answer {
    bool legal;
    Board board;
};

Answer play(const Board& board, std::string_view own, unsigned direction) {
    std::array<Move, MAX_SUCCESSORS> found;
    const std::size_t count = moves(board, found);
    for (std::size_t i = 0; i < count; ++i) {
        const bool same = marbles(found[i]) == cells(own) && found[i].direction() == direction;
        if (same) return {true, apply(board, found[i])};
    }
    return {false, {}};
}

/// Kernel and slow generator find the same moves with the same results, each exactly once.
void compare(const Board& board) {
    CHECK(tally, fault(board) == nullptr);
    const std::map<slow::Identity, Board> want = slow::moves(board);
    const std::vector<Board> boards = after(board);
    std::vector<Move> found(MAX_SUCCESSORS);
    found.resize(moves(board, found));
    CHECK_EQUAL(tally, boards.size(), want.size());
    CHECK_EQUAL(tally, found.size(), want.size());
    CHECK_EQUAL(tally, count_moves(board), want.size());
    if (found.size() != want.size() || boards.size() != want.size()) return;

    std::map<std::pair<Cells, unsigned>, Board> by_set;
    std::set<std::pair<std::uint64_t, std::uint64_t>> distinct;
    for (const auto& [identity, result] : want) {
        Cells set = 0;
        for (const slow::Place place : identity.first) set |= bit(cell_at(place.row, place.number));
        by_set.emplace(std::pair(set, identity.second), result);
        distinct.emplace(result.own, result.opp);
    }
    CHECK_EQUAL(tally, distinct.size(), want.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto here = by_set.find({marbles(found[i]), found[i].direction()});
        CHECK(tally, here != by_set.end());
        if (here == by_set.end()) continue;
        CHECK(tally, here->second == boards[i]);
        CHECK(tally, apply(board, found[i]) == boards[i]);
        CHECK(tally, fault(boards[i]) == nullptr);
        CHECK_EQUAL(tally, std::popcount(marbles(found[i])), static_cast<int>(found[i].size()));
        CHECK_EQUAL(tally, boards[i].own_lost() - board.opp_lost(), found[i].ejects() ? 1u : 0u);
        by_set.erase(here);  // a second move of the same identity would not be found
    }
    const int points = board.own_lost() == 6   ? -1
                       : board.opp_lost() == 6 ? 1
                       : want.empty()          ? -1
                                               : 0;
    CHECK_EQUAL(tally, outcome(board), points);
}

/// A valid set-up, mostly out of play's reach: marbles strewn over a part of the board, so that
/// few and many, loose and crowded ones occur, and lines that press each other on the rim.
Board random_set_up(Rng& rng) {
    static constexpr std::array<std::string_view, 6> PARTS{
        "a1-a5 b1-b6 c1-c7 d1-d8 e1-e9 f2-f9 g3-g9 h4-h9 i5-i9",
        "a1-a5 b1-b6 c1-c7 d1-d8",
        "c3-c5 d3-d6 e3-e7 f4-f7 g5-g7",
        "e1-e9 d1-d8",
        "a1 b2 c3 d4 e5 f6 g7 h8 i9 a2 b3 c4 d5 e6 f7 g8 h9",
        "a5 b5 c5 d5 e5 f5 g5 h5 i5 e1-e9"};
    std::vector<unsigned> places;
    for (Cells part = cells(PARTS[rng.below(PARTS.size())]); part != 0; part &= part - 1) {
        places.push_back(static_cast<unsigned>(std::countr_zero(part)));
    }
    const auto lost = [&] { return std::uint64_t{rng.below(8) == 0 ? 6 : rng.below(6)}; };
    Board board{lost() << CELL_COUNT, lost() << CELL_COUNT};
    if (fault(board) != nullptr) board.opp = 0;  // not six on both sides
    const auto strew = [&](std::uint64_t& side, unsigned side_lost) {
        for (std::uint32_t left = rng.below(15 - side_lost); left > 0 && !places.empty(); --left) {
            const std::size_t pick = rng.below(static_cast<std::uint32_t>(places.size()));
            side |= bit(places[pick]);
            places[pick] = places.back();
            places.pop_back();
        }
    };
    strew(board.own, board.own_lost());
    strew(board.opp, board.opp_lost());
    return board;
}

void numbering_covers_the_board() {
    Cells all = 0;
    for (const auto& [row, number] : slow::all_places()) {
        all |= bit(cell_at(row, number));
        CHECK_EQUAL(tally, cell_at(row, number) + cell_at(8 - row, 10 - number), 60u);
    }
    CHECK(tally, all == CELLS);
    for (unsigned d = 0; d < DIRECTION_COUNT; ++d) {
        for (const slow::Place place : slow::all_places()) {
            const auto [row, number] = slow::next(place, d);
            if (!on_board(row, number)) continue;
            const unsigned stride = cell_at(place.row, place.number) + STRIDE[d];
            CHECK_EQUAL(tally, stride % CELL_COUNT, cell_at(row, number));
        }
    }
}

void perft_matches_the_rules_page() {
    CHECK(tally, start() == STARTS[0].position());
    CHECK(tally, belgian_daisy() == STARTS[1].position());
    for (const auto& start : STARTS) {
        CHECK_EQUAL(tally, perft(start.position(), 0, 1), 1u);
        for (int depth = 1; depth <= 5; ++depth) {
            const std::uint64_t want = start.leaves[static_cast<std::size_t>(depth - 1)];
            if (want == 0) continue;
            const std::uint64_t got = perft(start.position(), depth, depth == 4 ? 2 : 1);
            if (got != want) std::fprintf(stderr, "%s, depth %d:\n", start.name, depth);
            CHECK_EQUAL(tally, got, want);
        }
    }
}

void random_games_agree_with_the_slow_generator(int turns) {
    Rng rng(61);
    for (const auto& start : STARTS) {
        Board now = start.position();
        for (int turn = 0; turn < turns; ++turn) {
            compare(now);
            const std::vector<Board> boards = after(now);
            if (boards.empty()) break;
            now = boards[rng.below(static_cast<std::uint32_t>(boards.size()))];
        }
    }
}

void set_ups_agree_with_the_slow_generator(int count) {
    Rng rng(62);
    for (int i = 0; i < count; ++i) compare(random_set_up(rng));
}

void sumitos_of_the_rules_page() {
    // 2 push 1, 3 push 1, 3 push 2; behind the pushed an empty cell.
    CHECK(tally, play(board("e3 e4", "e5"), "e3 e4", E).board == board("e6", "e4 e5"));
    CHECK(tally, play(board("e2-e4", "e5"), "e2-e4", E).board == board("e6", "e3-e5"));
    CHECK(tally, play(board("e2-e4", "e5"), "e3 e4", E).board == board("e6", "e2 e4 e5"));
    CHECK(tally, play(board("e2-e4", "e5 e6"), "e2-e4", E).board == board("e6 e7", "e3-e5"));
    CHECK(tally, !play(board("e2-e4", "e5 e6"), "e3 e4", E).legal);
    // Four in line: the fourth stays.
    CHECK(tally, !play(board("e1-e4", "e5 e6"), "e1-e4", E).legal);
    CHECK(tally, play(board("e1-e4", "e5 e6"), "e2-e4", E).board == board("e6 e7", "e1 e3-e5"));
    // Over the edge the last one is ejected.
    CHECK(tally, play(board("e7 e8", "e9"), "e7 e8", E).board == board("", "e8 e9", 1, 0));
    CHECK(tally, play(board("c5 d5 e5", "a5 b5", 2, 3), "c5 d5 e5", SE).board ==
                     board("a5", "b5 c5 d5", 4, 2));
    // Equal numbers: a pac. One marble never pushes. Three opposing ones hold.
    CHECK(tally, !play(board("e3 e4", "e5 e6"), "e3 e4", E).legal);
    CHECK(tally, !play(board("e1-e3", "e4-e6"), "e1-e3", E).legal);
    CHECK(tally, !play(board("e8", "e9"), "e8", E).legal);
    CHECK(tally, !play(board("e1-e4", "e5-e7"), "e2-e4", E).legal);
    // An own marble right behind the pushed ones blocks; a gap or an own marble: no contact.
    CHECK(tally, !play(board("e3 e4 e6", "e5"), "e3 e4", E).legal);
    CHECK(tally, !play(board("e2-e4 e7", "e5 e6"), "e2-e4", E).legal);
    CHECK(tally, play(board("e3 e4", "e6"), "e3 e4", E).board == board("e6", "e4 e5"));
    CHECK(tally, !play(board("e2-e4 e6", "e5 e7"), "e2-e4", E).legal);
}

void steps_stay_on_the_board() {
    CHECK(tally, !play(board("e9", ""), "e9", E).legal);
    CHECK(tally, !play(board("e8 e9", ""), "e8 e9", E).legal);
    CHECK(tally, !play(board("c7 d8", ""), "c7 d8", E).legal);
    // Broadside: all targets on the board and empty, a push is not allowed.
    CHECK(tally, play(board("c2-c4", ""), "c2-c4", NW).board == board("", "d2-d4"));
    CHECK(tally, !play(board("c2-c4", "d3"), "c2-c4", NW).legal);
    CHECK(tally, !play(board("a1-a3", ""), "a1-a3", SE).legal);
    CHECK_EQUAL(tally, count_moves(board("e5", "")), 6u);
    CHECK_EQUAL(tally, count_moves(board("a1", "")), 3u);
}

void game_ends() {
    CHECK_EQUAL(tally, outcome(start()), 0);
    CHECK_EQUAL(tally, outcome(board("e5", "a1", 6, 5)), -1);
    CHECK_EQUAL(tally, outcome(board("e5", "a1", 5, 6)), 1);
    CHECK(tally, after(board("e5", "a1", 6, 5)).empty());
    CHECK(tally, after(board("e5", "a1", 5, 6)).empty());
    CHECK_EQUAL(tally, count_moves(board("e5", "a1", 5, 6)), 0u);
    CHECK_EQUAL(tally, perft(board("e5", "a1", 5, 6), 3, 1), 0u);
    // The sixth ejection ends it for the player who is then to move.
    CHECK_EQUAL(tally, outcome(play(board("e7 e8", "e9", 0, 5), "e7 e8", E).board), -1);
    // Ruling B1: shut in, or without marbles.
    CHECK_EQUAL(tally, outcome(board("a1", "a2 b1 b2")), -1);
    CHECK_EQUAL(tally, outcome(board("", "a2 b1 b2")), -1);
    // Shut in but for a push.
    const Board pushes = board("a1 a2", "a3 b1 b2 b3");
    CHECK_EQUAL(tally, outcome(pushes), 0);
    CHECK_EQUAL(tally, count_moves(pushes), 1u);
}

void faults_are_named() {
    CHECK(tally, fault(board("", "")) == nullptr);
    CHECK(tally, fault(board("a1", "a2", 6, 5)) == nullptr);
    CHECK(tally, fault(board("a1-a5 b1-b6 c1-c3", "", 0, 5)) == nullptr);
    CHECK(tally, fault(board("a1", "a2", 7, 0)) != nullptr);
    CHECK(tally, fault(board("a1", "a2", 0, 7)) != nullptr);
    CHECK(tally, fault(board("a1", "a2", 6, 6)) != nullptr);
    CHECK(tally, fault(board("a1 a2", "a2")) != nullptr);
    CHECK(tally, fault(board("a1-a5 b1-b6 c1-c4", "")) != nullptr);
    CHECK(tally, fault(board("", "a1-a5 b1-b6 c1-c3", 0, 1)) != nullptr);
}

/// Any 128 bits are either refused or used without harm; the sanitizers watch.
void any_bits_are_safe(int count) {
    Rng rng(63);
    std::vector<Board> boards(MAX_SUCCESSORS);
    for (int i = 0; i < count; ++i) {
        // Few bits set, or hardly any board would pass.
        const std::uint64_t own = rng.next() & rng.next() & rng.next();
        const Board board{own, rng.next() & rng.next() & rng.next() & ~(own & CELLS)};
        if (fault(board) != nullptr) continue;
        CHECK_EQUAL(tally, successors(board, boards), count_moves(board));
    }
}

void hash_tells_boards_apart() {
    std::set<std::pair<std::uint64_t, std::uint64_t>> boards;
    std::unordered_set<std::uint64_t> hashes;
    for (const Board& one : after(start())) {
        for (const Board& two : after(one)) {
            for (const Board& three : after(two)) {
                boards.emplace(three.own, three.opp);
                hashes.insert(hash(three));
            }
        }
    }
    CHECK(tally, boards.size() > 10000);
    CHECK_EQUAL(tally, hashes.size(), boards.size());
    CHECK(tally, hash(board("a1", "a2", 1, 2)) != hash(board("a1", "a2", 2, 1)));
}

void random_play_ends_or_is_stopped() {
    int decided = 0;
    for (std::uint64_t game = 0; game < 20; ++game) {
        Rng rng(64, game);
        const Playout playout = play_random(rng, 20000);
        CHECK(tally, playout.points >= -1 && playout.points <= 1);
        decided += playout.points != 0;
        Rng again(64, game);
        const Playout stopped = play_random(again, playout.turns - 1);
        CHECK_EQUAL(tally, stopped.points, 0);
        CHECK_EQUAL(tally, stopped.turns, playout.turns - 1);
    }
    CHECK_EQUAL(tally, decided, 20);
    Rng rng(65);
    CHECK_EQUAL(tally, play_random(board("e5", "a1", 6, 5), rng, 100).points, -1);
    CHECK_EQUAL(tally, play_random(board("e5", "a1", 6, 5), rng, 100).turns, 0);
}

}  // namespace
}  // namespace tablas::abalone

int main() {
    using namespace tablas::abalone;
    numbering_covers_the_board();
    sumitos_of_the_rules_page();
    steps_stay_on_the_board();
    game_ends();
    faults_are_named();
    hash_tells_boards_apart();
    random_play_ends_or_is_stopped();
    any_bits_are_safe(100000);
    perft_matches_the_rules_page();
    random_games_agree_with_the_slow_generator(100);
    set_ups_agree_with_the_slow_generator(5000);
    return tally.report("abalone");
}
