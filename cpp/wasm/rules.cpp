// Boards, what can follow them, and the numbers by which builds are compared.

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "abalone/signature.hpp"
#include "signature.hpp"
#include "wasm/border.hpp"

namespace tablas::wasm {
namespace {

const char* last_reason = "";

}  // namespace

void note_fault(const char* reason) {
    last_reason = reason;
}

TABLAS_EXPORT(room) void* room(std::size_t bytes) {
    return std::malloc(std::max<std::size_t>(bytes, 1));
}
TABLAS_EXPORT(release) void release(void* memory) {
    std::free(memory);
}
TABLAS_EXPORT(last_fault) const char* last_fault() {
    return last_reason;
}

/// The name of a game, or nullptr behind the last one.
TABLAS_EXPORT(name) const char* name(int number) {
    return with_game<const char*>(number, nullptr, Games{}, []<class Game> { return Game::NAME; });
}
TABLAS_EXPORT(board_size) int board_size(int number) {
    return game(number, []<class Game> { return static_cast<int>(sizeof(typename Game::Board)); });
}
/// The most boards that `successors` can write.
TABLAS_EXPORT(width) int width(int number) {
    return game(number, []<class Game> { return static_cast<int>(Game::WIDTH); });
}
TABLAS_EXPORT(start) int start(int number, std::uint8_t* out) {
    return game(number, [&]<class Game> {
        const auto board = Game::start();
        std::memcpy(out, &board, sizeof board);
        return 0;
    });
}

/// 0 if the board may be used.
TABLAS_EXPORT(check) int check(int number, const std::uint8_t* board) {
    return game(number, [&]<class Game> {
        return sound(board_at<typename Game::Board>(board)) ? 0 : BAD_BOARD;
    });
}

/// The points of the player to move in a game that is over, and 0 before.
TABLAS_EXPORT(outcome) int outcome_of(int number, const std::uint8_t* board) {
    return game(number, [&]<class Game> { return outcome(board_at<typename Game::Board>(board)); });
}

/// The boards after a turn, seen by the next player; how many. Dice are for games with dice.
TABLAS_EXPORT(successors)
int successors_of(int number, const std::uint8_t* from, unsigned one, unsigned other,
                  std::uint8_t* out) {
    return game(number, [&]<class Game> {
        using Board = typename Game::Board;
        const auto board = board_at<Board>(from);
        if (!sound(board)) return BAD_BOARD;
        const std::span boards(reinterpret_cast<Board*>(out), Game::WIDTH);
        if constexpr (DiceGame<Game>) {
            if (!are_dice(one, other)) return BAD_DICE;
            return static_cast<int>(successors(board, roll_of(one, other), boards));
        } else {
            return static_cast<int>(successors(board, boards));
        }
    });
}

TABLAS_EXPORT(perft) std::uint64_t perft_of(int number, const std::uint8_t* from, int depth) {
    return with_game<std::uint64_t>(number, 0, Games{}, [&]<class Game> {
        const auto board = board_at<typename Game::Board>(from);
        return sound(board) ? perft(board, depth, 1) : 0;
    });
}
TABLAS_EXPORT(signature) std::uint64_t signature_of_rules() {
    return signature();
}
TABLAS_EXPORT(search_signature) std::uint64_t signature_of_search() {
    return abalone::search_signature();
}

}  // namespace tablas::wasm
