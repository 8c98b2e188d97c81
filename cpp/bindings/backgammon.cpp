#include <nanobind/stl/optional.h>

#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backgammon/evaluator.hpp"
#include "backgammon/race_net.hpp"
#include "backgammon/signature.hpp"
#include "bindings/arrays.hpp"
#include "bindings/dice_arrays.hpp"
#include "bindings/help.hpp"
#include "bindings/net_arrays.hpp"

// The border to Python for what backgammon has for itself: the bear-off tables, the net that
// guesses, and the signature of the search that all dice games share.
namespace tablas {
namespace {

using namespace backgammon;

constexpr std::size_t EQUITIES = sizeof(ExactEquities) / sizeof(float);

nb::tuple build() {
    auto all = room_for<float>(ONE_SIDED * MOST_ROLLS);
    auto first = room_for<float>(FULL * MOST_ROLLS);
    auto two_sided = room_for<float>(TWO_SIDED * TWO_SIDED * EQUITIES);
    {
        const nb::gil_scoped_release released;
        build_one_sided({reinterpret_cast<RollChances*>(all.get()), ONE_SIDED},
                        {reinterpret_cast<RollChances*>(first.get()), FULL});
        build_two_sided({reinterpret_cast<ExactEquities*>(two_sided.get()), TWO_SIDED * TWO_SIDED});
    }
    return nb::make_tuple(owning(std::move(all), {ONE_SIDED, MOST_ROLLS}),
                          owning(std::move(first), {FULL, MOST_ROLLS}),
                          owning(std::move(two_sided), {TWO_SIDED, TWO_SIDED, EQUITIES}));
}

/// The rows of a table as they lie in an array of float32.
template <class Row>
std::span<const Row> rows(const char* name, const Array& array, std::size_t count) {
    if (array.dtype() != nb::dtype<float>() ||
        array.size() * sizeof(float) != count * sizeof(Row)) {
        value_error(std::string(name) + ": expected " +
                    std::to_string(count * sizeof(Row) / sizeof(float)) + " numbers of float32");
    }
    return {static_cast<const Row*>(array.data()), count};
}

void make_tables(BearoffTables* place, const Array& whole, const Array& first,
                 const Array& two_sided, const std::optional<LayerArrays>& race) {
    std::unique_ptr<const RaceNet> net;
    if (race) {
        const std::vector<LayerWeights> layers = layers_of(*race);
        if (const char* reason = RaceNet::fault(layers)) {
            value_error(std::string("race: ") + reason);
        }
        net = std::make_unique<const RaceNet>(layers);
    }
    const Bearoff tables(
        rows<RollChances>("whole", whole, ONE_SIDED), rows<RollChances>("first", first, FULL),
        rows<ExactEquities>("two_sided", two_sided, TWO_SIDED * TWO_SIDED), net.get());
    new (place) BearoffTables{whole, first, two_sided, std::move(net), tables};
}

/// One row of `width` numbers for each board; NaN where the tables do not reach.
template <class Look>
nb::ndarray<nb::numpy, float> looked_up(const Array& array, std::size_t width, Look look) {
    const std::uint8_t* const boards = rows_of("boards", array, sizeof(Board));
    const std::size_t count = array.shape(0);
    auto found = room_for<float>(count * width);
    std::fill_n(found.get(), count * width, std::numeric_limits<float>::quiet_NaN());
    FirstFault wrong;
    for_each_board<Board>(boards, 0, count, wrong, [&](std::size_t i, const Board& board) {
        if (const auto known = look(board)) {
            std::memcpy(found.get() + i * width, &*known, sizeof(*known));
        }
    });
    raise_if(wrong);
    return owning(std::move(found), {count, width});
}

nb::ndarray<nb::numpy, float> chances(const BearoffTables& tables, const Array& boards) {
    return looked_up(boards, CHANCES, [&](const Board& b) { return tables.tables.chances(b); });
}

nb::ndarray<nb::numpy, float> exact(const BearoffTables& tables, const Array& boards) {
    return looked_up(boards, EQUITIES, [&](const Board& b) { return tables.tables.exact(b); });
}

/// What the race net says; NaN where it does not reach, and everywhere without one.
nb::ndarray<nb::numpy, float> race(const BearoffTables& tables, const Array& boards) {
    Workspace space;
    return looked_up(boards, CHANCES, [&](const Board& board) -> std::optional<Chances> {
        if (!tables.race || !RaceNet::reaches(board)) return std::nullopt;
        Chances chances;
        judge_races(tables.tables, {&board, 1}, {&chances, 1}, space, fastest_path());
        return chances;
    });
}

void make_guess(GuessNet* place, const LayerArrays& arrays) {
    const std::vector<LayerWeights> layers = layers_of(arrays);
    if (const char* reason = GuessNet::fault(layers, GUESS_ROWS)) {
        value_error(std::string("layers: ") + reason);
    }
    new (place) GuessNet(layers);
}

}  // namespace

void bind_backgammon(nb::module_& module) {
    module.def("dice_search_signature", [] {
        const nb::gil_scoped_release released;
        return search_signature();
    });
    auto game = nb::cast<nb::module_>(module.attr("backgammon"));
    nb::class_<GuessNet>(game, "GuessNet").def("__init__", &make_guess, "layers"_a);
    game.def("build_bearoff", &build);
    nb::class_<BearoffTables>(game, "Bearoff")
        .def("__init__", &make_tables, "whole"_a, "first"_a, "two_sided"_a, "race"_a = nb::none())
        .def("chances", &chances, "boards"_a)
        .def("race", &race, "boards"_a)
        .def("exact", &exact, "boards"_a);
}

}  // namespace tablas
