#include "abak/cube.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "dice/cube.hpp"

namespace tablas::abak {
namespace {

constexpr double CONTACT = 0.87;

/// In races, by the pips of the player to move. A last roll leaves a dead cube.
constexpr std::array<MeasuredEfficiency, 4> RACE = {{{2, 0.0}, {10, 0.48}, {30, 0.68}, {80, 0.71}}};

constexpr std::uint64_t EVERY_POINT = 0x0fffffffffffffff;
constexpr std::uint64_t ONES = 0x0111111111111111;

/// A bit for each checker of a word's points: the mover's, and the opponent's.
struct Checkers {
    std::uint64_t own, opp;

    explicit Checkers(std::uint64_t word) {
        const std::uint64_t points = word & EVERY_POINT;
        opp = points >> 3 & ONES;
        own = (points | points >> 1 | points >> 2) & ONES & ~opp;
    }
};

constexpr int POINT_BITS = 20, POINTS_IN_WORD = 3;

/// Barred checkers in the upper nibbles of three words; trays are kept in the fourth.
bool has_barred(const Board& board, std::array<std::size_t, 3> words) {
    std::uint64_t upper = 0;
    for (const std::size_t word : words) upper |= board.words[word] >> 60;
    return upper != 0;
}

}  // namespace

bool is_race(const Board& board) {
    if (has_barred(board, {0, 1, 2}) || has_barred(board, {7, 6, 5})) return false;
    bool met_opponent = false;
    for (const std::uint64_t word : board.words) {
        const Checkers here(word);
        if (met_opponent && here.own != 0) return false;
        if (here.opp == 0) continue;
        // Within a word: no own checker on a point above the lowest one with an opponent.
        const int lowest = std::countr_zero(here.opp) / POINT_BITS;
        if (here.own >> ((lowest + 1) * POINT_BITS) != 0) return false;
        met_opponent = true;
    }
    return true;
}

int pips(const Board& board) {
    int sum = 0;
    for (std::size_t k = 0; k < board.words.size(); ++k) {
        const std::uint64_t own = Checkers(board.words[k]).own;
        for (int i = 0; i < POINTS_IN_WORD; ++i) {
            const int checkers = std::popcount(own >> (i * POINT_BITS) & 0xfffff);
            sum += (static_cast<int>(k) * POINTS_IN_WORD + i + 1) * checkers;
        }
    }
    const auto upper = [&](std::size_t k) { return static_cast<unsigned>(board.words[k] >> 60); };
    const int barred = static_cast<int>(upper(0) + (upper(1) & 3)) + std::popcount(upper(1) >> 2) +
                       std::popcount(upper(2));
    return sum + 25 * barred;
}

double cube_efficiency(const Board& board) {
    return is_race(board) ? efficiency_at(pips(board), RACE) : CONTACT;
}

const MatchEquity& match_equity() {
    static const MatchEquity table(MatchModel{
        .win_gammon = 0.291,
        .win_backgammon = 0.081,
        .crawford_win = 0.473,
        .crawford_gammon = 0.264,
        .efficiency = CONTACT,
        .led_mean = 0.494,
        .led_spread = 0.010,
        .began_mean = 0.504,
        .began_spread = 0.018,
    });
    return table;
}

}  // namespace tablas::abak
