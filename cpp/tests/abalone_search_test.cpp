#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <functional>
#include <vector>

#include "abalone/order.hpp"
#include "abalone/punctual.hpp"
#include "abalone/search.hpp"
#include "abalone/signature.hpp"
#include "tests/abalone_starts.hpp"
#include "tests/check.hpp"

namespace tablas::abalone {
namespace {

using test::STARTS;

tablas::test::Tally tally;
const std::atomic<bool> GO_ON{false};

/// A position of a random game with `lost` marbles lost already by the opponent.
Board random_board(std::uint64_t stream, int plies, std::uint64_t lost = 0) {
    Rng rng(11, stream);
    Board board = STARTS[stream % STARTS.size()].position();
    std::array<Board, MAX_SUCCESSORS> next;
    for (int ply = 0; ply < plies; ++ply) {
        const std::size_t count = successors(board, next);
        if (count == 0) break;
        board = next[rng.below(static_cast<std::uint32_t>(count))];
    }
    board.opp = (board.opp & CELLS) | lost << CELL_COUNT;
    for (; std::popcount(board.opp_marbles()) + static_cast<int>(lost) > MARBLES;) {
        board.opp &= ~(board.opp_marbles() & (0 - board.opp_marbles()));
    }
    return board;
}

/// Ejections to the end, without any cut.
int plain_quiet(const Board& board, int ply) {
    int best = evaluate(state_of(board)).score;
    std::array<Move, MAX_SUCCESSORS> found;
    const std::size_t count = moves(board, found);
    for (std::size_t i = 0; i < count; ++i) {
        if (!found[i].ejects()) continue;
        const Board next = apply(board, found[i]);
        best = std::max(best, next.decided() ? WIN - ply - 1 : -plain_quiet(next, ply + 1));
    }
    return best;
}

/// Minimax as it is defined; `line` holds the boards from the root on.
int plain(const Board& board, int depth, std::vector<Board>& line) {
    const int ply = static_cast<int>(line.size());
    if (board.own_lost() >= LOST_TO_LOSE) return -(WIN - ply);
    for (int back = ply - 4; back >= 0; back -= 2) {
        const Board& there = line[static_cast<std::size_t>(back)];
        if (there == board) return 0;
    }
    if (depth == 0) return plain_quiet(board, ply);
    std::array<Board, MAX_SUCCESSORS> next;
    const std::size_t count = successors(board, next);
    int best = -(WIN - ply);
    line.push_back(board);
    for (std::size_t i = 0; i < count; ++i) {
        best = std::max(best, -plain(next[i], depth - 1, line));
    }
    line.pop_back();
    return best;
}

int plain(const Board& board, int depth) {
    std::vector<Board> line;
    return plain(board, depth, line);
}

Found searched(const Board& board, const Options& options, Table& table,
               std::span<const Board> history = {}) {
    return search(board, history, options, table, GO_ON);
}

Options to_depth(int depth, bool selective) {
    Options options;
    options.limit.depth = depth;
    options.selective = selective;
    return options;
}

/// Every variation is a sequence of legal moves.
void check_line(const Board& board, const Line& line) {
    Board at = board;
    for (const Move move : line.moves) {
        CHECK(tally, legal(at, move));
        if (!legal(at, move)) return;
        at = apply(at, move);
    }
}

/// Cuts and the table leave the value of minimax as it is, with a fresh table and a used one.
void full_width_is_minimax() {
    Table used(4);
    for (std::uint64_t stream = 0; stream < 10; ++stream) {
        const Board board = random_board(stream, static_cast<int>(8 * stream), stream % 6);
        for (int depth = 1; depth <= 3; ++depth) {
            const int want = plain(board, depth);
            Table fresh(4);
            const Found found = searched(board, to_depth(depth, false), fresh);
            CHECK_EQUAL(tally, found.lines.front().score, want);
            check_line(board, found.lines.front());
            CHECK_EQUAL(tally, searched(board, to_depth(depth, false), used).lines.front().score,
                        want);
        }
    }
}

/// All moves wanted: each has the value that minimax gives it.
void lines_are_minimax() {
    for (std::uint64_t stream = 0; stream < 3; ++stream) {
        const Board board = random_board(stream + 20, 30);
        Options options = to_depth(2, false);
        options.lines = 1000;
        Table table(4);
        const Found found = searched(board, options, table);
        CHECK_EQUAL(tally, found.lines.size(), count_moves(board));
        int last = WIN;
        for (const Line& line : found.lines) {
            std::vector<Board> before{board};
            CHECK_EQUAL(tally, line.score, -plain(apply(board, line.moves.front()), 1, before));
            CHECK(tally, line.score <= last);
            last = line.score;
        }
    }
}

/// Games that can be won within three plies, by proof, are won by the selective search too.
void forced_wins_are_found() {
    int proved = 0;
    for (std::uint64_t stream = 0; stream < 60; ++stream) {
        const Board board = random_board(stream, 40, 5);
        const int want = plain(board, 2);  // and one ply more of ejections
        if (want < PROVEN) continue;
        ++proved;
        Table table(4);
        const Found found = searched(board, to_depth(3, true), table);
        CHECK_EQUAL(tally, found.lines.front().score, want);
        check_line(board, found.lines.front());
    }
    CHECK(tally, proved >= 10);
}

/// A position of a random game in which the player to move has lost all but one of its marbles.
Board last_stand(std::uint64_t stream) {
    Board board = random_board(stream, 20 + static_cast<int>(stream % 40));
    for (; std::popcount(board.own_marbles()) > MARBLES - 5;) {
        board.own &= ~(board.own_marbles() & (0 - board.own_marbles()));
    }
    board.own = board.own_marbles() | std::uint64_t{5} << CELL_COUNT;
    return board;
}

/// Whether the player to move has lost, or can eject nothing.
bool harmless(const Board& board) {
    return board.decided() || evaluate(state_of(board)).prey == 0;
}

/// A threat of one ply is never overlooked, however little the search is given: where the next
/// ejection decides, none is left to the opponent if any move prevents it.
void the_last_marble_is_never_left_to_be_ejected() {
    Table table(4);
    int tried = 0, endangered = 0;
    for (std::uint64_t stream = 0; stream < 400; ++stream) {
        const Board board = last_stand(stream);
        std::array<Board, MAX_SUCCESSORS> next;
        const std::size_t count = successors(board, next);
        const auto safe = std::count_if(next.begin(), next.begin() + count, harmless);
        if (safe == 0 || static_cast<std::size_t>(safe) == count) continue;
        ++tried;
        endangered += evaluate(state_of(board)).peril != 0;
        for (const Options& options : {to_depth(1, true), to_depth(2, true), to_depth(5, true)}) {
            const Found found = searched(board, options, table);
            CHECK(tally, harmless(apply(board, found.lines.front().moves.front())));
        }
    }
    CHECK(tally, tried >= 100 && endangered >= 50);
}

void one_thread_is_deterministic() {
    for (const std::uint64_t nodes : {5000, 60000}) {
        Options options;
        options.limit.nodes = nodes;
        Table one(4), two(4);
        const Board board = random_board(3, 12);
        const Found first = searched(board, options, one), again = searched(board, options, two);
        CHECK_EQUAL(tally, first.nodes, again.nodes);
        CHECK(tally, first.nodes <= nodes + 1000);
        CHECK_EQUAL(tally, first.lines.front().score, again.lines.front().score);
        CHECK(tally, first.lines.front().moves == again.lines.front().moves);
        one.clear();
        CHECK_EQUAL(tally, searched(board, options, one).nodes, first.nodes);
    }
    CHECK_EQUAL(tally, search_signature(), search_signature());
}

void several_threads_find_a_move() {
    Options options = to_depth(8, true);
    options.threads = 3;
    Table table(4);
    const Found found = searched(start(), options, table);
    CHECK_EQUAL(tally, found.depth, 8);
    check_line(start(), found.lines.front());
}

/// A lone marble each: nothing can happen, and every limit is a draw or a count.
void limits_end_the_game() {
    const Board even = test::board("A1", "I9"), ahead = test::board("A1", "I9", 0, 1);
    Table table(4);
    Options options = to_depth(3, true);
    options.quiet = 199;
    options.contempt = 30;
    CHECK_EQUAL(tally, searched(ahead, options, table).lines.front().score, -30);
    options.ends.quiet_decides = true;
    CHECK_EQUAL(tally, searched(ahead, options, table).lines.front().score, WIN - 1);
    options.ends.quiet = 0;
    options.ends.plies = 2;
    table.clear();
    CHECK_EQUAL(tally, searched(ahead, options, table).lines.front().score, WIN - 2);
    table.clear();
    CHECK_EQUAL(tally, searched(even, options, table).lines.front().score, -30);
    options.ends.plies = 0;
    table.clear();
    CHECK(tally, std::abs(searched(even, options, table).lines.front().score) < 60);
}

/// A position that has occurred twice in the game is a draw the third time.
void repetition_is_a_draw() {
    // Black's marble is locked in: it can go a1-b2-a1 only; White's goes as it likes.
    const Board first = test::board("A1", "I9", 0, 3);
    std::vector<Board> game{first};
    const auto play = [&](unsigned own) {
        const Board now = game.back();
        game.push_back({now.opp, (now.own & ~CELLS) | bit(own)});
    };
    for (int round = 0; round < 2; ++round) {
        play(cell_at(1, 2)), play(cell_at(7, 8)), play(cell_at(0, 1)), play(cell_at(8, 9));
    }
    game.pop_back();  // White is to move and could bring the first position about a third time
    const Board now = game.back();
    game.pop_back();
    Options options = to_depth(2, true);
    options.quiet = static_cast<int>(game.size());
    Table table(4);
    const Found held = searched(now, options, table, game);
    CHECK_EQUAL(tally, held.lines.front().score, 0);  // far behind, White takes the draw
    CHECK(tally, apply(now, held.lines.front().moves.front()) == first);
    options.ends.repetition = false;
    table.clear();
    CHECK(tally, searched(now, options, table, game).lines.front().score < -100);
}

/// Neighbours of different colours.
int contacts(const Board& board) {
    int count = 0;
    for (const Cells towards : {step<E>(board.own_marbles()), step<NE>(board.own_marbles()),
                                step<NW>(board.own_marbles()), step<W>(board.own_marbles()),
                                step<SW>(board.own_marbles()), step<SE>(board.own_marbles())}) {
        count += std::popcount(towards & board.opp_marbles());
    }
    return count;
}

/// Who stands better comes closer when nothing has been ejected for long, and nobody else does.
void the_better_side_presses() {
    const Board better = test::board("D3 D4 D5 D6 E4 E5 E6", "A2 A3 B2 B3 B4 B5");
    const Board worse{better.opp, better.own};
    const auto found = [](const Board& board, int quiet, bool press, int plies) {
        Options options = to_depth(1, true);
        options.quiet = quiet;
        options.press = press;
        options.ends.plies = plies;
        Table table(1);
        return searched(board, options, table).lines.front();
    };
    const auto reached = [&](const Board& board, int quiet, bool press, int plies = 0) {
        return contacts(apply(board, found(board, quiet, press, plies).moves.front()));
    };
    const int usual = reached(better, 60, false);
    CHECK(tally, reached(better, 60, true) > usual);
    CHECK_EQUAL(tally, reached(better, 0, true), usual);
    CHECK_EQUAL(tally, reached(worse, 60, true), reached(worse, 60, false));
    // Where the count decides, who is ahead may wait, and who is behind may not.
    const Board ahead = test::board("D3 D4 D5 D6 E4 E5 E6", "A2 A3 B2 B3 B4 B5", 0, 1);
    const Board behind{worse.own | bit(CELL_COUNT), worse.opp};
    CHECK_EQUAL(tally, reached(ahead, 60, true, 90), reached(ahead, 60, false, 90));
    CHECK(tally, reached(ahead, 60, true) > reached(ahead, 60, false));
    CHECK(tally, reached(behind, 60, true, 90) > reached(behind, 60, false, 90));
}

/// Who stands better and is behind has to hurry: shortly before the count decides, it says so.
void near_the_limit_the_lead_counts() {
    const Board behind = test::board("D3 D4 D5 D6 E4 E5 E6", "A2 A3 B2 B3", 1, 0);
    const auto score = [&](bool press, int plies) {
        Options options = to_depth(2, true);
        options.press = press;
        options.ends.plies = plies;
        Table table(1);
        return searched(behind, options, table).lines.front().score;
    };
    CHECK(tally, score(false, 10) > 0);
    CHECK(tally, score(true, 10) < 0);
    CHECK(tally, score(true, 10) < score(true, 30));
    CHECK_EQUAL(tally, score(true, 45), score(false, 45));
    CHECK_EQUAL(tally, score(true, 0), score(false, 0));
}

/// Whatever is remembered, every move comes once, and in this order: ejections, those that push two
/// first; killers and the answer, where they are legal; the others, the better ones first.
void every_move_is_handed_out_once() {
    for (std::uint64_t stream = 0; stream < 200; ++stream) {
        const Board board = random_board(stream, 40 + static_cast<int>(stream % 60));
        std::array<Move, MAX_SUCCESSORS> found;
        const std::size_t count = moves(board, found);
        Rng rng(12, stream);
        const auto any = [&] { return found[rng.below(static_cast<std::uint32_t>(count))]; };
        const auto quiet = [&] {  // legal, or from anywhere
            const Move move = any();
            const auto code = static_cast<std::uint16_t>(rng.below(4096));
            return move.ejects() || rng.below(3) == 0 ? Move{code} : move;
        };
        Experience known;
        for (auto& value : known.history[0]) {
            value = static_cast<std::int16_t>(static_cast<int>(rng.below(16000)) - 8000);
        }
        const Move last{77}, first = rng.below(2) == 0 ? any() : NO_MOVE;
        known.killers[3] = {quiet(), quiet()};
        known.answers[0][last.code] = quiet().code;
        const Outlook outlook{known.history[0], 20};
        const bool prey = evaluate(state_of(board)).prey != 0;
        Picker picker(board, known, outlook, 0, 3, last, first, prey);
        const auto worth = [&](Move move) {
            if (move.ejects()) return 100'000 + static_cast<int>(move.pushed());
            if (move == known.killers[3][0]) return 90'002;
            if (move == known.killers[3][1]) return 90'001;
            if (move.code == known.answers[0][last.code]) return 90'000;
            return outlook.of(move) + 1500 * static_cast<int>(move.pushed());
        };
        std::vector<Move> expected(found.begin(), found.begin() + static_cast<long>(count));
        std::erase(expected, first);
        std::ranges::stable_sort(expected, std::greater<>(), worth);
        std::vector<Move> handed_out;
        for (Move move = picker.next(); move != NO_MOVE; move = picker.next()) {
            handed_out.push_back(move);
        }
        CHECK(tally, handed_out == expected);
    }
}

void stopping_still_gives_a_move() {
    const std::atomic<bool> stop{true};
    Table table(4);
    const Found found = search(start(), {}, Options{}, table, stop);
    CHECK_EQUAL(tally, found.depth, 1);
    CHECK(tally, legal(start(), found.lines.front().moves.front()));
    const Board over = test::board("A1", "I9", 6, 0);
    CHECK(tally, search(over, {}, Options{}, table, GO_ON).lines.empty());
}

/// What the finished depths have found is there while the search goes on, and a search that ends
/// by itself gives the same as one that is waited for.
void an_answer_can_be_taken_early() {
    using Clock = PunctualSearch::Clock;
    Table table(4);
    auto stop = std::make_shared<std::atomic<bool>>(false);
    Options endless;
    endless.limit.seconds = 600;
    {
        PunctualSearch search(start(), {}, endless, table, stop);
        CHECK(tally, search.due() > Clock::now() + std::chrono::seconds(590));
        CHECK(tally, !search.wait_until(Clock::now() + std::chrono::milliseconds(20)));
        const Found found = search.found();
        CHECK(tally, found.depth >= 1 && stop->load());
        check_line(start(), found.lines.front());
    }
    table.clear();
    stop->store(false);
    PunctualSearch whole(start(), {}, to_depth(5, true), table, stop);
    CHECK(tally, whole.wait_until(Clock::now() + std::chrono::seconds(60)));
    Table fresh(4);
    CHECK_EQUAL(tally, whole.found().nodes, searched(start(), to_depth(5, true), fresh).nodes);
}

}  // namespace
}  // namespace tablas::abalone

int main() {
    using namespace tablas::abalone;
    full_width_is_minimax();
    lines_are_minimax();
    forced_wins_are_found();
    the_last_marble_is_never_left_to_be_ejected();
    one_thread_is_deterministic();
    several_threads_find_a_move();
    limits_end_the_game();
    repetition_is_a_draw();
    the_better_side_presses();
    near_the_limit_the_lead_counts();
    every_move_is_handed_out_once();
    stopping_still_gives_a_move();
    an_answer_can_be_taken_early();
    return tally.report("abalone_search");
}
