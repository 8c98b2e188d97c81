#include "dice/search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backgammon/search.hpp"
#include "bindings/arrays.hpp"
#include "bindings/choosers.hpp"
#include "bindings/cube_state.hpp"
#include "bindings/dice_arrays.hpp"
#include "bindings/help.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/paths.hpp"
#include "dice/cubeful.hpp"
#include "games.hpp"

// The border to Python for the search of the dice games.
namespace tablas {
namespace {

using Widths = std::vector<std::pair<unsigned, float>>;

Width width_of(const char* name, const std::pair<unsigned, float>& told) {
    check_range(name, told.first, 1u, 10000u);
    check_range(name, told.second, 0.0f, 100.0f);
    return {told.first, told.second};
}

/// What a caller may set; the widths only to try others than the usual ones.
SearchOptions options_of(double seconds, std::uint64_t nodes, int plies, int threads,
                         bool only_choose, const std::optional<Widths>& widths,
                         const std::optional<Widths>& replies) {
    check_range("seconds", seconds, 0.0, 1e6);
    check_range("plies", plies, 0, MAX_PLIES);
    check_threads(threads);
    SearchOptions options;
    options.limit = {seconds, nodes, plies};
    options.threads = threads;
    options.only_choose = only_choose;
    if (widths) {
        if (widths->size() != options.widths.size()) value_error("widths: expected four pairs");
        for (std::size_t i = 0; i < widths->size(); ++i) {
            options.widths[i] = width_of("widths", (*widths)[i]);
        }
    }
    if (replies) {
        if (replies->size() != 2) value_error("replies: expected two pairs");
        options.replies = {width_of("replies", (*replies)[0]), width_of("replies", (*replies)[1])};
        options.deep_replies = options.replies;
    }
    return options;
}

/// How to look, and what for: points, or what cube and score make of them.
struct Question {
    SearchOptions options;
    std::optional<CubeState> cube;

    /// Calls the function with the stakes.
    template <class Function>
    auto with_stakes(Function function) const {
        return cube ? function(Cubeful(cube->terms, cube->cube)) : function(Cubeless{});
    }
};

/// A game's evaluators with a cache; one question at a time.
template <DiceEvaluator Evaluator>
class Searcher {
  public:
    using Board = typename Evaluator::Board;

    Searcher(const Evaluator& judge, const Evaluator& chooser, bool same, std::size_t megabytes)
        : judge_(judge), chooser_(chooser), same_(same), cache_(megabytes << 20) {}

    /// The plays of one roll, ranked: boards, chances, equities, plies; then the plies reached,
    /// nodes and seconds.
    nb::tuple plays(const Array& boards, const Array& dice, const Question& question) {
        if (boards.ndim() != 2 || boards.shape(0) != 1) {
            value_error("boards: expected one row, found " + shape_of(boards));
        }
        const std::vector<Board> board = boards_of(boards);
        const std::vector<Dice> roll = dice_of(dice, 1);
        const auto only = alone();
        return question.with_stakes([&](const auto& stakes) {
            auto search = asked(stakes, question.options);
            decltype(search.plays(board[0], roll[0])) found;
            interruptible(stop_, [&] { found = search.plays(board[0], roll[0]); });
            if (found.plays.empty()) invalid_position("boards[0]: the game is over");
            return told(found);
        });
    }

    /// For each board and roll the best play and its chances; a board a thread at a time.
    nb::tuple choose(const Array& array, const Array& dice, const Question& question) {
        const std::vector<Board> boards = boards_of(array);
        const std::vector<Dice> rolls = dice_of(dice, boards.size());
        SearchOptions one = question.options;
        one.threads = 1;
        const auto only = alone();
        return question.with_stakes([&](const auto& stakes) {
            auto search = asked(stakes, question.options);
            std::vector<PlayOf<decltype(search)>> best(boards.size());
            if (one.limit.plies == 0) {
                const nb::gil_scoped_release released;
                search.choose(boards, rolls, best);
            } else {
                const int threads = question.options.threads;
                interruptible(stop_,
                              [&] { choose_ahead(boards, rolls, threads, stakes, one, best); });
            }
            return chosen(boards, best);
        });
    }

