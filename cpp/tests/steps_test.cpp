#include <memory>
#include <set>
#include <span>
#include <vector>

#include "abak/game.hpp"
#include "abalone/game.hpp"
#include "backgammon/game.hpp"
#include "tests/check.hpp"

// Turns checker by checker against whole turns, and random episodes of every game.
namespace tablas {
namespace {

test::Tally tally;

/// The hashes of the boards that all sequences of allowed steps reach, seen by the next player.
template <class Steps>
void walk(const HalfTurn<typename Steps::Board>& half, std::set<std::uint64_t>& ends) {
    const StepSet<Steps> steps = legal_steps<Steps>(half);
    if (steps.none()) ends.insert(hash(Steps::passed(half.board)));
    for (unsigned step = 0; step < steps.size(); ++step) {
        if (!steps[step]) continue;
        auto next = half;
        CHECK(tally, make_step<Steps>(next, step));
        walk<Steps>(next, ends);
    }
}

template <class Game>
void steps_reach_the_successors(int turns) {
    using Steps = typename Game::Environment::Steps;
    using Board = typename Game::Board;
    const auto room = std::make_unique<Board[]>(Game::WIDTH);
    Rng rng(11);
    Board board = Game::start();
    for (int turn = 0; turn < turns; ++turn) {
        const Dice dice = random_roll(rng);
        const std::size_t count = successors(board, dice, std::span(room.get(), Game::WIDTH));
        if (count == 0) {
            board = Game::start();
            continue;
        }
        std::set<std::uint64_t> whole, stepwise;
        for (std::size_t i = 0; i < count; ++i) whole.insert(hash(room[i]));
        HalfTurn<Board> half{board, {}, {}, {}};
        half.roll(dice);
        walk<Steps>(half, stepwise);
        CHECK(tally, whole == stepwise);
        board = room[rng.below(static_cast<std::uint32_t>(count))];
    }
}

/// Episodes at random, each looked at after every action.
template <class Game>
void episodes_stay_free_of_faults(const typename Game::Environment::Options& options, int actions) {
    using Env = typename Game::Environment;
    typename Env::State state;
    Env::seed(state, 5, options);
    Env::reset(state);
    Rng rng(12);
    std::vector<std::int8_t> planes(Env::PLANES * Env::COLUMNS);
    std::vector<float> features(Env::FEATURES);
    for (int i = 0; i < actions; ++i) {
        CHECK(tally, fault(state) == nullptr);
        Env::planes(state, 0, planes.data());
        Env::features(state, 1, features.data());
        if (state.is_over()) {
            Env::reset(state);
            continue;
        }
        unsigned action = rng.below(Env::ACTIONS);
        while (!state.allows(action)) action = (action + 1) % Env::ACTIONS;
        float reward = 0;
        CHECK(tally, Env::act(state, action, reward));
        CHECK(tally, state.is_over() || reward == 0);
    }
}

}  // namespace
}  // namespace tablas

int main() {
    using namespace tablas;
    steps_reach_the_successors<backgammon::Game>(1500);
    steps_reach_the_successors<abak::Game>(400);
    episodes_stay_free_of_faults<backgammon::Game>({1, 0, 5, 0, 0}, 20000);
    episodes_stay_free_of_faults<backgammon::Game>({0, 1, 0, 0, 300}, 20000);
    episodes_stay_free_of_faults<abak::Game>({1, 0, 0, 0, 500}, 20000);
    episodes_stay_free_of_faults<abalone::Game>({6, 1, 200, 0, 0, 0}, 20000);
    return tally.report("steps");
}
