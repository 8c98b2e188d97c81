#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "games.hpp"

// What every part of the border to a page needs. A page hands over numbers and places in the memory
// that it shares with the kernel; games are known by their place in the table of games.
#define TABLAS_EXPORT(name) extern "C" __attribute__((export_name("tablas_" #name), used))

namespace tablas::wasm {

inline constexpr int BAD_GAME = -1;
inline constexpr int BAD_BOARD = -2;
inline constexpr int BAD_DICE = -3;
inline constexpr int TOO_SMALL = -4;  // the room for the answer
inline constexpr int NO_NET = -5;     // of the game has been loaded
inline constexpr int BAD_NET = -6;    // last_fault() says why
inline constexpr int OVER = -7;       // the game is

/// What was wrong last, in words: a text that ends with a zero.
void note_fault(const char* reason);

template <class Board>
Board board_at(const std::uint8_t* from) {
    Board board;
    std::memcpy(&board, from, sizeof(Board));
    return board;
}

/// Whether a board that comes from outside may be used; the reason is noted otherwise.
template <class Board>
bool sound(const Board& board) {
    const char* const reason = fault(board);
    if (reason != nullptr) note_fault(reason);
    return reason == nullptr;
}

inline bool are_dice(unsigned one, unsigned other) {
    return one - 1 < 6 && other - 1 < 6;
}

/// Calls use.template operator()<Game>() for one game of the table, and gives its answer.
template <class Answer, class Use, class... Game>
Answer with_game(int number, Answer otherwise, Types<Game...>, Use use) {
    Answer answer = otherwise;
    int at = 0;
    (void)((at++ == number ? (answer = use.template operator()<Game>(), true) : false) || ...);
    return answer;
}

template <class Use>
int game(int number, Use use) {
    return with_game<int>(number, BAD_GAME, Games{}, use);
}

/// The same for a dice game.
template <class Use>
int dice_game(int number, Use use) {
    return game(number, [&]<class Game> {
        if constexpr (DiceGame<Game>) {
            return use.template operator()<Game>();
        } else {
            return BAD_GAME;
        }
    });
}

/// Writes plain values one behind the other, as far as there is room.
class Writer {
  public:
    Writer(std::uint8_t* to, std::size_t room) : to_(to), room_(room) {}

    template <class T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (written_ + sizeof(T) <= room_) std::memcpy(to_ + written_, &value, sizeof(T));
        written_ += sizeof(T);
    }
    bool fits() const { return written_ <= room_; }
    std::size_t written() const { return written_; }

  private:
    std::uint8_t* to_;
    std::size_t room_;
    std::size_t written_ = 0;
};

}  // namespace tablas::wasm
