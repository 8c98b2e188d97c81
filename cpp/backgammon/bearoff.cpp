#include "backgammon/bearoff.hpp"

#include <algorithm>
#include <cassert>

namespace tablas::backgammon {
namespace {

constexpr std::uint64_t HOME_PLACES = 0xfffffff;  // places 0 to 6: borne off and at home

/// CHOOSE[n][k], n over k.
constexpr auto CHOOSE = [] {
    std::array<std::array<std::uint32_t, HOME + 1>, CHECKERS + HOME + 1> table{};
    for (std::size_t n = 0; n < table.size(); ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= HOME && k <= n; ++k) {
            table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
        }
    }
    return table;
}();
static_assert(CHOOSE[CHECKERS + HOME][HOME] == ONE_SIDED && CHOOSE[12][HOME] == TWO_SIDED &&
              CHOOSE[20][HOME] == FULL_FROM);

}  // namespace

std::optional<std::size_t> home_index(const Checkers& side) {
    if (side.high != 0 || (side.low & ~HOME_PLACES) != 0) return std::nullopt;
    std::size_t index = 0;
    unsigned sum = 0;
    for (unsigned point = 1; point <= HOME; ++point) {
        sum += side.at(point);
        index += CHOOSE[sum + point - 1][point];
    }
    return index;
}

Chances race_chances(const RollsOfSide& own, const RollsOfSide& opp) {
    const RollChances &mine = *own.all, &theirs = *opp.all;
    // The player to move rolls first: he wins if he needs no more rolls than the opponent.
    float win = 0, left = 1, lose_gammon = 0, win_gammon = 0, own_first = 1, opp_first = 1;
    for (std::size_t n = 1; n < MOST_ROLLS; ++n) {
        left -= theirs[n - 1];  // the opponent needs n rolls or more
        win += mine[n] * left;
        if (opp.first != nullptr) {
            opp_first -= (*opp.first)[n - 1];  // and n or more for the first checker
            win_gammon += mine[n] * opp_first;
        }
        if (own.first != nullptr) {
            own_first -= (*own.first)[n];  // more than n for the first checker
            lose_gammon += theirs[n] * own_first;
        }
    }
    const auto share = [](float value) { return std::clamp(value, 0.0f, 1.0f); };
    win = share(win);
    return {win, std::min(share(win_gammon), win), 0, std::min(share(lose_gammon), 1 - win), 0};
}

std::optional<Chances> Bearoff::chances(const Board& board) const {
    const auto own = home_index(board.own), opp = home_index(board.opp);
    if (!own || !opp || *own == 0 || *opp == 0) return std::nullopt;
    if (*own < TWO_SIDED && *opp < TWO_SIDED) {
        const float equity = two_sided_[*own * TWO_SIDED + *opp].cubeless;
        return Chances{(1 + equity) / 2, 0, 0, 0, 0};
    }
    return race_chances(rolls(*own), rolls(*opp));
}

std::optional<ExactEquities> Bearoff::exact(const Board& board) const {
    const auto own = home_index(board.own), opp = home_index(board.opp);
    if (!own || !opp || *own == 0 || *opp == 0) return std::nullopt;
    if (*own >= TWO_SIDED || *opp >= TWO_SIDED) return std::nullopt;
    return two_sided_[*own * TWO_SIDED + *opp];
}

}  // namespace tablas::backgammon