    /// The chances before the roll of each board.
    nb::ndarray<nb::numpy, float> values(const Array& array, const SearchOptions& options) {
        const auto found = seen(boards_of(array), Cubeless{}, options);
        return chances_of(found);
    }

    /// The same at cube and score, and what they are worth in units of the cube.
    nb::tuple cube_values(const Array& array, const CubeState& cube, const SearchOptions& options) {
        const Cubeful stakes(cube.terms, cube.cube);
        const auto found = seen(boards_of(array), stakes, options);
        auto equities = room_for<float>(found.size());
        for (std::size_t i = 0; i < found.size(); ++i) equities[i] = stakes.equity(found[i], false);
        return nb::make_tuple(chances_of(found), owning(std::move(equities), {found.size()}));
    }

    void stop() { stop_.store(true); }
    void clear() {
        const auto only = alone();
        cache_.clear();
    }
    std::size_t bytes() const { return cache_.bytes(); }

  private:
    template <class Searching>
    using PlayOf = typename Searching::Play;

    template <class S, class Play>
    void choose_ahead(const std::vector<Board>& boards, const std::vector<Dice>& rolls, int threads,
                      const S& stakes, const SearchOptions& options, std::vector<Play>& best) {
        parallel_for(boards.size(), threads, 1, [&] {
            return [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last && !stop_.load(); ++i) {
                    const auto found = asked(stakes, options).plays(boards[i], rolls[i]);
                    if (!found.plays.empty()) best[i] = found.plays[0];
                }
            };
        });
    }

    /// The values of boards before the roll.
    template <class S>
    std::vector<typename S::Value> seen(const std::vector<Board>& boards, const S& stakes,
                                        const SearchOptions& options) {
        std::vector<typename S::Value> found;
        bool finished = false;
        const auto only = alone();
        const int plies = options.limit.plies;
        const auto look = [&] {
            finished = asked(stakes, options).values(boards, plies, false, found);
        };
        if (plies == 0) {  // over before anybody could wish to stop it
            const nb::gil_scoped_release released;
            look();
        } else {
            interruptible(stop_, look);
        }
        if (!finished) value_error("values: stopped before the end");
        return found;
    }

    /// The stakes must outlive the search.
    template <class S>
    Search<Evaluator, S> asked(const S& stakes, const SearchOptions& options) {
        return {{judge_, same_ ? judge_ : chooser_}, stakes, cache_, options, stop_};
    }

    std::unique_lock<std::mutex> alone() {
        std::unique_lock only(busy_, std::try_to_lock);
        if (!only.owns_lock()) value_error("search: another one is running with this cache");
        stop_.store(false);
        return only;
    }

    static std::vector<Board> boards_of(const Array& array) {
        const std::uint8_t* const rows = rows_of("boards", array, sizeof(Board));
        std::vector<Board> boards(array.shape(0));
        FirstFault wrong;
        for_each_board<Board>(rows, 0, boards.size(), wrong,
                              [&](std::size_t i, const Board& board) { boards[i] = board; });
        raise_if(wrong);
        return boards;
    }

    static std::vector<Dice> dice_of(const Array& array, std::size_t count) {
        const std::uint8_t* const dice = rows_of("dice", array, 2, count);
        std::vector<Dice> rolls(count);
        FirstFault wrong;
        for (std::size_t i = 0; i < count; ++i) {
            const std::optional<Dice> roll = roll_at(dice, i, wrong);
            if (!roll) break;
            rolls[i] = *roll;
        }
        raise_if(wrong);
        return rolls;
    }

