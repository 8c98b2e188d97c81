// What a table shows or asks about a position beside its plays.

#include <algorithm>

#include "wasm/border.hpp"

namespace tablas::wasm {
namespace {

int pips_of(const backgammon::Board& board) {
    return backgammon::pips(board.own);
}
int pips_of(const abak::Board& board) {
    return abak::pips(board);
}

bool has_barred(const backgammon::Board& board) {
    return board.own.at(backgammon::BAR) > 0;
}
bool has_barred(const abak::Board& board) {
    return (board.words[0] | board.words[1] | board.words[2]) >> 60 != 0;
}

/// Whether the sides have passed each other; in Abak a general may always turn back.
bool racing(const backgammon::Board& board) {
    const auto rear = [](const backgammon::Checkers& side) {
        unsigned place = backgammon::BAR;
        while (place > 0 && side.at(place) == 0) --place;
        return place;
    };
    return rear(board.own) + rear(board.opp) <= 25;
}
bool racing(const abak::Board&) {
    return false;
}

}  // namespace

/// Four numbers: the pips of who is to move and of the other side, whether the sides have passed
/// each other, and whether no roll could bring in what waits on the bar.
TABLAS_EXPORT(facts) int facts(int number, const std::uint8_t* from, std::int32_t* out) {
    return dice_game(number, [&]<class Game> {
        using Steps = typename Game::Environment::Steps;
        const auto board = board_at<typename Game::Board>(from);
        if (!sound(board)) return BAD_BOARD;
        const auto moves = [&](Dice roll) { return moves_anything<Steps>(board, roll); };
        out[0] = pips_of(board);
        out[1] = pips_of(Steps::passed(board));
        out[2] = racing(board) ? 1 : 0;
        out[3] = has_barred(board) && std::none_of(ROLLS.begin(), ROLLS.end(), moves) ? 1 : 0;
        return 0;
    });
}

}  // namespace tablas::wasm
