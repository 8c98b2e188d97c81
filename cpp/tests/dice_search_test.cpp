// The search of the dice games against a plain expectimax, and what its answers must not depend on.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <vector>

#include "backgammon/cube.hpp"
#include "backgammon/evaluator.hpp"
#include "backgammon/features.hpp"
#include "base/rng.hpp"
#include "dice/cubeful.hpp"
#include "dice/search.hpp"
#include "tests/check.hpp"
#include "tests/random_nets.hpp"

namespace {

tablas::test::Tally tally;

using namespace tablas;
using backgammon::Board;
using backgammon::Evaluator;
using Engine = Search<Evaluator, Cubeless>;
using Answer = Found<Board, Cubeless::Value>;

std::vector<LayerWeights> net_layers(Rng& rng) {
    return {test::random_layer(rng, 16, backgammon::INPUTS, 0.3f),
            test::random_layer(rng, 16, 16, 0.5f), test::random_layer(rng, 6, 16, 0.5f)};
}

std::vector<LayerWeights> guess_layers(Rng& rng) {
    return {test::random_layer(rng, GuessNet::HIDDEN, backgammon::GUESS_ROWS, 0.3f),
            test::random_layer(rng, 1, GuessNet::HIDDEN, 0.1f)};
}

/// Every fourth board of random games that go on.
std::vector<Board> random_boards(Rng& rng, std::size_t count) {
    std::vector<Board> boards;
    while (boards.size() < count) {
        const auto game =
            test::random_boards(rng, backgammon::start(), backgammon::MAX_SUCCESSORS, 4 * count);
        for (std::size_t i = 3; i < game.size() && boards.size() < count; i += 4) {
            if (outcome(game[i]) == 0) boards.push_back(game[i]);
        }
    }
    return boards;
}

/// Nets with random weights: any evaluator will do for what is tested here.
struct Fixture {
    Rng rng{7};
    backgammon::Net net{net_layers(rng)};
    backgammon::Net other{net_layers(rng)};
    GuessNet guess{guess_layers(rng)};
    Evaluator judge{net, &guess, nullptr, Path::Portable};
    Evaluator chooser{other, &guess, nullptr, Path::Portable};
    Cubeless stakes;
    std::atomic<bool> stop{false};