    template <class Value>
    static void write(const Value& value, float* out) {
        std::memcpy(out, &value.chances, sizeof(Chances));
    }

    template <class Value>
    static nb::ndarray<nb::numpy, float> chances_of(const std::vector<Value>& found) {
        auto chances = room_for<float>(found.size() * CHANCES);
        for (std::size_t i = 0; i < found.size(); ++i) write(found[i], chances.get() + i * CHANCES);
        return owning(std::move(chances), {found.size(), CHANCES});
    }

    template <class Answer>
    static nb::tuple told(const Answer& found) {
        const std::size_t count = found.plays.size();
        auto boards = room_for<std::uint8_t>(count * sizeof(Board));
        auto chances = room_for<float>(count * CHANCES);
        auto equities = room_for<float>(count);
        auto plies = room_for<std::int32_t>(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto& play = found.plays[i];
            std::memcpy(boards.get() + i * sizeof(Board), &play.board, sizeof(Board));
            write(play.value, chances.get() + i * CHANCES);
            equities[i] = play.equity;
            plies[i] = play.plies;
        }
        return nb::make_tuple(
            owning(std::move(boards), {count, sizeof(Board)}),
            owning(std::move(chances), {count, CHANCES}), owning(std::move(equities), {count}),
            owning(std::move(plies), {count}), found.plies, found.nodes, found.seconds);
    }

    template <class Play>
    static nb::tuple chosen(const std::vector<Board>& boards, const std::vector<Play>& best) {
        auto rows = room_for<std::uint8_t>(best.size() * sizeof(Board));
        auto chances = room_for<float>(best.size() * CHANCES);
        FirstFault wrong;
        for (std::size_t i = 0; i < best.size(); ++i) {
            if (outcome(boards[i]) != 0) {
                wrong.report(i, FirstFault::Kind::Board, "the game is over");
            }
            std::memcpy(rows.get() + i * sizeof(Board), &best[i].board, sizeof(Board));
            write(best[i].value, chances.get() + i * CHANCES);
        }
        raise_if(wrong);
        return nb::make_tuple(owning(std::move(rows), {best.size(), sizeof(Board)}),
                              owning(std::move(chances), {best.size(), CHANCES}));
    }

    Evaluator judge_;
    Evaluator chooser_;
    bool same_;
    EvaluationCache cache_;
    std::mutex busy_;
    std::atomic<bool> stop_{false};
};

/// A method that takes boards, dice and options.
template <class Searching,
          nb::tuple (Searching::*METHOD)(const Array&, const Array&, const Question&)>
nb::tuple with_dice(Searching& searcher, const Array& boards, const Array& dice, double seconds,
                    std::uint64_t nodes, int plies, int threads, bool only_choose,
                    const std::optional<Widths>& widths, const std::optional<Widths>& replies,
                    const std::optional<CubeState>& cube) {
    return (searcher.*METHOD)(
        boards, dice,
        {options_of(seconds, nodes, plies, threads, only_choose, widths, replies), cube});
}

template <class Searching>
nb::ndarray<nb::numpy, float> without_dice(Searching& searcher, const Array& boards, int plies,
                                           int threads, const std::optional<Widths>& replies) {
    return searcher.values(boards, options_of(0, 0, plies, threads, false, std::nullopt, replies));
}

template <class Searching>
nb::tuple at_cube(Searching& searcher, const Array& boards, const CubeState& cube, int plies,
                  int threads, const std::optional<Widths>& replies) {
    return searcher.cube_values(boards, cube,
                                options_of(0, 0, plies, threads, false, std::nullopt, replies));
}

/// A player of rollouts: what it searches it remembers for the trials of its thread.
template <DiceEvaluator Evaluator>
MakeChooser<typename Evaluator::Board> ahead(const Evaluator& evaluator, int plies) {
    using Board = typename Evaluator::Board;
    constexpr std::size_t MEMORY = 8 << 20;
    SearchOptions options;
    options.limit.plies = plies;
    options.only_choose = true;
    return [=](const std::atomic<bool>& stop) -> Chooser<Board> {
        const auto cache = std::make_shared<EvaluationCache>(MEMORY);
        return [=, &stop](const Board& board, Dice dice, const Wants& wants) {
            const auto best = [&](const auto& stakes) -> std::optional<Board> {
                Search<Evaluator, std::decay_t<decltype(stakes)>> search(
                    {evaluator, evaluator}, stakes, *cache, options, stop);
                const auto found = search.plays(board, dice);
                if (stop.load() || found.plays.empty()) return std::nullopt;
                return found.plays[0].board;
            };
            return wants.cubeful ? best(Cubeful(wants.terms, wants.cube)) : best(Cubeless{});
        };
    };
}

/// A game's Searcher; the first help, a guess at what is worth judging, it cannot do without.
template <class Game, class Help = typename Game::Help>
struct SearcherOf;

template <class Game, class... Help>
struct SearcherOf<Game, Types<Help...>> {
    using Net = typename Game::Net;
    using Evaluator = typename Game::Evaluator;
    using Searching = Searcher<Evaluator>;

