// Looking ahead: ranked plays of a roll, chances before it, and the moves of the game without dice.

#include "dice/search.hpp"

#include <algorithm>
#include <vector>

#include "abalone/search.hpp"
#include "dice/cubeful.hpp"
#include "wasm/asked_cube.hpp"
#include "wasm/nets.hpp"

namespace tablas::wasm {
namespace {

/// Wider inside the tree where the guesses are rougher: as the engines of the package have it.
SearchOptions options_for(const abak::Board&) {
    SearchOptions options;
    options.replies = {{6, 0.3f}, {8, 0.4f}};
    options.deep_replies = options.replies;
    return options;
}
SearchOptions options_for(const backgammon::Board&) {
    return {};
}

}  // namespace

/// The plays of a roll, ranked by points, or at cube and score if they are given. For each: board,
/// five chances, equity, plies. Gives their number; `looked` is told the plies reached.
TABLAS_EXPORT(plays)
int plays(int number, const std::uint8_t* from, unsigned one, unsigned other, int plies,
          double seconds, const AskedCube* cube, std::uint8_t* out, std::size_t room,
          std::int32_t* looked) {
    return dice_game(number, [&]<class Game> {
        using Board = typename Game::Board;
        using Evaluator = typename Game::Evaluator;
        auto& held = judging<Game>();
        if (!held.net || !held.guess) return NO_NET;
        const auto board = board_at<Board>(from);
        if (!sound(board)) return BAD_BOARD;
        if (!are_dice(one, other)) return BAD_DICE;
        if (cube != nullptr && !sound_cube(*cube)) return BAD_BOARD;
        SearchOptions options = options_for(board);
        options.limit = {seconds, 0, std::clamp(plies, 0, MAX_PLIES)};
        const Evaluator evaluator = held.evaluator();
        const auto ranked = [&]<class S>(const S& stakes) {
            Search<Evaluator, S> search({evaluator, evaluator}, stakes, *held.cache, options,
                                        NEVER);
            const auto found = search.plays(board, roll_of(one, other));
            if (found.plays.empty()) return OVER;
            Writer writer(out, room);
            for (const auto& play : found.plays) {
                writer.put(play.board);
                writer.put(play.value.chances);
                writer.put(play.equity);
                writer.put(static_cast<std::int32_t>(play.plies));
            }
            *looked = found.plies;
            return writer.fits() ? static_cast<int>(found.plays.size()) : TOO_SMALL;
        };
        if (cube == nullptr) return ranked(Cubeless{});
        const Wants wants = wants_of<Game>(*cube);
        return ranked(Cubeful(wants.terms, wants.cube));
    });
}

/// What is known of boards before the roll, looked at some plies ahead: five chances and the
/// equity, in points or at cube and score if they are given; six floats each.
TABLAS_EXPORT(values)
int values(int number, const std::uint8_t* from, std::size_t count, int plies,
           const AskedCube* cube, float* out) {
    return dice_game(number, [&]<class Game> {
        using Board = typename Game::Board;
        using Evaluator = typename Game::Evaluator;
        auto& held = judging<Game>();
        if (!held.net || !held.guess) return NO_NET;
        if (cube != nullptr && !sound_cube(*cube)) return BAD_BOARD;
        std::vector<Board> boards(count);
        for (std::size_t i = 0; i < count; ++i) {
            boards[i] = board_at<Board>(from + i * sizeof(Board));
            if (!sound(boards[i])) return BAD_BOARD;
        }
        SearchOptions options = options_for(Board{});
        options.limit.plies = std::clamp(plies, 0, MAX_PLIES);
        const Evaluator evaluator = held.evaluator();
        const auto seen = [&]<class S>(const S& stakes) {
            Search<Evaluator, S> search({evaluator, evaluator}, stakes, *held.cache, options,
                                        NEVER);
            std::vector<typename S::Value> found;
            search.values(boards, options.limit.plies, false, found);
            for (std::size_t i = 0; i < count; ++i) {
                std::memcpy(out + 6 * i, &found[i].chances, sizeof(Chances));
                out[6 * i + 5] = stakes.equity(found[i], false);
            }
            return 0;
        };
        if (cube == nullptr) return seen(Cubeless{});
        const Wants wants = wants_of<Game>(*cube);
        return seen(Cubeful(wants.terms, wants.cube));
    });
}

/// What a page asks of the search without dice; `history` as abalone::search has it.
struct Asked {
    double seconds;
    std::uint32_t nodes, depth, lines, quiet, target, quiet_limit, plies;
    std::uint32_t repetition, quiet_decides, press;
};
static_assert(sizeof(Asked) == 48);

/// The best moves: for each its score in four bytes, the number of moves in its variation, and
/// these, two bytes each. Gives how many; `told` gets the depth, nodes, and milliseconds.
TABLAS_EXPORT(best_moves)
int best_moves(const std::uint8_t* from, const std::uint8_t* history, std::size_t count,
               const Asked* asked, std::uint8_t* out, std::size_t room, std::uint32_t* told) {
    auto& held = searching();
    if (!held.net) return NO_NET;
    const auto board = board_at<abalone::Board>(from);
    if (!sound(board)) return BAD_BOARD;
    std::vector<abalone::Board> past(count);
    for (std::size_t i = 0; i < count; ++i) {
        past[i] = board_at<abalone::Board>(history + i * sizeof(abalone::Board));
        if (!sound(past[i])) return BAD_BOARD;
    }
    abalone::Options options;
    options.limit = {asked->seconds, asked->nodes, static_cast<int>(asked->depth)};
    options.ends = {asked->target, asked->repetition != 0, static_cast<int>(asked->quiet_limit),
                    asked->quiet_decides != 0, static_cast<int>(asked->plies)};
    options.quiet = static_cast<int>(asked->quiet);
    options.press = asked->press != 0;
    options.lines = static_cast<int>(std::clamp<std::uint32_t>(
        asked->lines, 1, static_cast<std::uint32_t>(abalone::MAX_SUCCESSORS)));
    options.net = held.net.get();
    const abalone::Found found = abalone::search(board, past, options, *held.table, NEVER);
    if (found.lines.empty()) return OVER;
    Writer writer(out, room);
    for (const abalone::Line& line : found.lines) {
        writer.put(static_cast<std::int32_t>(line.score));
        writer.put(static_cast<std::uint16_t>(line.moves.size()));
        for (const abalone::Move move : line.moves) writer.put(move);
    }
    told[0] = static_cast<std::uint32_t>(found.depth);
    told[1] = static_cast<std::uint32_t>(found.nodes);
    told[2] = static_cast<std::uint32_t>(found.seconds * 1000);
    return writer.fits() ? static_cast<int>(found.lines.size()) : TOO_SMALL;
}

/// Forgets what earlier searches left behind, as before another game.
TABLAS_EXPORT(forget) void forget() {
    if (searching().table) searching().table->clear();
}

/// What the network without dice adds to the hand-made score of boards, four bytes each.
TABLAS_EXPORT(added_scores)
int added_scores(const std::uint8_t* from, std::size_t count, std::int32_t* out) {
    const auto& held = searching();
    if (!held.net) return NO_NET;
    for (std::size_t i = 0; i < count; ++i) {
        const auto board = board_at<abalone::Board>(from + i * sizeof(abalone::Board));
        if (!sound(board)) return BAD_BOARD;
        abalone::Accumulator at;
        held.net->begin(board, abalone::LOST_TO_LOSE, at);
        out[i] = held.net->evaluate(at);
    }
    return 0;
}

}  // namespace tablas::wasm