    Answer plays(const Board& board, Dice dice, const SearchOptions& options, bool two = false,
                 EvaluationCache* cache = nullptr) {
        EvaluationCache own(1 << 20);
        EvaluationCache& used = cache != nullptr ? *cache : own;
        return Engine({judge, two ? chooser : judge}, stakes, used, options, stop)
            .plays(board, dice);
    }
};

/// Every play is judged inside the tree, however bad its guess.
SearchOptions wide(int plies) {
    SearchOptions options;
    options.limit.plies = plies;
    options.replies = {{10000, 100}, {10000, 100}};
    return options;
}

/// What the players of the plain expectimax want of the next player's chances to be small.
using Aim = float (*)(const Chances&);
float points(const Chances& chances) {
    return chances.equity();
}
float wins(const Chances& chances) {
    return chances.win;
}

Chances judged(const Evaluator& evaluator, const Board& board) {
    Workspace space;
    Chances found;
    evaluator.evaluate({&board, 1}, {&found, 1}, space);
    return found;
}

/// The definition: each roll's best play at 0 plies, looked at further.
Chances expectimax(const Evaluator& evaluator, const Board& board, int plies, Aim aim = points) {
    const int points = outcome(board);
    if (points != 0) return chances_of(points);
    if (plies == 0) return judged(evaluator, board);
    Chances sum{};
    std::vector<Board> plays(backgammon::MAX_SUCCESSORS);
    for (const Dice dice : ROLLS) {
        const std::size_t made = successors(board, dice, plays);
        std::size_t best = 0;
        float least = 100;
        for (std::size_t i = 0; i < made; ++i) {
            const float seen = aim(judged(evaluator, plays[i]));
            if (seen < least) least = seen, best = i;
        }
        const Chances next = expectimax(evaluator, plays[best], plies - 1, aim);
        sum.add(next.swapped(), static_cast<float>(dice.weight()) / 36);
    }
    return sum;
}

bool same(const Answer& a, const Answer& b) {
    if (a.plays.size() != b.plays.size() || a.plies != b.plies || a.nodes != b.nodes) return false;
    for (std::size_t i = 0; i < a.plays.size(); ++i) {
        const auto &one = a.plays[i], &other = b.plays[i];
        if (!(one.board == other.board && one.equity == other.equity && one.plies == other.plies)) {
            return false;
        }
    }
    return true;
}

void search_is_plain_expectimax() {
    Fixture with;
    for (const Board& board : random_boards(with.rng, 3)) {
        for (int plies = 0; plies <= 2; ++plies) {
            EvaluationCache cache(1 << 20);
            Engine engine({with.judge, with.judge}, with.stakes, cache, wide(plies), with.stop);
            std::vector<Cubeless::Value> found;
            CHECK(tally, engine.values({&board, 1}, plies, false, found));
            const Chances plain = expectimax(with.judge, board, plies);
            CHECK(tally, std::abs(found[0].chances.equity() - plain.equity()) < 1e-4f);
            CHECK(tally, std::abs(found[0].chances.win - plain.win) < 1e-4f);
        }
    }
}

/// The values of boards at cube and score.
std::vector<Cubeful::Value> valued(Fixture& with, const std::vector<Board>& boards,
                                   const Cubeful& stakes, int plies, bool turned = false) {
    EvaluationCache cache(1 << 20);
    Search<Evaluator, Cubeful> engine({with.judge, with.judge}, stakes, cache, wide(plies),
                                      with.stop);
    std::vector<Cubeful::Value> found;
    CHECK(tally, engine.values(boards, plies, turned, found));
    return found;
}

void at_the_last_point_the_search_looks_for_the_win_alone() {
    Fixture with;
    const Cubeful last({1, 1, false, false, false, &backgammon::match_equity()}, {});
    const std::vector<Board> boards = random_boards(with.rng, 3);
    for (const int plies : {0, 1, 2}) {
        const auto found = valued(with, boards, last, plies);
        for (std::size_t i = 0; i < boards.size(); ++i) {
            const float win = expectimax(with.judge, boards[i], plies, wins).win;
            CHECK(tally, std::abs(found[i].chances.win - win) < 1e-4f);
            CHECK(tally, std::abs(last.equity(found[i], false) - (2 * win - 1)) < 2e-4f);
        }
    }
}

void a_cube_belongs_to_its_side_wherever_the_search_begins() {
    // The same question asked by either side: the cube, the score and who is at the root turned.
    Fixture with;
    const CubeTerms match{2, 5, false, false, false, &backgammon::match_equity()};
    const std::vector<Board> boards = random_boards(with.rng, 3);
    for (const CubeTerms& terms : {match, CubeTerms{}}) {
        for (const Cube cube : {Cube{}, {2, Owner::Own}, {2, Owner::Opponent}}) {
            const Cubeful own(terms, cube), theirs(terms.swapped(), cube.swapped());
            for (const int plies : {0, 1}) {
                const auto one = valued(with, boards, own, plies);
                const auto other = valued(with, boards, theirs, plies, true);
                for (std::size_t i = 0; i < boards.size(); ++i) {
                    CHECK(tally, std::abs(one[i].worth - other[i].worth) < 1e-9);
                    CHECK(tally, own.equity(one[i], false) == theirs.equity(other[i], true));
                }
            }
        }
    }
}

void who_may_double_expects_no_less_for_it() {
    Fixture with;
    const std::vector<Board> boards = random_boards(with.rng, 6);
    const auto held = valued(with, boards, Cubeful({}, {1, Owner::Opponent}), 1);
    const auto owned = valued(with, boards, Cubeful({}, {1, Owner::Own}), 1);
    const auto centred = valued(with, boards, Cubeful({}, {}), 1);
    for (std::size_t i = 0; i < boards.size(); ++i) {
        CHECK(tally, owned[i].worth >= centred[i].worth && centred[i].worth >= held[i].worth);
    }
}

void answers_depend_neither_on_threads_nor_on_the_cache() {
    Fixture with;
    EvaluationCache tiny(1);
    for (const Board& board : random_boards(with.rng, 4)) {
        SearchOptions options;
        options.limit.plies = 2;
        options.widths = {{{4, 9}, {2, 9}, {1, 9}, {1, 9}}};
        options.replies = {{2, 9}, {2, 9}};
        for (const bool two : {false, true}) {
            const Dice dice = random_roll(with.rng);
            options.threads = 1;
            const Answer first = with.plays(board, dice, options, two);
            CHECK(tally, same(first, with.plays(board, dice, options, two, &tiny)));
            options.threads = 3;
            CHECK(tally, same(first, with.plays(board, dice, options, two)));
        }
    }
}

void plays_are_ranked_level_by_level() {
    Fixture with;
    for (const Board& board : random_boards(with.rng, 5)) {
        SearchOptions options;
        options.limit.plies = 2;
        options.widths = {{{5, 9}, {2, 9}, {1, 9}, {1, 9}}};
        const Answer found = with.plays(board, {6, 1}, options);
        CHECK(tally, !found.plays.empty() && found.plays[0].plies == 2);
        CHECK(tally, std::count_if(found.plays.begin(), found.plays.end(),
                                   [](const auto& play) { return play.plies == 2; }) <= 2);
        for (std::size_t i = 1; i < found.plays.size(); ++i) {
            const auto &before = found.plays[i - 1], &play = found.plays[i];
            CHECK(tally, before.plies > play.plies ||
                             (before.plies == play.plies && before.equity >= play.equity));
            CHECK(tally, std::abs(play.value.chances.equity() - play.equity) < 1e-5f);
        }
    }
}

void limits_are_kept_and_a_ply_that_was_not_finished_does_not_count() {
    Fixture with;
    const Board board = backgammon::start();
    SearchOptions options;
    options.limit.nodes = 1;
    Answer found = with.plays(board, {3, 1}, options);
    CHECK(tally, found.plies == 0 && found.plays.size() == 16);
    options.limit = {0, 0, 1};
    const Answer whole = with.plays(board, {3, 1}, options);
    options.limit = {0, whole.nodes, 3};
    found = with.plays(board, {3, 1}, options);
    CHECK(tally, found.plies == 1 && found.plays[0].board == whole.plays[0].board);
    options.limit = {1e-9, 0, 3};
    CHECK(tally, with.plays(board, {3, 1}, options).plies == 0);
    with.stop = true;
    options.limit = {0, 0, 3};
    found = with.plays(board, {3, 1}, options);
    CHECK(tally, found.plies == 0 && found.plays.size() == 16);
}

void a_single_play_is_chosen_without_looking_ahead() {
    Fixture with;
    SearchOptions options;
    options.limit.plies = 2;
    options.only_choose = true;
    const Board over{{15, 0}, {14 | 1u << 4, 0}};
    CHECK(tally, with.plays(over, {6, 5}, options).plays.empty());
    const Board last{{14 | 1u << 4, 0}, {14 | 1u << 4, 0}};
    const Answer found = with.plays(last, {6, 5}, options);
    CHECK(tally, found.plays.size() == 1 && found.plies == 0 && found.plays[0].equity == 1);
    options.only_choose = false;
    CHECK(tally, with.plays(last, {6, 5}, options).plies == 2);
}

void guesses_are_the_same_on_every_path() {
    Fixture with;
    const std::vector<Board> boards = random_boards(with.rng, 200);
    std::vector<float> plain(boards.size()), fast(boards.size());
    Workspace space;
    with.judge.guess(boards, plain, space);
    for (const Path path : {Path::Avx2, Path::Avx512, Path::Avx512Vnni}) {
        if (!offers(path)) continue;
        Evaluator(with.net, &with.guess, nullptr, path).guess(boards, fast, space);
        CHECK(tally, plain == fast);
    }
    CHECK(tally, *std::max_element(plain.begin(), plain.end()) >
                     *std::min_element(plain.begin(), plain.end()));
}

void the_cache_forgets_but_never_lies() {
    EvaluationCache cache(64 * 32);
    Rng rng(3);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 500; ++i) {
        keys.push_back(rng.next());
        const auto share = static_cast<float>(i);
        cache.store(keys.back(), {share, 1, 2, 3, 4});
        CHECK(tally, cache.find(keys.back())->win == share);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto found = cache.find(keys[i]);
        if (!found) continue;
        ++kept;
        CHECK(tally, found->win == static_cast<float>(i) && found->lose_backgammon == 4);
    }
    CHECK(tally, kept > 0 && kept <= 64);
    cache.clear();
    CHECK(tally, !cache.find(keys.back()) && !cache.find(0));
}

}  // namespace

int main() {
    search_is_plain_expectimax();
    at_the_last_point_the_search_looks_for_the_win_alone();
    a_cube_belongs_to_its_side_wherever_the_search_begins();
    who_may_double_expects_no_less_for_it();
    answers_depend_neither_on_threads_nor_on_the_cache();
    plays_are_ranked_level_by_level();
    limits_are_kept_and_a_ply_that_was_not_finished_does_not_count();
    a_single_play_is_chosen_without_looking_ahead();
    guesses_are_the_same_on_every_path();
    the_cache_forgets_but_never_lies();
    return tally.report("dice_search");
}
