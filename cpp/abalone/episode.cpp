#include "abalone/episode.hpp"

namespace tablas::abalone {
namespace {

/// Whoever is to move has won `points`, as the rules count them; 0 is a draw.
void finish(Episode& state, int points, End how) {
    state.phase = Phase::Over;
    state.end = how;
    state.points = static_cast<std::int16_t>(state.mover == 0 ? points : -points);
    state.legal = {};
}

/// 1 if the player to move has ejected more, -1 if less.
int by_ejections(const Board& board) {
    return (board.opp_lost() > board.own_lost()) - (board.opp_lost() < board.own_lost());
}

/// How often the position has occurred with this side to move: every second one had it.
std::uint8_t occurrences(const Episode& state) {
    unsigned times = 0;
    for (int at = state.since; at >= 0; at -= 2) {
        times += state.seen[static_cast<std::size_t>(at)] == state.seen[state.since];
    }
    return static_cast<std::uint8_t>(times);
}

void allow_moves(Episode& state) {
    std::array<Move, MAX_SUCCESSORS> all;
    const std::size_t count = moves(state.board, all);
    state.legal = {};
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned action = action_of(all[i]);
        state.legal[action / 64] |= std::uint64_t{1} << action % 64;
    }
}

/// Ends the game if the position or a limit does, in the order of tablas.play.endings.
void settle(Episode& state) {
    const EpisodeOptions& options = state.options;
    const Board& board = state.board;
    const unsigned most = std::max(board.own_lost(), board.opp_lost());
    if (const int points = outcome(board); points != 0) {
        finish(state, points, End::PlayedOut);
    } else if (most >= options.target) {
        finish(state, by_ejections(board), End::PlayedOut);
    } else if (options.repetition != 0 && state.times >= 3) {
        finish(state, 0, End::Repetition);
    } else if (state.since >= options.quiet) {
        finish(state, options.quiet_decides != 0 ? by_ejections(board) : 0, End::NoProgress);
    } else if (options.plies != 0 && state.turns >= options.plies) {
        finish(state, by_ejections(board), End::PlyLimit);
    } else if (options.max_turns != 0 && state.turns >= options.max_turns) {
        finish(state, 0, End::Stopped);
    } else {
        allow_moves(state);
    }
}

}  // namespace

void Environment::reset(State& state) {
    place(state, start());
}

void Environment::place(State& state, const Board& board) {
    const EpisodeOptions options = state.options;
    state = {};
    state.options = options;
    state.board = board;
    state.phase = Phase::Move;
    state.mover = 1;
    state.seen[0] = hash(board);
    state.times = 1;
    settle(state);
}

bool Environment::act(State& state, unsigned action, float& reward) {
    std::array<Move, MAX_SUCCESSORS> all;
    const std::size_t count = moves(state.board, all);
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(count);
    const auto move =
        std::find_if(all.begin(), last, [&](Move one) { return action_of(one) == action; });
    if (move == last) return false;
    const unsigned actor = state.mover;
    state.board = apply(state.board, *move);
    state.mover = static_cast<std::uint8_t>(1 - state.mover);
    ++state.turns;
    if (move->ejects()) {
        state.since = 0;
        state.seen = {};
    } else {
        if (state.since >= LONGEST_QUIET) return false;
        ++state.since;
    }
    state.seen[state.since] = hash(state.board);
    state.times = occurrences(state);
    settle(state);
    if (state.is_over()) reward += static_cast<float>(actor == 0 ? state.points : -state.points);
    return true;
}

void Environment::forfeit(State& state, float& reward) {
    finish(state, -1, End::Forfeited);
    reward -= 1;
}

void Environment::planes(const State& state, unsigned me, std::int8_t* out) {
    std::memset(out, 0, PLANES * COLUMNS);
    const bool turned = me != state.mover;
    const Cells own = turned ? state.board.opp_marbles() : state.board.own_marbles();
    const Cells opp = turned ? state.board.own_marbles() : state.board.opp_marbles();
    for (int row = 0; row <= 8; ++row) {
        for (int number = 1; number <= 9; ++number) {
            if (!on_board(row, number)) continue;
            const Cells cell = bit(cell_at(row, number));
            const auto at =
                static_cast<std::size_t>(row) * SIDE + static_cast<std::size_t>(number) - 1;
            out[at] = (own & cell) != 0;
            out[COLUMNS + at] = (opp & cell) != 0;
        }
    }
    std::int8_t* const beside = out + 2 * COLUMNS;
    const unsigned mine = turned ? state.board.opp_lost() : state.board.own_lost();
    const unsigned theirs = turned ? state.board.own_lost() : state.board.opp_lost();
    beside[0] = static_cast<std::int8_t>(mine);
    beside[1] = static_cast<std::int8_t>(theirs);
    beside[2] = static_cast<std::int8_t>(std::min(127, state.options.quiet - state.since));
    beside[3] = static_cast<std::int8_t>(state.times);
    beside[4] = state.actor() == me;
}

}  // namespace tablas::abalone
