// The legal steps of a turn, for boards that know no rules.

#include <algorithm>
#include <deque>
#include <vector>

#include "wasm/border.hpp"

namespace tablas::wasm {
namespace {

constexpr std::uint8_t BAR_PLACE = 25, OFF_PLACE = 0;

/// What a step does where it lands; the page has the words.
enum class Effect : std::uint8_t { Plain, Hit, Trap, FirstHalf, Assault };

/// A step as it is told: the place it leaves and the one it reaches, as the mover numbers them.
struct Step {
    std::uint8_t source, target, die, piece;
    Effect effect;
    std::uint8_t unused = 0;
    std::uint16_t next;
};
static_assert(sizeof(Step) == 8);

template <class Board>
using Half = HalfTurn<Board>;

std::uint8_t forward(unsigned from, unsigned die) {
    return static_cast<std::uint8_t>(from > die ? from - die : OFF_PLACE);
}

Step described(const Half<backgammon::Board>& before, const Half<backgammon::Board>& after,
               unsigned source, std::uint8_t die) {
    const auto from = static_cast<std::uint8_t>(source + 1);
    const auto bar = [](const auto& half) { return half.board.opp.at(backgammon::BAR); };
    const bool hits = bar(after) > bar(before);
    return {from, forward(from, die), die, 1, hits ? Effect::Hit : Effect::Plain, 0, 0};
}

int opponents_on_bar(const abak::Board& board) {
    const auto upper = [&](std::size_t word) {
        return static_cast<unsigned>(board.words[word] >> 60);
    };
    return static_cast<int>(upper(7) + (upper(6) & 3)) + std::popcount(upper(6) >> 2) +
           std::popcount(upper(5));
}

Step described(const Half<abak::Board>& before, const Half<abak::Board>& after, unsigned source,
               std::uint8_t die) {
    using Steps = abak::Steps;
    Step step{BAR_PLACE, 0, die, 0, Effect::Plain, 0, 0};
    if (source == Steps::GOING_BACK) {
        step.piece = abak::GENERAL;
        for (std::uint8_t point = 1; point <= abak::LAST; ++point) {
            if ((abak::stack(before.board, point) & 15) == abak::GENERAL) step.source = point;
        }
        step.target = static_cast<std::uint8_t>(step.source + die);
    } else if (source >= Steps::FROM_BAR) {
        step.piece = static_cast<std::uint8_t>(source - Steps::FROM_BAR + 1);
        step.target = forward(BAR_PLACE, die);
    } else {
        step.source = static_cast<std::uint8_t>(source + 1);
        step.piece = abak::stack(before.board, step.source) & 7;
        step.target = forward(step.source, die);
    }
    if (after.bound[1] != 0) {
        step.effect = Effect::FirstHalf;
    } else if (opponents_on_bar(after.board) > opponents_on_bar(before.board)) {
        step.effect = before.bound[1] != 0 ? Effect::Assault : Effect::Hit;
    } else if (step.target != OFF_PLACE &&
               (abak::stack(before.board, step.target) & abak::OPPONENT) != 0) {
        step.effect = Effect::Trap;
    }
    return step;
}

/// A state of the turn with the steps from it.
template <class Board>
struct Node {
    Half<Board> half;
    std::vector<Step> steps;
};

template <class Board>
bool same(const Half<Board>& a, const Half<Board>& b) {
    return a.board == b.board && a.left == b.left && a.bound == b.bound;
}

/// Breadth first: the beginning is node 0, and each state of the turn is one node.
template <class Steps>
std::deque<Node<typename Steps::Board>> graph(const typename Steps::Board& board, Dice dice) {
    using Board = typename Steps::Board;
    std::deque<Node<Board>> nodes;
    nodes.push_back({{board, {}, {}, {}}, {}});
    nodes.front().half.roll(dice);
    std::vector<std::size_t> by_hash;  // places in `nodes`, in the order of their hashes
    const auto key = [](const Half<Board>& half) {
        return hash(half.board) ^ (half.left[0] * 131u + half.left[1] * 17u);
    };
    const auto number_of = [&](const Half<Board>& half) {
        const auto lower = [&](std::size_t at, std::uint64_t wanted) {
            return key(nodes[at].half) < wanted;
        };
        auto at = std::lower_bound(by_hash.begin(), by_hash.end(), key(half), lower);
        for (auto look = at; look != by_hash.end() && key(nodes[*look].half) == key(half); ++look) {
            if (same(nodes[*look].half, half)) return *look;
        }
        nodes.push_back({half, {}});
        by_hash.insert(at, nodes.size() - 1);
        return nodes.size() - 1;
    };
    by_hash.push_back(0);
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        const Half<Board> here = nodes[at].half;
        const auto legal = legal_steps<Steps>(here);
        for (unsigned step = 0; step < legal.size(); ++step) {
            if (!legal.test(step)) continue;
            Half<Board> next = here;
            make_step<Steps>(next, step);
            Step made =
                described(here, next, step % Steps::SOURCES, here.dice[step / Steps::SOURCES]);
            made.next = static_cast<std::uint16_t>(number_of(next));
            nodes[at].steps.push_back(made);
        }
    }
    return nodes;
}

}  // namespace

