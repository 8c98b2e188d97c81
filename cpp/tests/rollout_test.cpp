// Rollouts against exact bear-offs, and what they promise about dice, threads and stopping.
#include "dice/rollout.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backgammon/cube.hpp"
#include "dice/cube_search.hpp"
#include "tests/check.hpp"

namespace {

tablas::test::Tally tally;

using namespace tablas;
using backgammon::Board;

bool near(double a, double b, double within = 1e-5) {
    return std::abs(a - b) <= within;
}

/// An evaluator that knows games that are over, and asks its own opinion() of the others.
template <class Own>
struct Judge {
    using Board = backgammon::Board;
    static constexpr std::size_t MAX_SUCCESSORS = backgammon::MAX_SUCCESSORS;

    void evaluate(std::span<const Board> boards, std::span<Chances> out, Workspace&) const {
        for (std::size_t i = 0; i < boards.size(); ++i) {
            const int points = outcome(boards[i]);
            out[i] = points != 0 ? chances_of(points)
                                 : static_cast<const Own*>(this)->opinion(boards[i]);
        }
    }
};

/// Knows the end of a short bear-off: the chance to win of whoever rolls, by recursion.
class Exact : public Judge<Exact> {
  public:
    Chances opinion(const Board& board) const {
        return {static_cast<float>(win(board)), 0, 0, 0, 0};
    }
    double win(const Board& board) const {
        if (const int points = outcome(board); points != 0) return points > 0 ? 1 : 0;
        const std::uint64_t key = hash(board);
        if (const auto found = known_->find(key); found != known_->end()) return found->second;
        double sum = 0;
        std::vector<Board> plays(MAX_SUCCESSORS);
        for (const Dice dice : ROLLS) {
            const std::size_t made = successors(board, dice, plays);
            double best = 0;
            for (std::size_t i = 0; i < made; ++i) best = std::max(best, 1 - win(plays[i]));
            sum += best * dice.weight() / 36;
        }
        return known_->emplace(key, sum).first->second;
    }

