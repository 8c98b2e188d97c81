#include "abak/view.hpp"

#include <cstddef>
#include <numeric>

namespace tablas::abak::heuristic {
namespace {

constexpr std::uint8_t MOST_ON_A_POINT = 5;

/// How many checkers of one side lie at the top of a stack without one of the other between.
std::uint8_t run_of(std::uint32_t stack, std::uint32_t side) {
    std::uint8_t length = 0;
    for (; stack != 0 && (stack & OPPONENT) == side; stack >>= 4) ++length;
    return length;
}

void look_at(View& view, int point, std::uint32_t stack) {
    const std::size_t at = View::at(point);
    const Points here = 1u << point;
    view.run[at] = run_of(stack, 0);
    view.foe_run[at] = run_of(stack, OPPONENT);
    if (view.run[at] >= 1) view.tops[stack & 7] |= here;
    if (view.run[at] >= 2) view.belows[stack >> 4 & 7] |= here;
    if (view.foe_run[at] >= 1) view.foe_tops[stack & 7] |= here;
    for (std::uint32_t rest = stack; rest != 0; rest >>= 4) {
        view.size[at] += 1;
        view.count[at] += (rest & OPPONENT) == 0 ? 1 : 0;
    }
}

/// The mover's bar and tray, in the upper nibbles of the first four words.
void look_beside(View& view, const Board& board) {
    const auto upper = [&](std::size_t word) { return static_cast<int>(board.words[word] >> 60); };
    view.wait[SOLDIER] = upper(0);
    view.wait[GUARD] = upper(1) & 3;
    view.wait[GENERAL] = upper(1) >> 2 & 1;
    view.wait[DRUID] = upper(1) >> 3 & 1;
    view.wait[EVEN] = upper(2) & 1;
    view.wait[ODD] = upper(2) >> 1 & 1;
    view.off = upper(3);
    view.bar = std::accumulate(view.wait.begin(), view.wait.end(), 0);
}

void conclude(View& view) {
    for (const Points points : view.tops) view.free |= points;
    Points shut = 0, full = 0;
    for (int point = 1; point < BAR; ++point) {
        const std::size_t at = View::at(point);
        const Points here = 1u << point;
        if (view.run[at] == 1) view.lone |= here;
        if (view.foe_run[at] == 1) view.foe_lone |= here;
        if (view.run[at] >= 2) view.blocks |= here;
        if (view.foe_run[at] >= 2) shut |= here;
        if (view.foe_run[at] == 0 && view.size[at] >= MOST_ON_A_POINT) full |= here;
    }
    view.blocks |= view.lone & view.tops[GUARD];
    shut |= view.foe_lone & view.foe_tops[GUARD];
    view.open = ON_BOARD & ~(shut | full);
}

}  // namespace

View view_of(const Board& board) {
    View view{};
    for (int point = 1; point < BAR; ++point) look_at(view, point, stack(board, point));
    look_beside(view, board);
    conclude(view);
    return view;
}

int View::counted(int first, int last) const {
    return std::accumulate(count.begin() + first, count.begin() + last + 1, 0);
}

int View::pips() const {
    int sum = BAR * bar;
    for (int point = 1; point < BAR; ++point) sum += point * count[at(point)];
    return sum;
}

bool View::contact() const {
    bool enemy_below = false;
    for (int point = 1; point < BAR; ++point) {
        enemy_below = enemy_below || enemies(point) > 0;
        if (enemy_below && count[at(point)] > 0) return true;
    }
    return bar > 0;
}

}  // namespace tablas::abak::heuristic
