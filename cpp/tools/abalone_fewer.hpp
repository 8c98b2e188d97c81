#pragma once

#include <bit>
#include <cstdio>
#include <mutex>
#include <optional>

#include "tools/abalone_player.hpp"

/// Positions that the side with fewer marbles wins: found in quick games, judged by play-outs.
///
/// Of a game that was won by six ejections two kinds of quiet positions are candidates: `played`,
/// in which the winner had lost more marbles, and `given`, in which it had not, after taking its
/// outermost marbles from it, as if they had been ejected. Counting must mislead: a short search
/// with the hand-written terms gives them to the other side. Quick games of the players with
/// themselves must bear it out, all but one. Then all play it out: the first JUDGES players in all
/// ordered pairs, the others each against itself. Nobody's score of the position has a say, so no
/// network is asked about itself.
namespace tablas::abalone {

inline constexpr std::size_t JUDGES = 4;         // of the players, in all ordered pairs
inline constexpr std::uint64_t FINDING = 1000;   // nodes a move of the games and of the sieve
inline constexpr std::uint64_t COUNTING = 5000;  // nodes of the hand-written terms
inline constexpr std::size_t SHALLOW = 1;        // the player whose short search may be wrong, too
inline constexpr int MISLED = 20;                // hundredths of a marble for the side ahead
inline constexpr std::uint64_t JUDGING = 5000;   // nodes a move of a play-out
inline constexpr GameLimits PLAYED_OUT{0, 100};  // plies without an ejection are a draw
inline constexpr std::size_t CALM = 4;           // plies since the last ejection, at least
inline constexpr std::size_t TO_COME = 12;       // plies of the game after the position, at least
inline constexpr std::size_t APART = 3;          // plies between two positions
inline constexpr std::size_t SIEVED = 3;         // of a kind in a game, by quick games
inline constexpr unsigned MOST_GIVEN = 3;        // marbles

struct Wanted {
    unsigned most;  // marbles that the side behind may have lost
    bool hard;      // the short search of a network must be wrong
};

/// A position whose winner, so far, is behind.
struct Candidate {
    Board board;
    bool moves;       // the side behind is to move
    int deficit;      // marbles
    int ahead = 0;    // what counting gives to the other side
    int shallow = 0;  // what a short search of a network gives to it
};

using Players = std::span<const std::unique_ptr<Player>>;

/// Whether either side could eject a marble, having the move.
inline bool tense(const Board& board) {
    const Reading reading = evaluate(state_of(board));
    return reading.prey != 0 || reading.peril != 0;
}

/// All boards of a game; the first player begins.
inline std::vector<Board> play_through(Play& play, const Player& first, const Player& second,
                                       std::uint64_t nodes, std::span<Table> memory) {
    std::vector<Board> boards{play.board()};
    for (Table& table : memory) table.clear();
    for (bool turn = true; play.result() == 2; turn = !turn) {
        const Found found = (turn ? first : second).search_with(nodes, play, memory[turn ? 0 : 1]);
        play.move(found.lines.front().moves.front());
        boards.push_back(play.board());
    }
    return boards;
}

/// The side without its outermost marble; of several the first one that has fewest neighbours.
inline std::uint64_t without_outermost(std::uint64_t side) {
    const Cells set = side & CELLS;
    Cells worst = 0;
    int least = 1 << 20;
    for (Cells rest = set; rest != 0; rest &= rest - 1) {
        const Cells one = rest & -rest;
        const Cells around = step<E>(one) | step<NE>(one) | step<NW>(one) | step<W>(one) |
                             step<SW>(one) | step<SE>(one);
        const auto worth = static_cast<unsigned>(CELL_SUMS[std::countr_zero(one)] & 0xffff);
        const int kept = static_cast<int>(8 * worth) + std::popcount(around & set);
        if (kept < least) {
            least = kept;
            worst = one;
        }
    }
    return (side & ~worst) + ONE_LOST;
}

/// The candidate with marbles taken from the side that is to be behind; none if it takes too many.
inline std::optional<Candidate> handicapped(Candidate one) {
    std::uint64_t& side = one.moves ? one.board.own : one.board.opp;
    for (unsigned given = 0; one.deficit < 1; ++given) {
        if (given == MOST_GIVEN) return std::nullopt;
        side = without_outermost(side);
        ++one.deficit;
    }
    return one;
}

/// Quiet positions of a game that was won by six ejections, the last ones first; the side behind
/// has lost `most` marbles at most.
inline std::vector<Candidate> candidates(std::span<const Board> boards, bool given, Wanted wanted) {
    std::vector<Candidate> found;
    const Board& end = boards.back();
    if (!end.decided()) return found;
    const bool mover_won = end.opp_lost() > end.own_lost();
    for (std::size_t left = TO_COME; left + CALM < boards.size(); left += APART) {
        const std::size_t at = boards.size() - 1 - left;
        const Board &board = boards[at], &before = boards[at - CALM];
        const unsigned lost = board.own_lost() + board.opp_lost();
        if (before.own_lost() + before.opp_lost() != lost || tense(board)) continue;
        const bool moves = (left % 2 == 0) == mover_won;  // the winner
        const int more = static_cast<int>(board.own_lost()) - static_cast<int>(board.opp_lost());
        const Candidate one{board, moves, moves ? more : -more};
        if ((one.deficit < 1) != given) continue;
        const std::optional<Candidate> made = given ? handicapped(one) : one;
        if (!made || tense(made->board)) continue;
        const Board& kept = made->board;
        if ((moves ? kept.own_lost() : kept.opp_lost()) <= wanted.most) found.push_back(*made);
    }
    return found;
}

/// 1, 0 or -1 for the side behind.
inline int play_out(const Candidate& from, const Player& behind, const Player& ahead,
                    std::uint64_t nodes, std::span<Table> memory) {
    Play play(from.board, PLAYED_OUT);
    play_through(play, from.moves ? behind : ahead, from.moves ? ahead : behind, nodes, memory);
    return (play.ply() % 2 == 0) == from.moves ? play.result() : -play.result();
}

/// What became of the side behind, a sign for each play-out; cut off once a fifth is lost.
inline std::string judged(const Candidate& from, Players players, std::span<Table> memory) {
    std::string signs;
    const std::size_t count = JUDGES * JUDGES + players.size() - JUDGES;
    int missed = 0;  // half points
    for (std::size_t i = 0; i < count && 5 * missed <= static_cast<int>(2 * count); ++i) {
        const bool paired = i < JUDGES * JUDGES;
        const std::size_t behind = paired ? i / JUDGES : i - JUDGES * JUDGES + JUDGES;
        const std::size_t ahead = paired ? i % JUDGES : behind;
        const int result = play_out(from, *players[behind], *players[ahead], JUDGING, memory);
        signs += "-=+"[1 + result];
        missed += 1 - result;
    }
    return signs;
}

/// Whether the side behind wins quick games of every player with itself, all but one of the later.
inline bool borne_out(const Candidate& from, Players players, std::span<Table> memory) {
    std::size_t won = 0, missed = 0;
    for (const auto& player : players) {
        ++(play_out(from, *player, *player, FINDING, memory) > 0 ? won : missed);
        if (missed > 1 || (missed == 1 && won < 3)) return false;
    }
    return true;
}

/// What a short search gives to the side that is ahead.
inline int ahead_by(const Player& player, std::uint64_t nodes, const Candidate& from,
                    Table& table) {
    table.clear();
    const int score = player.search_with(nodes, Play(from.board), table).lines.front().score;
    return from.moves ? -score : score;
}

/// The first position of a game that counting misjudges and that quick games bear out.
inline std::optional<Candidate> candidate(std::span<const Candidate> found, Wanted wanted,
                                          const Player& hand, Players players,
                                          std::span<Table> memory) {
    std::size_t sieved = 0;
    for (Candidate one : found) {
        one.ahead = ahead_by(hand, COUNTING, one, memory[0]);
        if (one.ahead < MISLED) continue;
        one.shallow = ahead_by(*players[SHALLOW], FINDING, one, memory[0]);
        if (wanted.hard && one.shallow < MISLED) continue;
        if (borne_out(one, players, memory)) return one;
        if (++sieved == SIEVED) break;
    }
    return std::nullopt;
}

inline void print(const char* kind, const Candidate& found, const std::string& signs) {
    std::printf(
        ", \"%s\": {\"board\": \"%016llx:%016llx\", \"behind_moves\": %s, "
        "\"deficit\": %d, \"ahead\": %d, \"shallow\": %d, \"playouts\": \"%s\"}",
        kind, static_cast<unsigned long long>(found.board.own),
        static_cast<unsigned long long>(found.board.opp), found.moves ? "true" : "false",
        found.deficit, found.ahead, found.shallow, signs.c_str());
}

/// Games of a seed, which depend on their number alone; a line of JSON for each.
inline void find_fewer(Players players, Wanted wanted, std::uint64_t seed, std::size_t from,
                       std::size_t games, std::size_t threads) {
    const Player hand("hand");
    std::vector<Table> memory = tables(2 * threads);
    std::mutex mutex;
    share_out(games, threads, [&](std::size_t game, std::size_t thread) {
        const std::span<Table> ours(&memory[2 * thread], 2);
        Rng rng(seed, from + game);
        const auto count = static_cast<std::uint32_t>(players.size());
        const std::uint32_t first = rng.below(count);
        const std::uint32_t second = (first + 1 + rng.below(count - 1)) % count;
        const test::Start& start = test::STARTS[(from + game) % test::STARTS.size()];
        std::optional<Board> begun;
        while (!begun) begun = opening_from(start, rng);
        Play play(*begun);
        const std::vector<Board> boards =
            play_through(play, *players[first], *players[second], FINDING, ours);
        std::array<std::optional<Candidate>, 2> found;
        std::array<std::string, 2> signs;
        for (const std::size_t given : {0, 1}) {
            found[given] =
                candidate(candidates(boards, given == 1, wanted), wanted, hand, players, ours);
            if (found[given]) signs[given] = judged(*found[given], players, ours);
        }
        const std::lock_guard lock(mutex);
        std::printf("{\"game\": %zu, \"start\": \"%s\", \"pair\": [%u, %u]", from + game,
                    start.name, first, second);
        if (found[0]) print("played", *found[0], signs[0]);
        if (found[1]) print("given", *found[1], signs[1]);
        std::printf("}\n");
        std::fflush(stdout);
    });
}

}  // namespace tablas::abalone
