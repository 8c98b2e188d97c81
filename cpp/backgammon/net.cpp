#include "backgammon/net.hpp"

namespace tablas::backgammon {

constexpr unsigned COUNTS = CHECKERS + 1;  // 0 to 15 checkers at a place

/// Row (side * PLACES + place) * COUNTS + count.
std::vector<std::vector<Term>> Sight::rows() {
    std::vector<std::vector<Term>> rows;
    for (unsigned place = 0; place < 2 * PLACES; ++place) {
        for (unsigned count = 0; count < COUNTS; ++count) {
            std::vector<Term>& terms = rows.emplace_back();
            const auto seen = units(place % PLACES, count);
            for (unsigned i = 0; i < UNITS; ++i) {
                terms.push_back({static_cast<std::uint32_t>(place * UNITS + i), seen[i]});
            }
        }
    }
    return rows;
}

std::size_t Sight::seen(const Board& board, Rows& out) {
    std::size_t number = 0;
    for (unsigned side = 0; side < 2; ++side) {
        const Checkers& checkers = side == 0 ? board.own : board.opp;
        for (unsigned place = 0; place < PLACES; ++place) {
            const unsigned count = checkers.at(place);
            if (count == 0) continue;
            out[number++] = static_cast<std::uint16_t>((side * PLACES + place) * COUNTS + count);
        }
    }
    return number;
}

// With nothing for what a race rules out.
Chances Sight::judged(const float* logits, const Board& board) {
    Chances found = chances_from(logits, possible_by_checkers_off(board));
    const Possible known = possible(board);
    if (!known.win_gammon) found.win_gammon = 0;
    if (!known.win_backgammon) found.win_backgammon = 0;
    if (!known.lose_gammon) found.lose_gammon = 0;
    if (!known.lose_backgammon) found.lose_backgammon = 0;
    return found;
}

}  // namespace tablas::backgammon
