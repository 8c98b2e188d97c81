#include <algorithm>
#include <utility>

#include "abak/heuristic.hpp"
#include "abak/terms.hpp"
#include "bindings/arrays.hpp"
#include "bindings/dice_arrays.hpp"
#include "games.hpp"

// The border to Python for what Abak has for itself: the rules of thumb that browsers play by, so
// that they can be compared with those of Python.
namespace tablas {
namespace {

using abak::Board;
constexpr std::size_t CUBE_NUMBERS = 3;

/// One row of `width` numbers for each board, written by each(board, row).
template <class Number, class Each>
nb::ndarray<nb::numpy, Number> rows_for(const Array& array, std::size_t width, Each each) {
    const std::uint8_t* const boards = rows_of("boards", array, sizeof(Board));
    const std::size_t count = array.shape(0);
    auto found = room_for<Number>(count * width);
    FirstFault wrong;
    {
        const nb::gil_scoped_release released;
        for_each_board<Board>(boards, 0, count, wrong, [&](std::size_t i, const Board& board) {
            each(board, found.get() + i * width);
        });
    }
    raise_if(wrong);
    return owning(std::move(found), {count, width});
}

nb::ndarray<nb::numpy, float> heuristic_terms(const Array& boards) {
    return rows_for<float>(boards, abak::heuristic::TERMS, [](const Board& board, float* row) {
        using abak::heuristic::view_of;
        std::ranges::copy(abak::heuristic::terms(view_of(board), view_of(turned(board))), row);
    });
}

nb::ndarray<nb::numpy, float> heuristic_evaluations(const Array& boards) {
    return rows_for<float>(
        boards, 1, [](const Board& board, float* row) { *row = abak::heuristic::evaluate(board); });
}

nb::ndarray<nb::numpy, double> heuristic_cube(const Array& boards) {
    return rows_for<double>(boards, CUBE_NUMBERS, [](const Board& board, double* row) {
        row[0] = abak::heuristic::chance(board);
        row[1] = abak::heuristic::should_double(board) ? 1 : 0;
        row[2] = abak::heuristic::should_take(board) ? 1 : 0;
    });
}

}  // namespace

void bind_abak(nb::module_& module) {
    nb::module_ game = module_of<abak::Game>(module);
    game.def("heuristic_terms", &heuristic_terms, "boards"_a);
    game.def("heuristic_evaluations", &heuristic_evaluations, "boards"_a);
    game.def("heuristic_cube", &heuristic_cube, "boards"_a);
}

}  // namespace tablas
