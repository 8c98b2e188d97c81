#include "backgammon/race_net.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "backgammon/cube.hpp"
#include "backgammon/features.hpp"

namespace tablas::backgammon {
namespace {

constexpr unsigned HEIGHTS = CHECKERS + 1;

/// Row place * HEIGHTS + count: what the net sees of a place with so many checkers.
std::vector<std::vector<Term>> race_rows() {
    std::vector<std::vector<Term>> rows;
    for (std::uint32_t place = 0; place <= RaceNet::FARTHEST; ++place) {
        const auto first = static_cast<std::uint32_t>(place * RaceNet::UNITS);
        for (unsigned count = 0; count < HEIGHTS; ++count) {
            std::vector<Term> terms;
            for (std::uint32_t least = 1; least <= 3 && least <= count; ++least) {
                terms.push_back({first + least - 1, 1.0f});
            }
            if (count > 3) terms.push_back({first + 3, static_cast<float>(count - 3) / 3});
            rows.push_back(std::move(terms));
        }
    }
    return rows;
}

/// Whether a side has nothing beyond FARTHEST, and no more pips to go than the net has seen.
bool is_near(const Checkers& side) {
    constexpr std::uint64_t BEYOND = ~std::uint64_t{0} << 4 * (RaceNet::FARTHEST + 1 - 16);
    return (side.high & BEYOND) == 0 && pips(side) <= RaceNet::MOST_PIPS;
}

/// The bell of chances that the net describes by its middle, width, skew and ends, and corrects for
/// the first numbers of rolls; `pips` put the middle where the net begins from.
/// src/tablas/training/backgammon/race.py says the same.
void bell(const float* shape, float pips, RollChances& out) {
    constexpr float PIPS_A_ROLL = 8.17f, BEFORE = 0.6f, SPREAD = 0.28f;
    const float middle = pips / PIPS_A_ROLL + BEFORE + shape[0];
    const float size = std::sqrt(SPREAD * std::max(middle, 0.3f) + 0.05f) * std::exp(shape[1]);
    const float skew = std::tanh(shape[2]) / 6, heavy = std::tanh(shape[3]) / 24;
    RollChances logits;
    for (std::size_t n = 1; n < MOST_ROLLS; ++n) {
        const float far = (static_cast<float>(n) - middle) / size;
        const float bent = 4 * std::tanh(far / 4), square = bent * bent;
        logits[n] = -far * far / 2 + (skew * bent + heavy * square) * square;
        if (n <= RaceNet::FREE) logits[n] += shape[3 + n];
    }
    const float most = *std::max_element(logits.begin() + 1, logits.end());
    float sum = 0;
    out[0] = 0;  // nobody is home without a roll
    for (std::size_t n = 1; n < MOST_ROLLS; ++n) sum += out[n] = std::exp(logits[n] - most);
    for (float& share : out) share /= sum;
}

/// Pips to the home board.
int pips_outside(const Checkers& side) {
    int sum = 0;
    for (unsigned place = HOME + 1; place <= RaceNet::FARTHEST; ++place) {
        sum += static_cast<int>((place - HOME) * side.at(place));
    }
    return sum;
}

}  // namespace

const char* RaceNet::fault(std::span<const LayerWeights> layers) {
    if (const char* reason = layers_fault(layers, INPUTS, OUTPUTS)) return reason;
    if (layers[0].outputs != layers[1].inputs) return "a race net has no products";
    return nullptr;
}

RaceNet::RaceNet(std::span<const LayerWeights> layers)
    : first_(layers[0], layers[1].inputs, race_rows()), rest_(layers.subspan(1)) {
    assert(fault(layers) == nullptr);
}

bool RaceNet::reaches(const Board& board) {
    return is_near(board.own) && is_near(board.opp) && is_race(board) && outcome(board) == 0;
}

void RaceNet::rolls(std::span<const Checkers> sides, std::span<SideRolls> out, Workspace& space,
                    Path path) const {
    assert(out.size() >= sides.size());
    const std::size_t lines = first_.lines();
    for (std::size_t done = 0; done < sides.size(); done += ROWS_TOGETHER) {
        const std::size_t count = std::min(ROWS_TOGETHER, sides.size() - done);
        std::array<std::array<std::uint16_t, FARTHEST + 1>, ROWS_TOGETHER> rows;
        std::array<RowSet, ROWS_TOGETHER> seen;
        for (std::size_t i = 0; i < count; ++i) {
            const Checkers& side = sides[done + i];
            std::size_t places = 0;
            for (unsigned place = 0; place <= FARTHEST; ++place) {
                const unsigned there = side.at(place);
                if (there == 0) continue;
                rows[i][places++] = static_cast<std::uint16_t>(place * HEIGHTS + there);
            }
            seen[i] = {rows[i].data(), places};
        }
        Line* const hidden = space.room(2, lines * ROWS_TOGETHER);
        first_.sum({seen.data(), count}, hidden, path);
        const Line* const logits = rest_.run(hidden, lines, count, space, path);
        for (std::size_t i = 0; i < count; ++i) {
            const Checkers& side = sides[done + i];
            const float* const shapes = logits[i * rest_.lines()].values.data();
            bell(shapes, static_cast<float>(pips(side)), out[done + i].all);
            if (side.at(OFF) != 0) continue;  // the gammon is saved, and nobody asks
            bell(shapes + SHAPE + FREE, static_cast<float>(pips_outside(side)),
                 out[done + i].first);
        }
    }
}

void judge_races(const Bearoff& tables, std::span<const Board> boards, std::span<Chances> out,
                 Workspace& space, Path path) {
    assert(boards.size() <= ROWS_TOGETHER && tables.race() != nullptr);
    constexpr std::size_t NONE = ~std::size_t{0};
    std::array<Checkers, 2 * ROWS_TOGETHER> outside;
    std::array<SideRolls, 2 * ROWS_TOGETHER> rolls;
    std::array<std::array<std::size_t, 2>, ROWS_TOGETHER> row;
    std::size_t count = 0, last_waiting = NONE;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const std::array<const Checkers*, 2> sides{&boards[i].own, &boards[i].opp};
        for (std::size_t side = 0; side < 2; ++side) {
            const Checkers& checkers = *sides[side];
            row[i][side] = NONE;
            if (home_index(checkers)) continue;
            // Boards that lie together are mostly plays of one roll: one side stays as it is.
            if (side == 0 && last_waiting != NONE && outside[last_waiting] == checkers) {
                row[i][side] = last_waiting;
                continue;
            }
            if (side == 0) last_waiting = count;
            row[i][side] = count;
            outside[count++] = checkers;
        }
    }
    tables.race()->rolls({outside.data(), count}, rolls, space, path);
    const auto rolls_of = [&](const Checkers& checkers, std::size_t place) -> RollsOfSide {
        if (place == NONE) return tables.rolls(*home_index(checkers));
        return {&rolls[place].all, checkers.at(OFF) == 0 ? &rolls[place].first : nullptr};
    };
    for (std::size_t i = 0; i < boards.size(); ++i) {
        out[i] =
            race_chances(rolls_of(boards[i].own, row[i][0]), rolls_of(boards[i].opp, row[i][1]));
    }
}

}  // namespace tablas::backgammon
