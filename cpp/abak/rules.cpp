#include "abak/rules.hpp"

#include <memory>

namespace tablas::abak {
namespace {

constexpr std::uint64_t COLOURS = 0x0888888888888888;  // the OPPONENT bit of every checker

/// The letters of the rules page as nibbles, bottom to top.
constexpr std::uint64_t stack_of(const char* letters) {
    std::uint64_t stack = 0;
    for (; *letters != '\0'; ++letters) {
        const std::uint32_t checker = *letters == 'S'   ? SOLDIER
                                      : *letters == 'G' ? GUARD
                                      : *letters == 'N' ? GENERAL
                                      : *letters == 'D' ? DRUID
                                      : *letters == 'E' ? EVEN
                                                        : ODD;
        stack = stack << 4 | checker;
    }
    return stack;
}

/// The word that holds the mirrored points: fields reversed, colours changed, upper nibble kept.
constexpr std::uint64_t mirrored(std::uint64_t word) {
    constexpr std::uint64_t FIELD = 0xfffff;
    const std::uint64_t reversed =
        (word & FIELD) << 40 | (word & FIELD << 20) | (word >> 40 & FIELD) | (word & 0xfull << 60);
    // Bit 3 of the nibbles that hold a checker: a class has at least one of its three bits.
    const std::uint64_t checkers = (reversed << 1 | reversed << 2 | reversed << 3) & COLOURS;
    return reversed ^ checkers;
}

constexpr Board turned_board(const Board& board) {
    Board result{};
    for (std::size_t k = 0; k < 8; ++k) result.words[k] = mirrored(board.words[7 - k]);
    return result;
}

constexpr Board START = [] {
    Board own{};
    const auto place = [&](int point, const char* letters) {
        own.words[(point - 1) / 3] |= stack_of(letters) << ((point - 1) % 3 * 20);
    };
    place(24, "ED");
    place(23, "OS");
    place(13, "SSGS");
    place(8, "SGS");
    place(6, "SSSN");
    Board both = turned_board(own);
    for (std::size_t k = 0; k < 8; ++k) both.words[k] |= own.words[k];
    return both;
}();

/// Points of a finished game that the player to move has won.
int points_won(const Board& board) {
    const auto& words = board.words;
    if (words[4] >> 60 != 0) return 1;
    const bool barred = (words[7] | words[6] | words[5]) >> 60 != 0;
    const bool in_winners_home = ((words[0] | words[1]) & COLOURS) != 0;
    return barred || in_winners_home ? 3 : 2;
}

/// The low and the high half of the 128-bit product, folded.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Adds the checkers of one stack to the counts by nibble; false if it is not a stack.
bool count_stack(std::uint32_t stack, std::array<int, 16>& counts) {
    for (; stack != 0; stack >>= 4) {
        const std::uint32_t checker = stack & 15;
        const std::uint32_t kind = checker % OPPONENT;
        if (kind < SOLDIER || kind > ODD) return false;
        ++counts[checker];
    }
    return true;
}

}  // namespace

Board start() {
    return START;
}

Board turned(const Board& board) {
    return turned_board(board);
}

int outcome(const Board& board) {
    if (board.words[3] >> 60 == CHECKERS) return points_won(board);
    if (board.words[4] >> 60 == CHECKERS) return -points_won(turned(board));
    return 0;
}

std::uint64_t hash(const Board& board) {
    // Four products of two words, each word masked by its own digits of pi; then one more product,
    // so that every bit of the result depends on all words.
    const auto& w = board.words;
    const std::uint64_t sum = folded_product(w[0] ^ 0x243f6a8885a308d3, w[1] ^ 0x13198a2e03707344) +
                              folded_product(w[2] ^ 0xa4093822299f31d0, w[3] ^ 0x082efa98ec4e6c89) +
                              folded_product(w[4] ^ 0x452821e638d01377, w[5] ^ 0xbe5466cf34e90c6c) +
                              folded_product(w[6] ^ 0xc0ac29b7c97c50dd, w[7] ^ 0x3f84d5b5b5470917);
    return folded_product(sum, 0x9216d5d98979fb1b);
}

const char* fault(const Board& board) {
    const auto& words = board.words;
    std::array<int, 16> counts{};
    for (int point = 1; point <= 24; ++point) {
        if (!count_stack(stack(board, point), counts)) {
            return "a point holds something that is no stack of checkers";
        }
    }
    if (((words[2] | words[5]) >> 62) != 0) return "unused bits are set";
    for (const bool opponent : {false, true}) {
        const auto upper = [&](int k) {
            return static_cast<int>(words[opponent ? 7 - k : k] >> 60);
        };
        const std::array<int, 7> bar = {0,
                                        upper(0),
                                        upper(1) & 3,
                                        upper(1) >> 2 & 1,
                                        upper(1) >> 3,
                                        upper(2) & 1,
                                        upper(2) >> 1};
        int missing = 0;
        for (std::uint32_t kind = SOLDIER; kind <= ODD; ++kind) {
            const int left = TEAM[kind] - bar[kind] - counts[kind + (opponent ? OPPONENT : 0)];
            if (left < 0) return "a side has too many checkers of a class";
            missing += left;
        }
        if (missing != upper(3)) return "the number borne off does not fit the checkers in play";
    }
    if (words[3] >> 60 == CHECKERS && words[4] >> 60 == CHECKERS) {
        return "both sides have borne off all checkers";
    }
    return nullptr;
}

std::uint64_t perft(const Board& board, int depth, int threads) {
    return perft_dice(board, depth, threads, MAX_SUCCESSORS);
}

Playout play_random(Rng& rng, int max_turns) {
    const auto buffer = std::make_unique_for_overwrite<Board[]>(MAX_SUCCESSORS);
    return random_game(start(), rng, max_turns, std::span(buffer.get(), MAX_SUCCESSORS));
}

}  // namespace tablas::abak
