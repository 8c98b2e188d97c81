#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "abalone/actions.hpp"
#include "abalone/rules.hpp"

// A game as an environment plays it, with everything that can end it.
namespace tablas::abalone {

enum class Phase : std::uint8_t { Move = 4, Over = 5 };  // numbered as in the dice games
enum class End : std::uint8_t {
    Open,
    PlayedOut,
    Repetition,
    NoProgress,
    Stopped,
    Forfeited,
    PlyLimit
};

/// What keeps a game from going on for ever; the rules page calls these its options.
struct EpisodeOptions {
    std::uint8_t target;         // ejections that win
    std::uint8_t repetition;     // whether the third occurrence of a position is a draw
    std::uint8_t quiet;          // plies without an ejection that end the game
    std::uint8_t quiet_decides;  // whether more ejections win then; else it is a draw
    std::uint32_t plies;         // then ejections decide; 0 is no limit
    std::uint32_t max_turns;     // then the episode is stopped without a result; 0 is no limit
};

inline constexpr std::size_t LONGEST_QUIET = 200;
inline constexpr std::uint8_t NOBODY = 2;

/// An episode in full, as bytes that a caller can copy and keep. White is player 0; Black begins.
struct Episode {
    Board board;  // seen by the player to move
    EpisodeOptions options;
    std::uint32_t turns;
    Phase phase;
    End end;
    std::uint8_t mover;
    std::uint8_t times;                                 // how often the position has occurred
    std::int16_t points;                                // won by White
    std::uint16_t since;                                // plies without an ejection
    std::array<std::uint64_t, ACTION_WORDS> legal;      // bits of the actions
    std::array<std::uint64_t, LONGEST_QUIET + 1> seen;  // hashes since the last ejection

    bool allows(unsigned action) const {
        return action < ACTIONS && (legal[action / 64] >> action % 64 & 1) != 0;
    }
    bool is_over() const { return phase == Phase::Over; }
    std::uint8_t actor() const { return is_over() ? NOBODY : mover; }
};

/// What is wrong with an episode that comes from outside, or nullptr; see dice/episode.hpp.
inline const char* fault(const Episode& state) {
    if (const char* reason = fault(state.board)) return reason;
    if (state.phase != Phase::Move && state.phase != Phase::Over) return "no such phase";
    if (state.end > End::PlyLimit || state.mover > 1) return "no such end or player";
    const EpisodeOptions& options = state.options;
    if (options.target < 1 || options.target > LOST_TO_LOSE) return "the target is not 1 to 6";
    if (options.quiet < 1 || options.quiet > LONGEST_QUIET) return "the limit is not 1 to 200";
    if (state.since > options.quiet) return "the count of plies is beyond its limit";
    return nullptr;
}

/// Abalone for whoever learns it by playing: what the border to Python needs of it.
struct Environment {
    using State = Episode;
    using Options = EpisodeOptions;

    static constexpr unsigned ACTIONS = abalone::ACTIONS;
    static constexpr std::size_t SIDE = 9;  // rows a to i, numbers 1 to 9
    static constexpr std::size_t COLUMNS = SIDE * SIDE;
    static constexpr std::size_t PLANES = 3;
    static constexpr std::size_t FEATURES = 0;
    static_assert(std::has_unique_object_representations_v<State>);

    static void seed(State& state, std::uint64_t, const Options& options) {
        state = {};
        state.options = options;
    }
    static void reset(State& state);
    /// Puts a board to move into an episode that has been begun.
    static void place(State& state, const Board& board);
    static bool act(State& state, unsigned action, float& reward);
    static void forfeit(State& state, float& reward);
    static unsigned viewer(const State& state) { return state.mover; }

    /// Own marbles, the opponent's, and what stands beside the board: own marbles lost (0), the
    /// opponent's (1), plies left without an ejection, 127 at most (2), how often the position has
    /// occurred (3), whether the viewer acts (4).
    static void planes(const State& state, unsigned me, std::int8_t* out);
    static void features(const State&, unsigned, float*) {}
};

}  // namespace tablas::abalone
