#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/rng.hpp"
#include "dice/dice.hpp"
#include "dice/half_turn.hpp"

// A game or match as an environment plays it: one small action at a time, chance included.
namespace tablas {

/// What is asked next. Opening and Roll are chance's; the others a player's.
enum class Phase : std::uint8_t { Opening, Roll, Double, Answer, Move, Over };

/// How an episode ended.
enum class End : std::uint8_t { Open, PlayedOut, Dropped, Locked, Stopped, Forfeited };

/// What is settled before the first roll.
struct EpisodeOptions {
    std::uint8_t cube;             // whether players may double
    std::uint8_t explicit_chance;  // whether rolls come in as actions
    std::uint8_t match_length;     // points of a match; 0 is one game for money
    std::uint8_t unused;
    std::uint32_t max_turns;  // then the episode is stopped; 0 is no limit
};

inline constexpr std::uint8_t NOBODY = 2;         // owner of a cube in the middle
inline constexpr std::uint8_t LARGEST_CUBE = 10;  // as a power of two
inline constexpr unsigned THROWS = 36;            // the opening: White's die less one, times six,
                                                  // plus Black's less one

/// An episode in full, as bytes that a caller can copy and keep. White is player 0.
template <class Steps>
struct Episode {
    using Board = typename Steps::Board;

    /// Actions of a player: the steps with the larger die, with the smaller one, and these. Those
    /// of chance are numbers of throws (opening) or of ROLLS.
    static constexpr unsigned PASS = 2 * Steps::SOURCES;
    static constexpr unsigned NO_DOUBLE = PASS + 1;
    static constexpr unsigned DOUBLE = PASS + 2;
    static constexpr unsigned TAKE = PASS + 3;
    static constexpr unsigned DROP = PASS + 4;
    static constexpr unsigned ACTIONS = PASS + 5;
    static_assert(ACTIONS >= THROWS && ACTIONS <= 128);

    HalfTurn<Board> half;  // seen by the player whose turn it is
    Phase phase;
    End end;
    std::uint8_t mover;     // whose turn it is; while a double is answered, who offered it
    std::uint8_t cube;      // as a power of two
    std::uint8_t owner;     // of the cube
    std::uint8_t crawford;  // whether this is the game without doubles
    std::uint8_t crawford_played;
    std::uint8_t unused;
    std::array<std::uint8_t, 2> score;
    std::int16_t points;  // won by White in the game that ended last, or lost
    EpisodeOptions options;
    std::uint32_t turns;
    std::array<std::uint64_t, 2> legal;  // bits of the actions; kept with the state, so that asking
                                         // for a mask costs nothing
    Rng rng = Rng::empty();

    bool allows(unsigned action) const {
        return action < ACTIONS && (legal[action / 64] >> action % 64 & 1) != 0;
    }
    bool is_over() const { return phase == Phase::Over; }
    bool is_chance() const { return phase == Phase::Opening || phase == Phase::Roll; }
    /// Who acts: 0 or 1; 2 if it is chance, or nobody any more.
    std::uint8_t actor() const {
        if (is_chance() || is_over()) return NOBODY;
        return phase == Phase::Answer ? static_cast<std::uint8_t>(1 - mover) : mover;
    }
};

/// What is wrong with an episode that comes from outside, or nullptr. The actions that it allows
/// are not worked out again: whoever forges them breaks the rules of the game and nothing else.
template <class Steps>
const char* fault(const Episode<Steps>& state) {
    const auto& half = state.half;
    if (const char* reason = fault(half.board)) return reason;
    if (state.phase > Phase::Over || state.end > End::Forfeited) return "no such phase or end";
    if (state.mover > 1 || state.owner > NOBODY) return "no such player";
    if (state.cube > LARGEST_CUBE) return "the cube is too large";
    const unsigned length = state.options.match_length;
    if (state.score[0] > length || state.score[1] > length) return "the score is beyond the match";
    if (state.rng == Rng::empty()) return "the generator was never seeded";
    if (state.phase != Phase::Move) {
        return half.dice == TwoCounts{} ? nullptr : "there are dice, but nobody has to play them";
    }
    const unsigned high = half.dice[0], low = half.dice[1];
    if (high > 6 || low < 1 || high < low) return "the dice are no roll";
    const bool fits = high == low ? half.left[0] <= 4 && half.left[1] == 0
                                  : half.left[0] <= 1 && half.left[1] <= 1;
    if (!fits || half.left[0] + half.left[1] == 0) return "the dice left are not of this roll";
    return Steps::fault_within(half);
}

/// One episode, moved on in place.
template <class Steps, class Start>
class EpisodeRunner {
  public:
    using State = Episode<Steps>;

