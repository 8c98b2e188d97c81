#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "abalone/eval.hpp"
#include "tests/abalone_starts.hpp"
#include "tests/check.hpp"

namespace tablas::abalone {
namespace {

using test::STARTS;

tablas::test::Tally tally;

std::vector<Move> all_moves(const Board& board) {
    std::vector<Move> found(MAX_SUCCESSORS);
    found.resize(moves(board, found));
    return found;
}

/// The cell of the marble that an ejecting move sends over the edge.
Cells victim(const Board& board, Move move) {
    Cells cell = bit(move.cell());
    for (unsigned i = 0; i < move.pushed(); ++i) {
        const unsigned number = static_cast<unsigned>(std::countr_zero(cell));
        cell = bit((number + STRIDE[move.direction()]) % CELL_COUNT);
    }
    CHECK(tally, (cell & board.opp_marbles()) != 0);
    return cell;
}

/// Half a turn of the board, which takes cell c to 60 - c.
Board turned(const Board& board) {
    Board result{board.own & ~CELLS, board.opp & ~CELLS};
    for (unsigned cell = 0; cell < CELL_COUNT; ++cell) {
        if ((board.own & bit(cell)) != 0) result.own |= bit(60 - cell);
        if ((board.opp & bit(cell)) != 0) result.opp |= bit(60 - cell);
    }
    return result;
}

void check_ejections(const Board& board) {
    std::vector<Move> quick(MAX_SUCCESSORS);
    quick.resize(ejections(board, quick));
    std::vector<Move> slow;
    Cells prey = 0;
    for (const Move move : all_moves(board)) {
        if (!move.ejects()) continue;
        slow.push_back(move);
        prey |= victim(board, move);
    }
    const auto by_code = [](Move a, Move b) { return a.code < b.code; };
    std::sort(quick.begin(), quick.end(), by_code);
    std::sort(slow.begin(), slow.end(), by_code);
    CHECK(tally, quick == slow);
    CHECK_EQUAL(tally, evaluate(state_of(board)).prey, prey);
}

void check_reading(const State& state) {
    const State anew = state_of(state.board);
    CHECK_EQUAL(tally, state.own, anew.own);
    CHECK_EQUAL(tally, state.opp, anew.opp);
    const Reading mine = evaluate(state);
    const Reading theirs = evaluate(passed(state));
    CHECK_EQUAL(tally, mine.prey, theirs.peril);
    CHECK_EQUAL(tally, mine.peril, theirs.prey);
    // All terms but these two are worth to one side what they cost the other.
    const auto danger = [](Cells peril) {
        const int count = std::popcount(peril);
        return count == 0 ? 0 : WEIGHTS.peril + (count > 1 ? WEIGHTS.perils : 0);
    };
    const int sum = 2 * WEIGHTS.turn - danger(mine.peril) - danger(theirs.peril);
    CHECK(tally, std::abs(mine.score + theirs.score - sum) <= 2);  // divisions round towards 0
    CHECK(tally, std::abs(evaluate(state_of(turned(state.board))).score - mine.score) <= 1);
}

/// Sums kept move by move, ejections and readings agree with what is worked out anew.
void random_games_agree() {
    for (std::size_t game = 0; game < STARTS.size(); ++game) {
        Rng rng(5, game);
        State state = state_of(STARTS[game].position());
        for (int ply = 0; ply < 150; ++ply) {
            check_reading(state);
            check_ejections(state.board);
            const std::vector<Move> found = all_moves(state.board);
            if (found.empty()) break;
            // Ejections are sought, so that boards with few marbles are met too.
            const auto ejecting =
                std::find_if(found.begin(), found.end(), [](Move move) { return move.ejects(); });
            const auto count = static_cast<std::uint32_t>(found.size());
            const Move move = ejecting != found.end() ? *ejecting : found[rng.below(count)];
            const Board reached = apply(state.board, move);
            state = after(state, move);
            CHECK(tally, state.board == reached);
        }
    }
}

/// Of all 65,536 codes exactly the moves are legal.
void legality_agrees() {
    for (std::size_t game = 0; game < STARTS.size(); ++game) {
        Rng rng(6, game);
        Board board = STARTS[game].position();
        for (int ply = 0; ply < 40; ++ply) {
            const std::vector<Move> found = all_moves(board);
            if (found.empty()) break;
            if (ply % 13 == 0) {
                std::vector<bool> good(65536);
                for (const Move move : found) good[move.code] = true;
                bool same = true;
                for (unsigned code = 0; code < 65536; ++code) {
                    same &= legal(board, Move{static_cast<std::uint16_t>(code)}) == good[code];
                }
                CHECK(tally, same);
            }
            board = apply(board, found[rng.below(static_cast<std::uint32_t>(found.size()))]);
        }
    }
}

/// Each term speaks for the right side.
void terms_have_their_signs() {
    const auto score = [](const char* own, const char* opp, std::uint64_t own_lost = 0,
                          std::uint64_t opp_lost = 0) {
        return evaluate(state_of(test::board(own, opp, own_lost, opp_lost))).score;
    };
    const char* blob = "E4 E5 E6 D4 D5 F5 F6";
    CHECK(tally, score(blob, "A1 A2 B1", 0, 1) > score(blob, "A1 A2 B1", 0, 0));
    CHECK(tally, score(blob, "A1 A2 B1", 0, 5) - score(blob, "A1 A2 B1", 0, 4) >
                     score(blob, "A1 A2 B1", 0, 1) - score(blob, "A1 A2 B1", 0, 0));
    CHECK(tally, score("E5 E6", "C3 C4") > score("A1 A2", "C3 C4"));
    CHECK(tally, score("E5 E6", "H6 H7") > score("E3 E6", "H6 H7"));
    CHECK(tally, score("E1 F9", "E2 E3 I5") < score("E1 F9", "E2 D3 I5"));
    // A game to four after one ejection stands where a game to six stands after three.
    const State short_game = state_of(test::board(blob, "A1 A2 B1", 0, 1));
    const State long_game = state_of(test::board(blob, "A1 A2 B1", 2, 3));
    CHECK_EQUAL(tally, evaluate(short_game, WEIGHTS, 4).score, evaluate(long_game).score);
}

}  // namespace
}  // namespace tablas::abalone

int main() {
    using namespace tablas::abalone;
    random_games_agree();
    legality_agrees();
    terms_have_their_signs();
    return tally.report("abalone_eval");
}
