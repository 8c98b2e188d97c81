#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>

#include "tools/abalone_player.hpp"

/// Whether a player looks after its marbles: what it loses to threats of one ply, and why.
namespace tablas::abalone {

inline constexpr std::size_t WINDOW = 8;     // plies from the player's move on
inline constexpr std::uint64_t LONGER = 20;  // times the nodes, to look at a loss again
inline constexpr int MUCH = 50;              // hundredths of a marble

/// A marble of the watched player that the opponent's next move ejected.
struct Loss {
    Play before;            // the player to move
    Move played;            // its move
    int score = 0;          // of the search that chose it
    int depth = 0;          // which that search finished
    int then = 0;           // the score one turn later
    bool unpaid = true;     // it ejected less than it lost within WINDOW plies
    bool stood = true;      // the marble could be ejected before the move already
    bool avoidable = true;  // some move would have left nothing to eject at once
    int costs = 0;          // what a longer search says that the move gave away
    bool parried = false;   // whether its own choice leaves nothing to eject at once

    bool untold() const { return score - then >= MUCH; }

    /// A longer search avoids it, and is the better by half a marble.
    bool mistake() const { return parried && costs >= MUCH; }

    /// A mistake that the player had not foreseen: it thought half a marble more of its position
    /// before the ejection than after it.
    bool overlooked() const { return mistake() && untold(); }
};

/// Whether the player to move has nothing to eject.
inline bool harmless(const Board& board) {
    return outcome(board) != 0 || evaluate(state_of(board)).prey == 0;
}

/// Whether some move leaves the opponent nothing to eject at once.
inline bool parries(const Board& board) {
    std::array<Board, MAX_SUCCESSORS> reached;
    const std::size_t count = successors(board, reached);
    return std::any_of(reached.begin(), reached.begin() + count, harmless);
}

/// A game, ply by ply; the watched player is to move first, or second.
struct Watched {
    std::size_t first = 0;
    std::vector<Play> plays{};
    std::vector<Move> moves{};
    std::vector<std::pair<int, int>> found{};  // score and depth of the player to move

    /// 1, 0 or -1 for the watched player.
    int result() const {
        const int over = plays.back().result();
        return (plays.size() - 1) % 2 == first ? over : -over;
    }

    /// Whether fewer marbles were ejected than lost when the exchange was over; who was about to
    /// win the game has been paid.
    bool unpaid(std::size_t at) const {
        const std::size_t end = std::min(at + WINDOW, plays.size() - 1);
        const bool turn = (end - at) % 2 == 0;
        const Board &before = plays[at].board(), &after = plays[end].board();
        const unsigned won = (turn ? after.opp_lost() : after.own_lost()) - before.opp_lost();
        const unsigned gone = (turn ? after.own_lost() : after.opp_lost()) - before.own_lost();
        return won < gone;
    }

    std::vector<Loss> losses() const {
        std::vector<Loss> all;
        for (std::size_t at = first; at + 2 < plays.size(); at += 2) {
            const Board& before = plays[at].board();
            if (plays[at + 2].board().own_lost() == before.own_lost()) continue;
            const auto [score, depth] = found[at];
            const int then = at + 2 < found.size() ? found[at + 2].first : score;
            const bool stood = evaluate(state_of(before)).peril != 0;
            all.push_back(
                {plays[at], moves[at], score, depth, then, unpaid(at), stood, parries(before)});
        }
        return all;
    }
};

inline Watched watched_game(const Player& strong, const Player& weak, const Board& from,
                            std::size_t first, std::span<Table> memory) {
    Watched game{first};
    for (Table& table : memory) table.clear();
    Play play(from);
    while (play.result() == 2) {
        const bool ours = game.moves.size() % 2 == first;
        const Found found = (ours ? strong : weak).search(play, memory[ours ? 0 : 1]);
        game.plays.push_back(play);
        game.found.emplace_back(found.lines.front().score, found.depth);
        game.moves.push_back(found.lines.front().moves.front());
        play.move(game.moves.back());
    }
    game.plays.push_back(play);
    return game;
}

/// Looks at a loss again with more nodes and an empty table: what would have been better?
inline void look_again(const Player& player, Loss& loss, Table& table) {
    table.clear();
    const Line best = player.search(loss.before, table, LONGER).lines.front();
    if (best.moves.front() == loss.played) return;
    Play other = loss.before, played = loss.before;
    other.move(best.moves.front());
    played.move(loss.played);
    loss.parried = harmless(other.board());
    table.clear();
    loss.costs = best.score + player.search(played, table, LONGER).lines.front().score;
}

/// What a thousand games have shown, each loss counted in every row that it belongs to.
struct Tally {
    std::array<long, 3> results{};  // lost, drawn, won
    long moves = 0;
    std::vector<Loss> losses{};

