#pragma once

#include <array>

#include "abalone_game.hpp"

/// Whether a player looks after its marbles: what it loses to threats of one ply.
namespace tablas::abalone {

/// Marbles of one player that were ejected by the opponent's next move.
struct Losses {
    long moves = 0;      // moves that the player made
    long lost = 0;       // marbles lost
    long avoidable = 0;  // of these, where some move would have left nothing to eject at once
    long unpaid = 0;     // of these, where it ejected less than it lost within WINDOW plies
    long unseen = 0;     // of these, where its score had not told: half a marble less a turn later

    Losses& operator+=(const Losses& other) {
        moves += other.moves;
        lost += other.lost;
        avoidable += other.avoidable;
        unpaid += other.unpaid;
        unseen += other.unseen;
        return *this;
    }
};

inline constexpr std::size_t WINDOW = 8;  // plies from the player's move on
inline constexpr int SURPRISE = 50;       // hundredths of a marble

/// Whether some move leaves the opponent nothing to eject at once.
inline bool parries(const Board& board) {
    std::array<Board, MAX_SUCCESSORS> reached;
    const std::size_t count = successors(board, reached);
    for (std::size_t i = 0; i < count; ++i) {
        if (outcome(reached[i]) != 0 || evaluate(state_of(reached[i])).prey == 0) return true;
    }
    return false;
}

/// Looks through the boards of a game, each seen by the player to move, and the scores that the
/// player to move gave them; the player watched is to move on boards `first`, `first` + 2, and so
/// on.
inline Losses losses(std::span<const Board> boards, std::span<const int> scores,
                     std::size_t first) {
    Losses found;
    for (std::size_t at = first; at + 2 < boards.size(); at += 2) {
        ++found.moves;
        const Board &before = boards[at], &then = boards[at + 2];
        if (then.own_lost() == before.own_lost()) continue;
        ++found.lost;
        if (!parries(before)) continue;
        ++found.avoidable;
        // The balance when the exchange is over, on the last board of the window on which the
        // player is to move; one that was about to win the game has been paid.
        const std::size_t end = std::min(at + WINDOW, boards.size() - 1);
        const bool turn = (end - at) % 2 == 0;
        const Board& after = boards[end];
        const unsigned won = (turn ? after.opp_lost() : after.own_lost()) - before.opp_lost();
        const unsigned gone = (turn ? after.own_lost() : after.opp_lost()) - before.own_lost();
        if (won >= gone) continue;
        ++found.unpaid;
        found.unseen += at + 2 < scores.size() && scores[at] - scores[at + 2] >= SURPRISE;
    }
    return found;
}

}  // namespace tablas::abalone
