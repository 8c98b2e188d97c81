#include "abalone/rules.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <string_view>

#include "base/threads.hpp"

namespace tablas::abalone {
namespace {

/// The cells of a list such as "a1 a2 b1".
constexpr Cells cells_of(std::string_view names) {
    Cells set = 0;
    for (std::size_t i = 0; i < names.size(); i += 3) {
        set |= bit(cell_at(names[i] - 'a', names[i + 1] - '0'));
    }
    return set;
}

/// A set of cells moved as a whole by as much as cell 0 is away from `cell`; right as long as
/// nothing crosses the edge.
constexpr Cells shifted(Cells set, unsigned cell) {
    return (set << cell | set >> (CELL_COUNT - cell)) & CELLS;
}

constexpr unsigned further(unsigned cell, unsigned direction, unsigned steps) {
    return (cell + STRIDE[direction] * steps) % CELL_COUNT;
}

/// A table over bits 6..11 of a move's code: pattern(move) for every direction and form, cell 0.
template <class Pattern>
constexpr std::array<Cells, 64> for_each_form(Pattern pattern) {
    std::array<Cells, 64> table{};
    for (unsigned direction = 0; direction < DIRECTION_COUNT; ++direction) {
        for (unsigned form = 0; form < 7; ++form) {
            const unsigned index = direction | form << 3;
            table[index] = pattern(Move{static_cast<std::uint16_t>(index << 6)});
        }
    }
    return table;
}

constexpr auto MARBLES_OF = for_each_form([](Move move) {
    const unsigned row = move.broadside() ? move.axis() : opposite(move.direction());
    Cells set = 0;
    for (unsigned i = 0; i < move.size(); ++i) set |= bit(further(0, row, i));
    return set;
});

/// The own cells that a move flips: in line those in the middle of the row stay as they are.
constexpr auto OWN_CHANGE = for_each_form([](Move move) {
    const Cells from = MARBLES_OF[move.code >> 6];
    return from ^ shifted(from, STRIDE[move.direction()]);
});

/// The opposing cells that it flips, over pushed | ejects << 2 | direction << 3.
constexpr auto OPP_CHANGE = [] {
    std::array<Cells, 64> table{};
    for (unsigned direction = 0; direction < DIRECTION_COUNT; ++direction) {
        const unsigned target = further(0, direction, 1);
        for (unsigned pushed = 1; pushed <= 2; ++pushed) {
            const unsigned index = pushed | direction << 3;
            table[index] = bit(target) | bit(further(target, direction, pushed));
            table[index | 4] = bit(target);
        }
    }
    return table;
}();

/// Whether any marble can step alone; if none can, no row can move without pushing either.
constexpr bool some_marble_free(const Board& board) {
    const Cells empty = CELLS & ~(board.own | board.opp);
    const Cells next_to_empty = step<E>(empty) | step<NE>(empty) | step<NW>(empty) |
                                step<W>(empty) | step<SW>(empty) | step<SE>(empty);
    return (board.own & next_to_empty) != 0;
}

using Buffer = std::array<Board, MAX_SUCCESSORS>;

std::uint64_t count_leaves(const Board& board, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return count_moves(board);
    Buffer buffer;
    const std::size_t count = successors(board, buffer);
    std::uint64_t leaves = 0;
    for (std::size_t i = 0; i < count; ++i) leaves += count_leaves(buffer[i], depth - 1);
    return leaves;
}

}  // namespace

Board start() {
    constexpr Board standard{cells_of("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5"),
                             cells_of("g5 g6 g7 h4 h5 h6 h7 h8 h9 i5 i6 i7 i8 i9")};
    return standard;
}

Board belgian_daisy() {
    constexpr Board daisy{cells_of("a1 a2 b1 b2 b3 c2 c3 g7 g8 h7 h8 h9 i8 i9"),
                          cells_of("a4 a5 b4 b5 b6 c5 c6 g4 g5 h4 h5 h6 i5 i6")};
    return daisy;
}

const char* fault(const Board& board) {
    if (board.own_lost() > LOST_TO_LOSE || board.opp_lost() > LOST_TO_LOSE) {
        return "a side has lost more than six marbles";
    }
    if (board.own_lost() == LOST_TO_LOSE && board.opp_lost() == LOST_TO_LOSE) {
        return "both sides have lost six marbles";
    }
    if ((board.own_marbles() & board.opp_marbles()) != 0) return "a cell holds two marbles";
    const auto crowded = [](Cells marbles, unsigned lost) {
        return std::popcount(marbles) + static_cast<int>(lost) > MARBLES;
    };
    if (crowded(board.own_marbles(), board.own_lost()) ||
        crowded(board.opp_marbles(), board.opp_lost())) {
        return "a side has more than fourteen marbles, those ejected included";
    }
    return nullptr;
}

Cells marbles(Move move) {
    return shifted(MARBLES_OF[move.code >> 6 & 63u], move.cell());
}

Board apply(const Board& board, Move move) {
    const unsigned push = move.code >> 12 & 7u;
    const Cells own_change = shifted(OWN_CHANGE[move.code >> 6 & 63u], move.cell());
    const Cells opp_change = shifted(OPP_CHANGE[push | move.direction() << 3], move.cell());
    const std::uint64_t ejected = move.ejects() ? ONE_LOST : 0;
    return {(board.opp ^ opp_change) + ejected, board.own ^ own_change};
}

int outcome(const Board& board) {
    if (board.own_lost() >= LOST_TO_LOSE) return -1;
    if (board.opp_lost() >= LOST_TO_LOSE) return 1;
    if (some_marble_free(board)) return 0;
    return count_moves(board) == 0 ? -1 : 0;  // ruling B1: who cannot move has lost
}

std::uint64_t hash(const Board& board) {
    // Two rounds a word of multiply and shift, each one to one. No keys to carry along: hashing the
    // board anew takes less time than flipping the keys of the cells that a move changes.
    std::uint64_t x = board.own * 0x9e3779b97f4a7c15;
    x = (x ^ x >> 32) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 29 ^ board.opp) * 0x94d049bb133111eb;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
    return x ^ x >> 32;
}

std::uint64_t perft(const Board& board, int depth, int threads) {
    if (depth <= 2) return count_leaves(board, depth < 0 ? 0 : depth);
    Buffer first;
    const std::size_t count = successors(board, first);
    std::atomic<std::uint64_t> leaves{0};
    parallel_for(count, threads, 1, [&] {
        return [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) leaves += count_leaves(first[i], depth - 1);
        };
    });
    return leaves;
}

Playout play_random(const Board& from, Rng& rng, int max_turns) {
    Buffer buffer;
    Playout playout{0, 0, 0};
    Board board = from;
    while (playout.turns < max_turns) {
        const std::size_t count = successors(board, buffer);
        if (count == 0) break;
        board = buffer[rng.below(static_cast<std::uint32_t>(count))];
        playout.successors += count;
        ++playout.turns;
    }
    // The outcome is seen by the player to move: the first mover after an even number of turns.
    playout.points = playout.turns % 2 == 0 ? outcome(board) : -outcome(board);
    return playout;
}

Playout play_random(Rng& rng, int max_turns) {
    return play_random(start(), rng, max_turns);
}

}  // namespace tablas::abalone