    EpisodeRunner(State& state, Start start) : at_(state), start_(start) {}

    /// Begins anew with the options that stand in the state; the generator goes on.
    void reset() {
        at_.score = {0, 0};
        at_.crawford = at_.crawford_played = 0;
        at_.end = End::Open;
        at_.points = 0;
        at_.turns = 0;
        new_game();
        settle();
    }

    /// Begins a turn with dice that have been rolled.
    void begin_turn(const typename Steps::Board& board, Dice dice) {
        reset();
        at_.mover = 0;
        at_.half.board = board;
        at_.phase = Phase::Move;
        at_.half.roll(dice);
        if (outcome(board) != 0) finish_game(outcome(board), End::PlayedOut);
        settle();
    }

    /// Makes an action that the state allows; false if the state was not what it said it was.
    /// What the actor has won by it is added to `reward`.
    bool act(unsigned action, float& reward) {
        const std::uint8_t actor = at_.actor();
        scored_ = 0;
        if (!made(action)) return false;
        settle();
        if (actor != NOBODY) reward += static_cast<float>(actor == 0 ? scored_ : -scored_);
        return true;
    }

    /// Whoever is to act loses a single game at the present cube, and a match with it.
    void forfeit(float& reward) {
        const std::uint8_t actor = at_.actor();
        if (actor == NOBODY) return;
        const int lost = at_.options.match_length != 0 ? 1 : 1 << at_.cube;
        at_.points = static_cast<std::int16_t>(actor == 0 ? -lost : lost);
        stop(End::Forfeited);
        settle();
        reward -= static_cast<float>(lost);
    }

  private:
    bool made(unsigned action) {
        switch (at_.phase) {
            case Phase::Opening:
                if (action >= THROWS || action / 6 == action % 6) return false;
                open_with(action / 6 + 1, action % 6 + 1);
                return true;
            case Phase::Roll:
                if (action >= ROLLS.size()) return false;
                start_turn(ROLLS[action]);
                return true;
            case Phase::Double:
                at_.phase = action == State::DOUBLE ? Phase::Answer : Phase::Roll;
                return true;
            case Phase::Answer:
                answer(action == State::TAKE);
                return true;
            case Phase::Move:
                if (action == State::PASS) {
                    pass();
                    return true;
                }
                return make_step<Steps>(at_.half, action);
            default:
                return false;
        }
    }

    void new_game() {
        at_.half.board = start_();
        at_.half.clear();
        at_.phase = Phase::Opening;
        at_.mover = 0;
        at_.cube = 0;
        at_.owner = NOBODY;
    }

    void open_with(unsigned white, unsigned black) {
        at_.mover = white > black ? 0 : 1;
        start_turn(roll_of(white, black));
    }

    void start_turn(Dice dice) {
        at_.half.roll(dice);
        at_.phase = Phase::Move;
    }

    void answer(bool takes) {
        if (takes) {
            ++at_.cube;
            at_.owner = static_cast<std::uint8_t>(1 - at_.mover);
            at_.phase = Phase::Roll;
        } else {
            finish_game(1, End::Dropped);
        }
    }

    bool may_double() const {
        return at_.options.cube != 0 && at_.crawford == 0 && at_.cube < LARGEST_CUBE &&
               (at_.owner == NOBODY || at_.owner == at_.mover);
    }