    long games() const { return results[0] + results[1] + results[2]; }

    template <class Which>
    long count(Which which) const {
        return std::count_if(losses.begin(), losses.end(), which);
    }

    void print(const Player& strong, const Player& weak) const {
        std::printf("{\"games\": %ld, \"nodes\": [%llu, %llu], \"won\": %ld, \"drawn\": %ld, ",
                    games(), static_cast<unsigned long long>(strong.nodes),
                    static_cast<unsigned long long>(weak.nodes), results[2], results[1]);
        std::printf("\"lost\": %ld, \"moves\": %ld, \"marbles_lost\": %zu, ", results[0], moves,
                    losses.size());
        std::printf("\"threat_stood\": %ld, \"avoidable\": %ld, \"unpaid\": %ld, ",
                    count([](const Loss& loss) { return loss.stood; }),
                    count([](const Loss& loss) { return loss.avoidable; }),
                    count([](const Loss& loss) { return loss.avoidable && loss.unpaid; }));
        std::printf(
            "\"untold\": %ld, \"mistakes\": %ld, \"overlooked\": %ld, \"and_stood\": %ld}\n",
            count([](const Loss& loss) { return loss.avoidable && loss.unpaid && loss.untold(); }),
            count([](const Loss& loss) { return loss.mistake(); }),
            count([](const Loss& loss) { return loss.overlooked(); }),
            count([](const Loss& loss) { return loss.overlooked() && loss.stood; }));
        std::fflush(stdout);
    }
};

/// The mistakes, one a line, for whoever wants to look at them.
inline void print_mistake(const Loss& loss) {
    const Board& board = loss.before.board();
    std::printf("mistake: own %016llx opp %016llx move %04x depth %d score %d then %d costs %d%s\n",
                static_cast<unsigned long long>(board.own),
                static_cast<unsigned long long>(board.opp), static_cast<unsigned>(loss.played.code),
                loss.depth, loss.score, loss.then, loss.costs, loss.stood ? "" : " (opened)");
}

/// Games of two players, an opening with each colour; every avoidable loss is looked at again.
inline void guard(const Player& strong, const Player& weak, std::uint64_t seed, std::size_t from,
                  std::size_t games, std::size_t threads) {
    std::vector<Table> memory = tables(2 * threads);
    Tally tally;
    std::mutex mutex;
    share_out(games, threads, [&](std::size_t game, std::size_t thread) {
        const std::size_t number = from + game;
        Rng rng(seed, number / 2);
        const std::span<Table> ours(&memory[2 * thread], 2);
        const Watched played = watched_game(strong, weak, opening(rng), number % 2, ours);
        std::vector<Loss> losses = played.losses();
        for (Loss& loss : losses) {
            if (loss.avoidable) look_again(strong, loss, ours[0]);
        }
        const std::lock_guard lock(mutex);
        for (const Loss& loss : losses) {
            if (loss.mistake()) print_mistake(loss);
        }
        ++tally.results[static_cast<std::size_t>(1 + played.result())];
        tally.moves += static_cast<long>(played.moves.size() + 1 - played.first) / 2;
        tally.losses.insert(tally.losses.end(), losses.begin(), losses.end());
        if (const long done = tally.games(); done % 100 == 0 || done == static_cast<long>(games)) {
            tally.print(strong, weak);
        }
    });
}

}  // namespace tablas::abalone
