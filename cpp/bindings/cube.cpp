
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/cube_state.hpp"
#include "bindings/dice_arrays.hpp"
#include "bindings/help.hpp"
#include "dice/cube_search.hpp"
#include "games.hpp"

// The border to Python for the cube and match equities.
namespace tablas {
namespace {

constexpr int HIGHEST_CUBE = 1 << 15;
using Numbers = std::array<float, 5>;

constexpr const char* OWNERS[] = {"centred", "own", "opponent"};  // in the order of Owner

Owner owner_of(const std::string& name) {
    for (std::size_t i = 0; i < std::size(OWNERS); ++i) {
        if (name == OWNERS[i]) return static_cast<Owner>(i);
    }
    value_error("owner: expected 'centred', 'own' or 'opponent', found '" + name + "'");
}

/// How often games end in gammons differs from game to game, and with it what scores are worth.
const MatchEquity& table_of(const std::string& name) {
    const MatchEquity* table = nullptr;
    std::string names;
    for_each_dice_game([&]<class Game> {
        if (name == Game::NAME) table = &Game::match_equity();
        names.append(names.empty() ? "'" : " or '").append(Game::NAME).append("'");
    });
    if (table == nullptr) value_error("game: expected " + names + ", found '" + name + "'");
    return *table;
}

void check_terms(const CubeTerms& terms, int value) {
    if (value < 1 || value > HIGHEST_CUBE || !std::has_single_bit(static_cast<unsigned>(value))) {
        value_error("value: expected 1, 2, 4 ... 32768, found " + std::to_string(value));
    }
    for (const int away : {terms.own_away, terms.opp_away}) {
        if (away < 0 || away > MatchEquity::LONGEST) {
            value_error("away: expected 0 to " + std::to_string(MatchEquity::LONGEST) +
                        " points, found " + std::to_string(away));
        }
    }
    if ((terms.own_away == 0) != (terms.opp_away == 0)) {
        value_error("away: expected both sides' points, or none for money play");
    }
    if (terms.match() && (terms.jacoby || terms.beavers)) {
        value_error("Jacoby and beavers are for money play");
    }
    if (terms.crawford && terms.own_away != 1 && terms.opp_away != 1) {
        value_error("crawford: no side is one point from winning");
    }
}

void make_state(CubeState* place, int value, const std::string& owner, int own_away, int opp_away,
                bool crawford, bool jacoby, bool beavers, const std::string& game) {
    const CubeTerms terms{own_away, opp_away, crawford, jacoby, beavers, &table_of(game)};
    check_terms(terms, value);
    new (place) CubeState{terms, {value, owner_of(owner)}};
}

/// Everything that `make_state` was given: states travel to other processes.
nb::tuple kept_state(const CubeState& state) {
    const CubeTerms& terms = state.terms;
    std::string game;
    for_each_dice_game([&]<class Game> {
        if (terms.table == &Game::match_equity()) game = Game::NAME;
    });
    return nb::make_tuple(state.cube.value, OWNERS[static_cast<std::size_t>(state.cube.owner)],
                          terms.own_away, terms.opp_away, terms.crawford, terms.jacoby,
                          terms.beavers, game);
}

void put_back(CubeState* place,
              const std::tuple<int, std::string, int, int, bool, bool, bool, std::string>& kept) {
    std::apply([place](auto&&... fields) { make_state(place, fields...); }, kept);
}

/// Means over rolls, and sums of a softmax, may lie beyond 0 or 1 by rounding.
Chances chances_of_numbers(Numbers numbers) {
    constexpr float ROUNDING = 1e-4f;
    for (float& number : numbers) {
        if (!(number >= -ROUNDING && number <= 1 + ROUNDING)) {
            value_error("chances: expected numbers from 0 to 1");
        }
        number = std::clamp(number, 0.0f, 1.0f);
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
}

void check_efficiency(double efficiency) {
    if (!(efficiency >= 0 && efficiency <= 1)) value_error("efficiency: expected 0 to 1");
}

double worth_of(const CubeState& state, const Numbers& chances, double efficiency) {
    check_efficiency(efficiency);
    return worth(chances_of_numbers(chances), state.terms, state.cube, efficiency);
}

nb::tuple worths(const CubeState& state, const Numbers& chances, double efficiency) {
    check_efficiency(efficiency);
    const CubeWorth found =
        cube_worth(chances_of_numbers(chances), state.terms, state.cube, efficiency);
    return nb::make_tuple(found.no_double, found.double_take, found.double_drop,
                          found.double_beaver);
}

nb::tuple action(const CubeState& state, double no_double, double double_take, double double_drop,
                 double double_beaver) {
    static constexpr const char* ANSWERS[] = {"take", "drop", "beaver"};
    const CubeAction found =
        best_action({no_double, double_take, double_drop, double_beaver}, state.terms, state.cube);
    return nb::make_tuple(found.doubles, found.too_good,
                          ANSWERS[static_cast<std::size_t>(found.answer)]);
}

nb::tuple points(const CubeState& state, const Numbers& chances, double efficiency) {
    check_efficiency(efficiency);
    const CubePoints found =
        cube_points(chances_of_numbers(chances), state.terms, state.cube, efficiency);
    return nb::make_tuple(found.dead_take, found.live_take, found.take, found.dead_cash,
                          found.live_cash, found.cash);
}

double match_equity(int own_away, int opp_away, bool crawford_over, const std::string& game) {
    for (const int away : {own_away, opp_away}) {
        if (away > MatchEquity::LONGEST) {
            value_error("away: expected at most " + std::to_string(MatchEquity::LONGEST) +
                        " points, found " + std::to_string(away));
        }
    }
    if (own_away <= 0 && opp_away <= 0) value_error("away: one side at most has won");
    return table_of(game).chance(own_away, opp_away, crawford_over);
}

/// How much of a live cube each board leaves to be had.
template <class Board>
nb::ndarray<nb::numpy, double> efficiencies(const Array& boards) {
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    auto found = room_for<double>(count);
    FirstFault wrong;
    for_each_board<Board>(rows, 0, count, wrong, [&](std::size_t i, const Board& board) {
        found[i] = cube_efficiency(board);
    });
    raise_if(wrong);
    return owning(std::move(found), {count});
}

constexpr int MOST_CUBE_PLIES = 3;
constexpr std::size_t WAYS = 4;

/// What boards with these chances are worth with a cube, in units of the cube.
template <class Board>
nb::ndarray<nb::numpy, double> cube_equities(const Array& boards, const Array& chances,
                                             const CubeState& state) {
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    if (chances.dtype() != nb::dtype<float>() || chances.ndim() != 2 || chances.shape(0) != count ||
        chances.shape(1) != CHANCES) {
        value_error("chances: expected float32 of shape (" + std::to_string(count) +
                    ", 5), found " + shape_of(chances));
    }
    const auto* const told = static_cast<const float*>(chances.data());
    auto found = room_for<double>(count);
    FirstFault wrong;
    for_each_board<Board>(rows, 0, count, wrong, [&](std::size_t i, const Board& board) {
        Numbers numbers;
        std::copy_n(told + i * CHANCES, CHANCES, numbers.begin());
        const double efficiency = cube_efficiency(board);
        const double seen = worth(chances_of_numbers(numbers), state.terms, state.cube, efficiency);
        found[i] = equity_of(seen, state.terms, state.cube);
    });
    raise_if(wrong);
    return owning(std::move(found), {count});
}

/// For each board the chances and the worth of no double, double and take, drop, beaver.
template <class Evaluator>
nb::tuple worths_of(const Evaluator& evaluator, const Array& boards, const CubeState& state,
                    int plies, int threads) {
    using Board = typename Evaluator::Board;
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    check_threads(threads);
    if (plies < 0 || plies > MOST_CUBE_PLIES) value_error("plies: expected 0 to 3");
    auto chances = room_for<float>(count * CHANCES);
    auto worths = room_for<double>(count * WAYS);
    const Wants wants{true, state.terms, state.cube};
    FirstFault wrong;
    const auto one = [&](CubeSearch<Evaluator>& search, std::size_t i, const Board& board) {
        if (outcome(board) != 0) {
            return wrong.report(i, FirstFault::Kind::Board, "the game is over");
        }
        const auto found = search.decision(board, wants, plies);
        std::memcpy(chances.get() + i * CHANCES, &found.chances, sizeof(Chances));
        const double ways[WAYS] = {found.worths.no_double, found.worths.double_take,
                                   found.worths.double_drop, found.worths.double_beaver};
        std::memcpy(worths.get() + i * WAYS, ways, sizeof(ways));
    };
    {
        const nb::gil_scoped_release released;
        parallel_for(count, threads, 1, [&] {
            return [&, search = CubeSearch<Evaluator>(evaluator, WIDEST, MARGIN)](
                       std::size_t first, std::size_t last) mutable {
                if (wrong.before(first)) return;
                for_each_board<Board>(
                    rows, first, last, wrong,
                    [&](std::size_t i, const Board& board) { one(search, i, board); });
            };
        });
    }
    raise_if(wrong);
    return nb::make_tuple(owning(std::move(chances), {count, CHANCES}),
                          owning(std::move(worths), {count, WAYS}));
}

template <class Game, class Help = typename Game::Help>
struct CubeOf;

/// The cube in one game.
template <class Game, class... Help>
struct CubeOf<Game, Types<Help...>> {
    using Board = typename Game::Board;

    static nb::tuple worths(const typename Game::Net& net, const Array& boards,
                            const CubeState& state, int plies, int threads,
                            const Holder<Help>*... help) {
        return worths_of(typename Game::Evaluator(net, part_of(help)...), boards, state, plies,
                         threads);
    }

    template <std::size_t... I>
    static void bind(nb::module_ game, std::index_sequence<I...>) {
        game.def("cube_efficiency", &efficiencies<Board>, "boards"_a);
        game.def("cube_equities", &cube_equities<Board>, "boards"_a, "chances"_a, "state"_a);
        game.def("cube_worths", &worths, "net"_a, "boards"_a, "state"_a, "plies"_a = 0,
                 "threads"_a = 1, (nb::arg(Game::HELP[I]) = nb::none())...);
    }
};

}  // namespace

void bind_cube(nb::module_& module) {
    module.def("match_equity", &match_equity, "own_away"_a, "opp_away"_a, "crawford_over"_a = false,
               "game"_a = "backgammon");
    module.attr("LONGEST_MATCH") = MatchEquity::LONGEST;
    nb::class_<CubeState>(module, "CubeState")
        .def("__init__", &make_state, "value"_a = 1, "owner"_a = "centred", "own_away"_a = 0,
             "opp_away"_a = 0, "crawford"_a = false, "jacoby"_a = false, "beavers"_a = false,
             "game"_a = "backgammon")
        .def_prop_ro("value", [](const CubeState& state) { return state.cube.value; })
        .def_prop_ro("owner",
                     [](const CubeState& state) {
                         return OWNERS[static_cast<std::size_t>(state.cube.owner)];
                     })
        .def_prop_ro("away",
                     [](const CubeState& state) {
                         return nb::make_tuple(state.terms.own_away, state.terms.opp_away);
                     })
        .def("__getstate__", &kept_state)
        .def("__setstate__", &put_back)
        .def("swapped", &CubeState::swapped)
        .def("turned", &CubeState::turned)
        .def("may_double",
             [](const CubeState& state) { return may_double(state.terms, state.cube); })
        .def("worth", &worth_of, "chances"_a, "efficiency"_a)
        .def("worths", &worths, "chances"_a, "efficiency"_a)
        .def("action", &action, "no_double"_a, "double_take"_a, "double_drop"_a, "double_beaver"_a)
        .def("points", &points, "chances"_a, "efficiency"_a)
        .def("equity", [](const CubeState& state,
                          double worth) { return equity_of(worth, state.terms, state.cube); })
        .def("gammon_prices", [](const CubeState& state) {
            return nb::make_tuple(gammon_price(state.terms, state.cube, true),
                                  gammon_price(state.terms, state.cube, false));
        });
    for_each_dice_game([&]<class Game> {
        CubeOf<Game>::bind(module_of<Game>(module), std::make_index_sequence<Game::HELP.size()>());
    });
}

}  // namespace tablas