/// The turn as a graph: for each node its board seen by who plays, how often the larger and the
/// smaller die are left, whether the turn ends here, the number of steps, and those. Gives the
/// bytes that it takes, or TOO_SMALL; `nodes` is told in any case.
TABLAS_EXPORT(turn)
int turn(int number, const std::uint8_t* from, unsigned one, unsigned other, std::uint8_t* out,
         std::size_t room, std::uint32_t* nodes) {
    return dice_game(number, [&]<class Game> {
        using Board = typename Game::Board;
        const auto board = board_at<Board>(from);
        if (!sound(board)) return BAD_BOARD;
        if (!are_dice(one, other)) return BAD_DICE;
        if (outcome(board) != 0) return OVER;
        const auto made = graph<typename Game::Environment::Steps>(board, roll_of(one, other));
        std::vector<Board> ends;
        for (const auto& node : made) {
            if (node.steps.empty()) ends.push_back(node.half.board);
        }
        // Whoever has reached a legal end may stop there, even if a die is left that could move.
        const auto may_end = [&](const Half<Board>& half) {
            return half.bound[1] == 0 &&
                   std::find(ends.begin(), ends.end(), half.board) != ends.end();
        };
        Writer writer(out, room);
        for (const auto& node : made) {
            writer.put(node.half.board);
            writer.put(node.half.left);
            writer.put(static_cast<std::uint8_t>(may_end(node.half)));
            writer.put(static_cast<std::uint8_t>(node.steps.size()));
            for (const Step& step : node.steps) writer.put(step);
        }
        *nodes = static_cast<std::uint32_t>(made.size());
        return writer.fits() ? static_cast<int>(writer.written()) : TOO_SMALL;
    });
}

/// The board seen by the other side.
TABLAS_EXPORT(passed) int passed(int number, const std::uint8_t* from, std::uint8_t* out) {
    return game(number, [&]<class Game> {
        using Board = typename Game::Board;
        auto board = board_at<Board>(from);
        if constexpr (DiceGame<Game>) {
            board = Game::Environment::Steps::passed(board);
        } else {
            std::swap(board.own, board.opp);
        }
        std::memcpy(out, &board, sizeof board);
        return 0;
    });
}

/// The moves of a game without dice, two bytes each, in the order of `successors`.
TABLAS_EXPORT(moves) int moves_of(const std::uint8_t* from, std::uint16_t* out) {
    const auto board = board_at<abalone::Board>(from);
    if (!sound(board)) return BAD_BOARD;
    return static_cast<int>(
        abalone::moves(board, {reinterpret_cast<abalone::Move*>(out), abalone::MAX_SUCCESSORS}));
}

}  // namespace tablas::wasm
