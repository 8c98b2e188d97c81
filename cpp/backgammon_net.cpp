#include "backgammon_net.hpp"

#include <array>
#include <cassert>
#include <vector>

#include "backgammon_features.hpp"

namespace tablas::backgammon {
namespace {

constexpr unsigned COUNTS = CHECKERS + 1;  // 0 to 15 checkers at a place

/// The chances of the logits, with nothing for what a race rules out.
Chances judged(const float* logits, const Board& board) {
    Chances found = chances_from(logits, possible_by_checkers_off(board));
    const Possible known = possible(board);
    if (!known.win_gammon) found.win_gammon = 0;
    if (!known.win_backgammon) found.win_backgammon = 0;
    if (!known.lose_gammon) found.lose_gammon = 0;
    if (!known.lose_backgammon) found.lose_backgammon = 0;
    return found;
}

/// Row (side * PLACES + place) * COUNTS + count.
std::vector<std::vector<Term>> rows() {
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

}  // namespace

const char* Net::fault(std::span<const LayerWeights> layers) {
    return layers_fault(layers, INPUTS);
}

Net::Net(std::span<const LayerWeights> layers)
    : first_(layers.front(), rows()), rest_(layers.subspan(1)) {
    assert(fault(layers) == nullptr);
}

void Net::first_layer(const Board& board, Line* out, Path path) const {
    std::array<const Line*, 2 * CHECKERS> found;
    std::size_t number = 0;
    for (unsigned side = 0; side < 2; ++side) {
        const Checkers& checkers = side == 0 ? board.own : board.opp;
        for (unsigned place = 0; place < PLACES; ++place) {
            const unsigned count = checkers.at(place);
            if (count == 0) continue;
            found[number++] = first_.row((side * PLACES + place) * COUNTS + count);
        }
    }
    first_.sum({found.data(), number}, out, path);
}

void Net::evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace& space,
                   Path path) const {
    const auto begin = [&](const Board& board, Line* first) { first_layer(board, first, path); };
    judge_boards(boards, out, first_.lines(), begin, rest_, judged, space, path);
}

std::size_t Net::best(std::span<const Board> plays, std::span<Chances> chances, Workspace& space,
                      Path path) const {
    evaluate(plays, chances, space, path);
    return worst_of(chances.first(plays.size()));
}

}  // namespace tablas::backgammon