  private:
    std::shared_ptr<std::unordered_map<std::uint64_t, double>> known_ =
        std::make_shared<std::unordered_map<std::uint64_t, double>>();
};

/// Believes something that is not true: the side with fewer pips wins more often, by far too much.
class Mistaken : public Judge<Mistaken> {
  public:
    Chances opinion(const Board& board) const {
        const int ahead = backgammon::pips(board.opp) - backgammon::pips(board.own);
        const auto win = static_cast<float>(std::clamp(0.3 + 0.1 * ahead, 0.0, 1.0));
        return {win, win / 4, 0, 0.1f, 0};
    }
};

/// Bear-offs: checkers on the points named, the others borne off.
Board bear_off(std::initializer_list<unsigned> own, std::initializer_list<unsigned> opp) {
    const auto side = [](auto points) {
        backgammon::Checkers checkers{15 - points.size(), 0};
        for (const unsigned point : points) checkers.low += std::uint64_t{1} << (4 * point);
        return checkers;
    };
    const Board board{side(own), side(opp)};
    CHECK(tally, backgammon::fault(board) == nullptr);
    return board;
}

template <class E>
std::vector<Trial> rolled(const E& evaluator, const std::vector<RolloutStart<Board>>& starts,
                          const RolloutSettings& settings, std::uint64_t count, int threads = 1) {
    Rollout<E> rollout(evaluator, starts, settings);
    std::vector<std::size_t> which(starts.size());
    for (std::size_t i = 0; i < which.size(); ++i) which[i] = i;
    std::vector<Trial> trials(count * starts.size());
    const std::atomic<bool> stop{false};
    CHECK(tally, rollout.run(0, count, which, threads, stop, trials));
    return trials;
}

void perfect_knowledge_leaves_no_luck() {
    const Exact exact;
    for (const Board& board : {bear_off({6, 5}, {4, 2}), bear_off({6, 6}, {1, 1}),
                               bear_off({3, 2}, {5, 1}), bear_off({1, 4}, {6, 6})}) {
        for (const int truncate : {0, 1, 3}) {
            RolloutSettings settings;
            settings.truncate = truncate;
            for (const Trial& trial : rolled(exact, {{board, {}}}, settings, 40)) {
                CHECK(tally, near(trial.numbers[0], exact.win(board)));
                CHECK(tally, near(trial.numbers[5], 2 * exact.win(board) - 1));
            }
        }
    }
}

void a_mistaken_evaluator_does_not_bend_the_mean() {
    // One checker each: there is nothing to choose, so that only the luck taken away could be
    // wrong.
    const Board board = bear_off({6}, {6});
    const double truth = Exact().win(board);
    for (const bool reduced : {true, false}) {
        RolloutSettings settings;
        settings.variance_reduction = reduced;
        const auto trials = rolled(Mistaken(), {{board, {}}}, settings, 36 * 36 * 4);
        double sum = 0, squares = 0;
        for (const Trial& trial : trials) {
            sum += trial.numbers[5];
            squares += trial.numbers[5] * trial.numbers[5];
        }
        const auto count = static_cast<double>(trials.size());
        const double mean = sum / count;
        const double error = std::sqrt((squares / count - mean * mean) / count);
        CHECK(tally, error < 0.02);
        CHECK(tally, std::abs(mean - (2 * truth - 1)) < 4 * error + 1e-4);
    }
}

void a_last_roll_with_the_cube_is_doubled() {
    // The roll decides: 23 of 36 bear both off. A last roll is doubled from 50 % on, as one ply
    // ahead sees whatever the efficiency of the cube.
    const Exact exact;
    const Board board = bear_off({5, 1}, {1});
    const double win = exact.win(board);
    CHECK(tally, near(win, 23.0 / 36));
    const Wants money{true, {}, {}};
    for (const Trial& trial : rolled(exact, {{board, money}}, {}, 40)) {
        CHECK(tally, near(trial.numbers[5], 2 * (2 * win - 1)));
    }
    const RolloutStart<Board> held{board, money, false};
    for (const Trial& trial : rolled(exact, {held}, {}, 40)) {
        CHECK(tally, near(trial.numbers[5], 2 * win - 1));
    }
    CubeSearch<Exact> search(exact, WIDEST, MARGIN);
    const auto found = search.decision(board, money, 1);
    CHECK(tally, near(found.worths.no_double, 2 * win - 1));
    CHECK(tally, near(found.worths.double_take, 2 * (2 * win - 1)));
    CHECK(tally, near(found.chances.win, win) && near(found.worths.double_drop, 1));
}

void every_cube_is_judged_in_one_walk_as_if_alone() {
    // What a double that is taken is worth is what the turned cube is worth on its own, though the
    // players would choose other plays there.
    const Mistaken mistaken;
    CubeSearch<Mistaken> search(mistaken, WIDEST, MARGIN);
    const CubeTerms money{};
    const CubeTerms match{3, 5, false, false, false, &backgammon::match_equity()};
    for (const Board& board :
         {bear_off({6, 5, 4}, {6, 5}), bear_off({6, 6, 3}, {5, 4, 1}), bear_off({2, 1}, {1})}) {
        for (const CubeTerms& terms : {money, match}) {
            for (const int plies : {0, 1, 2, 3}) {
                const Wants wants{true, terms, {}};
                const auto both = search.decision(board, wants, plies);
                const auto turned =
                    search.decision(board, with_cube(wants, wants.cube.turned()), plies);
                CHECK(tally, near(both.worths.double_take, turned.worths.no_double));
            }
        }
    }
}

void dropped_doubles_end_the_game() {
    const Exact exact;
    const Board board = bear_off({2, 1}, {6, 6});
    CHECK(tally, exact.win(board) > 0.9);
    for (const Trial& trial : rolled(exact, {{board, {true, {}, {}}}}, {}, 10)) {
        CHECK(tally, near(trial.numbers[5], 1));
    }
    const Wants owned{true, {}, {2, Owner::Opponent}};
    for (const Trial& trial : rolled(exact, {{board, owned}}, {}, 10)) {
        CHECK(tally, near(trial.numbers[5], 2 * (2 * exact.win(board) - 1), 0.01));
    }
}

void threads_and_order_change_nothing() {
    const Board board = bear_off({6, 5, 4, 3}, {6, 5, 4, 4});
    const std::vector<RolloutStart<Board>> starts{{board, {}}, {board, {true, {}, {}}}};
    const auto alone = rolled(Mistaken(), starts, {}, 72, 1);
    const auto together = rolled(Mistaken(), starts, {}, 72, 2);
    CHECK(tally, std::memcmp(alone.data(), together.data(), alone.size() * sizeof(Trial)) == 0);
    Rollout<Mistaken> rollout(Mistaken(), starts, {});
    const std::atomic<bool> stop{false};
    const std::size_t second[] = {1};
    std::vector<Trial> late(12);
    CHECK(tally, rollout.run(60, 72, second, 1, stop, late));
    for (std::size_t i = 0; i < late.size(); ++i) {
        CHECK(tally, late[i].numbers == alone[(60 + i) * 2 + 1].numbers);
    }
    RolloutSettings other;
    other.seed = 2;
    CHECK(tally, rolled(Mistaken(), starts, other, 72)[100].numbers != alone[100].numbers);
}

/// Whoever chooses the plays is asked in every turn, in the first ones once for each roll; and what
/// he chooses is played.
void a_chooser_makes_the_plays() {
    const Board board = bear_off({6, 5, 4, 3}, {6, 5, 4, 4});
    const std::vector<RolloutStart<Board>> starts{{board, {}}};
    const auto with = [&](bool worst, int threads, std::atomic<int>& asked) {
        const MakeChooser<Board> make = [&, worst](const std::atomic<bool>&) -> Chooser<Board> {
            return [&, worst](const Board& from, Dice dice, const Wants&) -> std::optional<Board> {
                ++asked;
                std::vector<Board> plays(Mistaken::MAX_SUCCESSORS);
                plays.resize(successors(from, dice, plays));
                std::vector<Chances> chances(plays.size());
                Workspace space;
                Mistaken().evaluate(plays, chances, space);
                const auto order = [](const Chances& one, const Chances& other) {
                    return one.equity() < other.equity();
                };
                const auto chosen = worst ? std::ranges::max_element(chances, order)
                                          : std::ranges::min_element(chances, order);
                return plays[static_cast<std::size_t>(chosen - chances.begin())];
            };
        };
        Rollout<Mistaken> rollout(Mistaken(), starts, {}, make);
        const std::atomic<bool> stop{false};
        const std::size_t first[] = {0};
        std::vector<Trial> trials(72);
        CHECK(tally, rollout.run(0, 72, first, threads, stop, trials));
        return trials;
    };
    std::atomic<int> asked{0}, together_asked{0}, worst_asked{0};
    const auto alone = with(false, 1, asked);
    const auto together = with(false, 2, together_asked);
    CHECK(tally, std::memcmp(alone.data(), together.data(), alone.size() * sizeof(Trial)) == 0);
    const auto usual = rolled(Mistaken(), starts, {}, 72);
    const auto worst = with(true, 1, worst_asked);
    int same = 0, worse = 0;
    for (std::size_t i = 0; i < usual.size(); ++i) {
        same += near(alone[i].numbers[5], usual[i].numbers[5], 1e-6);
        worse += near(worst[i].numbers[5], usual[i].numbers[5], 1e-6) ? 0 : 1;
    }
    CHECK_EQUAL(tally, same, 72);
    CHECK(tally, worse > 0);
    CHECK(tally, asked.load() > 21 && asked.load() < 72 * 8);
}

void a_stopped_rollout_says_so() {
    Rollout<Mistaken> rollout(Mistaken(), {{bear_off({6, 5}, {4, 2}), {}}}, {});
    const std::atomic<bool> stop{true};
    const std::size_t first[] = {0};
    std::vector<Trial> trials(5);
    CHECK(tally, !rollout.run(0, 5, first, 1, stop, trials));
}

void first_rolls_are_evenly_spread() {
    const RolloutDice dice(7);
    std::vector<int> pairs(21 * 21);
    for (std::uint64_t block = 0; block < 36; ++block) {
        std::vector<std::vector<int>> seen(3, std::vector<int>(21));
        for (std::uint64_t i = 36 * block; i < 36 * (block + 1); ++i) {
            RolloutDice::Trial trial(dice, i);
            const std::size_t first = trial.next(), second = trial.next(), third = trial.next();
            ++seen[0][first], ++seen[1][second], ++seen[2][third];
            ++pairs[first * 21 + second];
        }
        for (const auto& turn : seen) {
            for (std::size_t roll = 0; roll < 21; ++roll) {
                CHECK_EQUAL(tally, turn[roll], ROLLS[roll].weight());
            }
        }
    }
    for (std::size_t first = 0; first < 21; ++first) {
        for (std::size_t second = 0; second < 21; ++second) {
            CHECK_EQUAL(tally, pairs[first * 21 + second],
                        ROLLS[first].weight() * ROLLS[second].weight());
        }
    }
}

}  // namespace

int main() {
    perfect_knowledge_leaves_no_luck();
    a_mistaken_evaluator_does_not_bend_the_mean();
    a_last_roll_with_the_cube_is_doubled();
    every_cube_is_judged_in_one_walk_as_if_alone();
    dropped_doubles_end_the_game();
    threads_and_order_change_nothing();
    a_chooser_makes_the_plays();
    a_stopped_rollout_says_so();
    first_rolls_are_evenly_spread();
    return tally.report("rollout");
}
