#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dice/episode.hpp"

namespace tablas {

/// A dice game for whoever learns it by playing: what the border to Python needs of it.
template <class Steps_, auto START>
struct DiceEnvironment {
    using Steps = Steps_;
    using Board = typename Steps::Board;
    using State = Episode<Steps>;
    using Options = EpisodeOptions;
    using Runner = EpisodeRunner<Steps, decltype(START)>;

    static constexpr unsigned ACTIONS = State::ACTIONS;
    static constexpr unsigned PASS = State::PASS;
    static constexpr std::size_t COLUMNS = 26;
    /// Those of the board, and one of what stands beside it.
    static constexpr std::size_t PLANES = Steps::PLANES + 1;
    static constexpr std::size_t FEATURES = Steps::FEATURES;
    static_assert(std::has_unique_object_representations_v<State>);

    static void seed(State& state, std::uint64_t seed, const Options& options) {
        std::memset(static_cast<void*>(&state), 0, sizeof state);
        state.options = options;
        state.rng = Rng(seed);
    }
    static void reset(State& state) { Runner(state, START).reset(); }
    static void begin_turn(State& state, const Board& board, Dice dice) {
        Runner(state, START).begin_turn(board, dice);
    }
    static bool act(State& state, unsigned action, float& reward) {
        return Runner(state, START).act(action, reward);
    }

    static void forfeit(State& state, float& reward) { Runner(state, START).forfeit(reward); }

    /// Whose view an observation takes if nobody is named: that of whoever acts, or moves next.
    static unsigned viewer(const State& state) {
        return state.phase == Phase::Answer ? 1u - state.mover : state.mover;
    }

    /// Planes of COLUMNS columns as `Steps` has them, seen by the player `me`; in the last one: the
    /// dice left to play, by number (columns 0 to 5), what binds the next movement (6, 7), the
    /// cube as a power of two (8), whether it is the viewer's (9) or the other's (10), whether to
    /// double (11) or to answer (12) is asked, the checkers off (13, 14), the points that the
    /// viewer (15) and the other (16) still need in a match, whether it is the Crawford game (17),
    /// whether the viewer acts (18).
    static void planes(const State& state, unsigned me, std::int8_t* out) {
        std::memset(out, 0, PLANES * COLUMNS);
        const Board board = seen(state, me);
        Steps::planes(board, out);
        std::int8_t* const beside = out + Steps::PLANES * COLUMNS;
        const auto put = [&](std::size_t column, int value) {
            beside[column] = static_cast<std::int8_t>(value);
        };
        const auto& half = state.half;
        for (std::size_t which = 0; which < 2; ++which) {
            if (half.left[which] != 0) put(half.dice[which] - 1u, half.left[which]);
        }
        put(6, half.bound[0]);
        put(7, half.bound[1]);
        put(8, state.cube);
        put(9, state.owner == me);
        put(10, state.owner == 1 - me);
        put(11, state.phase == Phase::Double);
        put(12, state.phase == Phase::Answer);
        put(13, Steps::own_off(board));
        put(14, Steps::opp_off(board));
        put(15, std::min(127, state.options.match_length - state.score[me]));
        put(16, std::min(127, state.options.match_length - state.score[1 - me]));
        put(17, state.crawford);
        put(18, state.actor() == me);
    }

    static void features(const State& state, unsigned me, float* out) {
        Steps::features(seen(state, me), out);
    }

  private:
    static Board seen(const State& state, unsigned me) {
        const Board& board = state.half.board;
        return state.mover == me ? board : Steps::passed(board);
    }
};

}  // namespace tablas