    /// Hands the turn over, or ends the game that it decided.
    void end_turn() {
        at_.half.board = Steps::passed(at_.half.board);
        at_.half.clear();
        at_.mover = static_cast<std::uint8_t>(1 - at_.mover);
        ++at_.turns;
        if (const int points = outcome(at_.half.board); points != 0) {
            finish_game(points, End::PlayedOut);
            return;
        }
        at_.phase = may_double() ? Phase::Double : Phase::Roll;
        if (at_.options.max_turns != 0 && at_.turns >= at_.options.max_turns) stop(End::Stopped);
    }

    /// A turn in which nothing moved; it alone can show that nothing ever will.
    void pass() {
        end_turn();
        if (at_.is_over()) return;
        const auto& board = at_.half.board;
        if (is_stuck(board) && is_stuck(Steps::passed(board))) finish_game(0, End::Locked);
    }

    static bool is_stuck(const typename Steps::Board& board) {
        return std::none_of(ROLLS.begin(), ROLLS.end(),
                            [&](Dice dice) { return moves_anything<Steps>(board, dice); });
    }

    void stop(End how) {
        at_.phase = Phase::Over;
        at_.end = how;
        at_.half.clear();
    }

    /// Counts a game that ended, `points` seen by whose turn it is; a match goes on.
    void finish_game(int points, End how) {
        const int won = (at_.mover == 0 ? points : -points) << at_.cube;
        at_.points = static_cast<std::int16_t>(won);
        const unsigned length = at_.options.match_length;
        if (length == 0) {
            scored_ = won;
            stop(how);
            return;
        }
        if (won != 0) {
            std::uint8_t& score = at_.score[won > 0 ? 0 : 1];
            score = static_cast<std::uint8_t>(
                std::min<unsigned>(length, score + static_cast<unsigned>(won > 0 ? won : -won)));
            if (score == length) {
                scored_ = won > 0 ? 1 : -1;
                stop(how);
                return;
            }
            at_.crawford_played |= at_.crawford;
            at_.crawford = at_.crawford_played == 0 && score + 1u == length;
        }
        new_game();
        at_.end = End::Open;
    }

    /// Goes on until somebody has something to decide, and writes down what is allowed.
    void settle() {
        for (;;) {
            at_.legal = {0, 0};
            if (at_.is_over()) return;
            if (at_.is_chance()) {
                if (at_.options.explicit_chance != 0) return allow_chance();
                at_.phase == Phase::Opening ? open_at_random() : start_turn(random_roll(at_.rng));
                continue;
            }
            if (at_.phase != Phase::Move) return allow_cube();
            if (allow_steps()) return;
            end_turn();
        }
    }

    void open_at_random() {
        const Dice dice = opening_roll(at_.rng);
        const bool white = at_.rng.below(2) == 0;
        open_with(white ? dice.high : dice.low, white ? dice.low : dice.high);
    }

    void allow(unsigned action) { at_.legal[action / 64] |= std::uint64_t{1} << action % 64; }

    void allow_chance() {
        if (at_.phase == Phase::Roll) {
            for (unsigned roll = 0; roll < ROLLS.size(); ++roll) allow(roll);
            return;
        }
        for (unsigned throw_ = 0; throw_ < THROWS; ++throw_) {
            if (throw_ / 6 != throw_ % 6) allow(throw_);
        }
    }

    void allow_cube() {
        const bool answers = at_.phase == Phase::Answer;
        allow(answers ? State::TAKE : State::NO_DOUBLE);
        allow(answers ? State::DROP : State::DOUBLE);
    }

    /// False if the turn is at its end; before the first step passing is an action of its own.
    bool allow_steps() {
        const StepSet<Steps> steps = legal_steps<Steps>(at_.half);
        static_assert(State::PASS <= 64);
        at_.legal[0] = steps.to_ullong();
        if (steps.any()) return true;
        const int all = at_.half.dice[0] == at_.half.dice[1] ? 4 : 2;
        if (at_.half.left[0] + at_.half.left[1] < all) return false;
        allow(State::PASS);
        return true;
    }

    State& at_;
    Start start_;
    int scored_ = 0;
};

}  // namespace tablas
