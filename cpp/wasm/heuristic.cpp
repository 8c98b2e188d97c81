// The level that plays by rules of thumb, of the one game that has it.

#include "abak/heuristic.hpp"

#include "wasm/border.hpp"

namespace tablas::wasm {

using abak::Board;

/// What boards are worth to who is to move, in pips; a float each.
TABLAS_EXPORT(heuristic_evaluations)
int heuristic_evaluations(const std::uint8_t* from, std::size_t count, float* out) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto board = board_at<Board>(from + i * sizeof(Board));
        if (!sound(board)) return BAD_BOARD;
        out[i] = abak::heuristic::evaluate(board);
    }
    return 0;
}

/// What this level does with the cube before the roll of who is to move: whether that side doubles,
/// and whether the other one takes.
TABLAS_EXPORT(heuristic_cube) int heuristic_cube(const std::uint8_t* from, std::int32_t* out) {
    const auto board = board_at<Board>(from);
    if (!sound(board)) return BAD_BOARD;
    out[0] = abak::heuristic::should_double(board) ? 1 : 0;
    out[1] = abak::heuristic::should_take(board) ? 1 : 0;
    return 0;
}

}  // namespace tablas::wasm