    static void make(Searching* place, const Net& judge, const Net& chooser,
                     const Holder<Help>*... help, std::int64_t megabytes,
                     const std::string& path_name) {
        check_range<std::int64_t>("megabytes", megabytes, 1, 1 << 16);
        const Path path = path_of(path_name);
        new (place) Searching(Evaluator(judge, part_of(help)..., path),
                              Evaluator(chooser, part_of(help)..., path), &judge == &chooser,
                              static_cast<std::size_t>(megabytes));
    }

    template <std::size_t I>
    static auto help_argument() {
        const nb::arg argument(Game::HELP[I]);
        if constexpr (I == 0) {
            return argument;
        } else {
            return argument = nb::none();
        }
    }

    template <std::size_t... I>
    static void bind(nb::module_ game, std::index_sequence<I...>) {
        nb::class_<Searching>(game, "Searcher")
            .def("__init__", &make, "judge"_a, "chooser"_a, help_argument<I>()...,
                 "megabytes"_a = 16, "path"_a = "fastest", nb::keep_alive<1, 2>(),
                 nb::keep_alive<1, 3>(), nb::keep_alive<1, 4 + I>()...)
            .def("plays", &with_dice<Searching, &Searching::plays>, "boards"_a, "dice"_a,
                 nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "plies"_a = MAX_PLIES,
                 "threads"_a = 1, "only_choose"_a = false, "widths"_a = nb::none(),
                 "replies"_a = nb::none(), "cube"_a = nb::none())
            .def("choose", &with_dice<Searching, &Searching::choose>, "boards"_a, "dice"_a,
                 nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "plies"_a = MAX_PLIES,
                 "threads"_a = 1, "only_choose"_a = true, "widths"_a = nb::none(),
                 "replies"_a = nb::none(), "cube"_a = nb::none())
            .def("values", &without_dice<Searching>, "boards"_a, nb::kw_only(), "plies"_a,
                 "threads"_a = 1, "replies"_a = nb::none())
            .def("cube_values", &at_cube<Searching>, "boards"_a, "cube"_a, nb::kw_only(), "plies"_a,
                 "threads"_a = 1, "replies"_a = nb::none())
            .def("stop", &Searching::stop)
            .def("clear", &Searching::clear)
            .def_prop_ro("bytes", &Searching::bytes);
    }
};

}  // namespace

void bind_search(nb::module_& module) {
    module.attr("MAX_PLIES") = MAX_PLIES;
    for_each_dice_game([&]<class Game> {
        choosers_ahead<typename Game::Evaluator> = &ahead<typename Game::Evaluator>;
        SearcherOf<Game>::bind(module_of<Game>(module),
                               std::make_index_sequence<Game::HELP.size()>());
    });
}

}  // namespace tablas
