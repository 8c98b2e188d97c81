#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "abalone/search.hpp"
#include "tests/abalone_prover.hpp"
#include "tests/abalone_starts.hpp"

// The tactical suite: makes it, and checks that it is proved and solved.
//
//   abalone_tactics make PLIES COUNT SEED    prints COUNT positions, found in games of the engine
//   abalone_tactics check FILE [PLIES]       proves and solves each line, up to PLIES plies (5)
//
// A line is the plies, the position text, and the boards that the solving moves lead to as pairs of
// numbers in hexadecimal. In the suite are positions where an ejection within those plies is
// forced, but not within two fewer, and at most three moves force it. The next ejection is made to
// decide the game (a game to one ejection more than Black has), so that to solve it is to see a
// forced win.
namespace tablas::abalone::test {
namespace {

constexpr std::size_t MOST_SOLUTIONS = 3;
const std::atomic<bool> GO_ON{false};

/// The position text of the rules page; Black is to move.
std::string text_of(const Board& board) {
    std::string text;
    for (int row = 8; row >= 0; --row) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
        };
        for (int number = 1; number <= 9; ++number) {
            if (!on_board(row, number)) continue;
            const Cells cell = bit(cell_at(row, number));
            if (((board.own | board.opp) & cell) == 0) {
                ++empty;
                continue;
            }
            flush();
            text += (board.own & cell) != 0 ? 'b' : 'w';
        }
        flush();
        if (row > 0) text += '/';
    }
    return text + " b " + std::to_string(board.opp_lost()) + "-" +
           std::to_string(board.own_lost()) + " 0";
}

Board board_of(const std::string& text) {
    Board board{0, 0};
    int row = 8, number = 5;
    const auto first_of = [](int line) { return line > 4 ? line - 3 : 1; };
    number = first_of(row);
    std::size_t i = 0;
    for (; text[i] != ' '; ++i) {
        if (text[i] == '/') {
            number = first_of(--row);
        } else if (text[i] >= '1' && text[i] <= '9') {
            number += text[i] - '0';
        } else {
            (text[i] == 'b' ? board.own : board.opp) |= bit(cell_at(row, number++));
        }
    }
    board.opp |= static_cast<std::uint64_t>(text[i + 3] - '0') << CELL_COUNT;
    board.own |= static_cast<std::uint64_t>(text[i + 5] - '0') << CELL_COUNT;
    return board;
}

/// Prints a position of the suite, if this is one. White, to whom an ejection would be of no less
/// use, must not have been quicker.
bool print_if_fit(const Board& board, int plies) {
    const unsigned target = board.opp_lost() + 1;
    if (board.own_lost() >= target || forces(board, plies - 2, target)) return false;
    const std::vector<Move> solving = solutions(board, plies, target);
    if (solving.empty() || solving.size() > MOST_SOLUTIONS) return false;
    std::printf("%d;%s;", plies, text_of(board).c_str());
    for (const Move move : solving) {
        const Board next = apply(board, move);
        std::printf("%s%llx:%llx", move == solving.front() ? "" : " ",
                    static_cast<unsigned long long>(next.own),
                    static_cast<unsigned long long>(next.opp));
    }
    std::printf("\n");
    std::fflush(stdout);
    return true;
}

/// Games of the engine with itself at two plies, a random move now and then; one position a game
/// at most, so that they differ.
int make(int plies, int count, std::uint64_t seed) {
    Table table(4);
    for (std::uint64_t game = 0; count > 0; ++game) {
        Rng rng(seed, game);
        Board board = STARTS[game % STARTS.size()].position();
        for (int ply = 0; ply < 120 && !board.decided(); ++ply) {
            std::array<Board, MAX_SUCCESSORS> next;
            const std::size_t reached = successors(board, next);
            if (reached == 0) break;
            if (ply >= 12 && rng.below(4) == 0 && print_if_fit(board, plies)) {
                --count;
                break;
            }
            if (rng.below(5) == 0) {
                board = next[rng.below(static_cast<std::uint32_t>(reached))];
                continue;
            }
            Options options;
            options.limit.depth = 2;
            const Found found = search(board, {}, options, table, GO_ON);
            board = apply(board, found.lines.front().moves.front());
        }
    }
    return 0;
}

int check(const char* file, int most) {
    std::ifstream lines(file);
    std::string line;
    int count = 0, unproved = 0, unsolved = 0;
    while (std::getline(lines, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        std::string plies_text, position, moves_text;
        std::getline(fields, plies_text, ';');
        std::getline(fields, position, ';');
        std::getline(fields, moves_text, ';');
        const int plies = std::atoi(plies_text.c_str());
        const Board board = board_of(position);
        const unsigned target = board.opp_lost() + 1;
        std::set<std::pair<std::uint64_t, std::uint64_t>> solving;
        std::istringstream boards(moves_text);
        for (std::string pair; boards >> pair;) {
            const std::size_t colon = pair.find(':');
            solving.emplace(std::stoull(pair.substr(0, colon), nullptr, 16),
                            std::stoull(pair.substr(colon + 1), nullptr, 16));
        }
        ++count;
        if (plies <= most) {
            std::set<std::pair<std::uint64_t, std::uint64_t>> proved;
            for (const Move move : solutions(board, plies, target)) {
                const Board next = apply(board, move);
                proved.emplace(next.own, next.opp);
            }
            if (forces(board, plies - 2, target) || proved != solving) {
                ++unproved;
                std::printf("not proved: %s\n", line.c_str());
            }
        }
        Options options;
        options.limit.depth = plies;
        options.ends.target = target;
        Table table(4);
        const Found found = search(board, {}, options, table, GO_ON);
        const Board chosen = apply(board, found.lines.front().moves.front());
        const bool seen = found.lines.front().score == WIN - plies;
        if (!seen || !solving.contains({chosen.own, chosen.opp})) {
            ++unsolved;
            std::printf("not solved: %s (score %d)\n", line.c_str(), found.lines.front().score);
        }
    }
    std::printf("abalone_tactics: %d positions, %d not proved, %d not solved\n", count, unproved,
                unsolved);
    return count == 0 || unproved + unsolved > 0 ? 1 : 0;
}

}  // namespace
}  // namespace tablas::abalone::test

int main(int argc, char** argv) {
    using namespace tablas::abalone::test;
    if (argc == 5 && std::strcmp(argv[1], "make") == 0) {
        return make(std::atoi(argv[2]), std::atoi(argv[3]), std::strtoull(argv[4], nullptr, 10));
    }
    if (argc >= 3 && std::strcmp(argv[1], "check") == 0) {
        return check(argv[2], argc > 3 ? std::atoi(argv[3]) : 5);
    }
    std::fprintf(stderr, "usage: abalone_tactics make PLIES COUNT SEED | check FILE [PLIES]\n");
    return 2;
}
