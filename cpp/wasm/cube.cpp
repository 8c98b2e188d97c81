// The cube at any score, and rollouts.

#include "dice/cube.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "dice/cube_search.hpp"
#include "dice/rollout.hpp"
#include "wasm/asked_cube.hpp"
#include "wasm/nets.hpp"

namespace tablas::wasm {
/// The decision before a roll of somebody who sees the game `error` points too well, as weaker
/// players do: holding the cube by as much, having turned it by twice that. Twelve doubles: five
/// chances, the equities of no double, double and take, double and drop, whether to double, whether
/// it is too good to, the answer (0 take, 1 drop, 2 beaver), and whether the cube can be turned.
TABLAS_EXPORT(cube)
int cube(int number, const std::uint8_t* from, const AskedCube* asked, int plies, double error,
         double* out) {
    return dice_game(number, [&]<class Game> {
        using Board = typename Game::Board;
        using Evaluator = typename Game::Evaluator;
        const auto& held = judging<Game>();
        if (!held.net || !held.guess) return NO_NET;
        const auto board = board_at<Board>(from);
        if (!sound(board) || !sound_cube(*asked)) return BAD_BOARD;
        if (outcome(board) != 0) return OVER;
        const Wants wants = wants_of<Game>(*asked);
        const Evaluator evaluator = held.evaluator();
        CubeSearch<Evaluator> search(evaluator, WIDEST, MARGIN);
        const auto found = search.decision(board, wants, std::clamp(plies, 0, 2));
        const double wrong = wants.terms.match() ? error / 2 : error * wants.cube.value;
        CubeWorth seen = found.worths;
        seen.no_double += wrong;
        seen.double_take += 2 * wrong;
        seen.double_beaver += 4 * wrong;
        const CubeAction action = best_action(seen, wants.terms, wants.cube);
        const auto equity = [&](double worth) { return equity_of(worth, wants.terms, wants.cube); };
        const double told[12] = {found.chances.win,
                                 found.chances.win_gammon,
                                 found.chances.win_backgammon,
                                 found.chances.lose_gammon,
                                 found.chances.lose_backgammon,
                                 equity(found.worths.no_double),
                                 equity(found.worths.double_take),
                                 equity(found.worths.double_drop),
                                 action.doubles ? 1.0 : 0.0,
                                 action.too_good ? 1.0 : 0.0,
                                 static_cast<double>(action.answer),
                                 may_double(wants.terms, wants.cube) ? 1.0 : 0.0};
        std::copy_n(told, 12, out);
        return 0;
    });
}

/// What boards with these chances (five floats each) are worth with a cube to who is to move, in
/// units of the cube.
TABLAS_EXPORT(cube_equities)
int cube_equities(int number, const std::uint8_t* from, const Chances* chances, std::size_t count,
                  const AskedCube* asked, double* out) {
    return dice_game(number, [&]<class Game> {
        using Board = typename Game::Board;
        if (!sound_cube(*asked)) return BAD_BOARD;
        const Wants wants = wants_of<Game>(*asked);
        for (std::size_t i = 0; i < count; ++i) {
            const auto board = board_at<Board>(from + i * sizeof(Board));
            if (!sound(board)) return BAD_BOARD;
            out[i] = equity_of(wants.of(board, chances[i]), wants.terms, wants.cube);
        }
        return 0;
    });
}

/// Trials first .. last-1 from each of the boards, whose players are about to roll, without a cube;
/// `truncate` turns, then the net judges (0: to the end). For each trial and board six doubles, the
/// chances and the points.
TABLAS_EXPORT(roll_out)
int roll_out(int number, const std::uint8_t* from, std::size_t count, unsigned first, unsigned last,
             int truncate, unsigned seed, double* out) {
    return dice_game(number, [&]<class Game> {
        using Board = typename Game::Board;
        using Evaluator = typename Game::Evaluator;
        const auto& held = judging<Game>();
        if (!held.net || !held.guess) return NO_NET;
        std::vector<RolloutStart<Board>> starts;
        std::vector<std::size_t> which;
        for (std::size_t i = 0; i < count; ++i) {
            const auto board = board_at<Board>(from + i * sizeof(Board));
            if (!sound(board)) return BAD_BOARD;
            starts.push_back({board, {}, false});
            which.push_back(i);
        }
        RolloutSettings settings;
        settings.seed = seed;
        settings.truncate = truncate;
        const Evaluator evaluator = held.evaluator();
        Rollout<Evaluator> rollout(evaluator, std::move(starts), settings);
        rollout.run(first, last, which, 1, NEVER,
                    {reinterpret_cast<Trial*>(out), (last - first) * count});
        return 0;
    });
}

}  // namespace tablas::wasm
