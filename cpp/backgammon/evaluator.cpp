#include "backgammon/evaluator.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "backgammon/race_net.hpp"

namespace tablas::backgammon {
namespace {

/// The rows of one side's checkers.
struct SideRows {
    std::array<std::uint16_t, CHECKERS> rows;
    std::size_t count = 0;

    SideRows(const Checkers& checkers, unsigned side) {
        add(checkers.low, side * PLACES);
        add(checkers.high, side * PLACES + 16);
    }
    std::span<const std::uint16_t> all() const { return {rows.data(), count}; }

  private:
    void add(std::uint64_t places, unsigned first) {
        std::uint64_t any = places | places >> 2;
        any = (any | any >> 1) & 0x1111111111111111;
        for (; any != 0; any &= any - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(any));
            const unsigned checkers_there = static_cast<unsigned>(places >> bit) & 15u;
            rows[count++] = static_cast<std::uint16_t>((first + bit / 4) * 16 + checkers_there);
        }
    }
};

/// Boards that one net judges together, and where their chances belong.
struct Gathered {
    std::array<Board, ROWS_TOGETHER> boards;
    std::array<Chances, ROWS_TOGETHER> judged;
    std::array<std::size_t, ROWS_TOGETHER> index;
    std::size_t count = 0;

    std::span<const Board> all() const { return {boards.data(), count}; }
    void add(const Board& board, std::size_t place) {
        boards[count] = board;
        index[count++] = place;
    }
};

}  // namespace

void Evaluator::evaluate(std::span<const Board> boards, std::span<Chances> out,
                         Workspace& space) const {
    if (bearoff_ == nullptr) return net_->evaluate(boards, out, space, path_);
    const bool races = bearoff_->race() != nullptr;
    Gathered unknown, racing;
    for (std::size_t i = 0; i < boards.size();) {
        unknown.count = racing.count = 0;
        for (; i < boards.size() && unknown.count + racing.count < ROWS_TOGETHER; ++i) {
            if (const auto known = bearoff_->chances(boards[i])) {
                out[i] = *known;
            } else {
                (races && RaceNet::reaches(boards[i]) ? racing : unknown).add(boards[i], i);
            }
        }
        if (racing.count > 0) judge_races(*bearoff_, racing.all(), racing.judged, space, path_);
        for (std::size_t k = 0; k < racing.count; ++k) {
            const Chances& chances = racing.judged[k];
            if (chances.win_gammon + chances.lose_gammon < RaceNet::MOST_GAMMONS) {
                out[racing.index[k]] = chances;
            } else {
                unknown.add(racing.boards[k], racing.index[k]);
            }
        }
        net_->evaluate(unknown.all(), unknown.judged, space, path_);
        for (std::size_t k = 0; k < unknown.count; ++k) out[unknown.index[k]] = unknown.judged[k];
    }
}

std::optional<double> Evaluator::exact_worth(const Board& board, const CubeTerms& terms, Cube cube,
                                             bool now) const {
    if (bearoff_ == nullptr || terms.match()) return std::nullopt;
    const auto known = bearoff_->exact(board);
    if (!known) return std::nullopt;
    const float held = cube.owner == Owner::Centred ? known->centred
                       : cube.owner == Owner::Own   ? known->own
                                                    : known->opponent;
    if (!now || cube.owner == Owner::Opponent) return cube.value * held;
    return cube.value * std::max(held, std::min(1.0f, 2 * known->opponent));
}

void Evaluator::guess(std::span<const Board> boards, std::span<float> out, Workspace&) const {
    assert(guesses());
    GuessNet::Sums own;
    const Checkers* before = nullptr;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const Board& board = boards[i];
        if (const int points = outcome(board); points != 0) {
            out[i] = static_cast<float>(points);
            continue;
        }
        if (bearoff_ != nullptr) {
            if (const auto known = bearoff_->chances(board)) {
                out[i] = known->equity();
                continue;
            }
        }
        if (before == nullptr || !(*before == board.own)) {
            guess_->add(guess_->bias(), SideRows(board.own, 0).all(), own, path_);
        }
        before = &board.own;
        out[i] = guess_->equity(own, SideRows(board.opp, 1).all(), path_);
    }
}

}  // namespace tablas::backgammon
