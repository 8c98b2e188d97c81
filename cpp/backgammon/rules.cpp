#include "backgammon/rules.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <memory>

#include "backgammon/movements.hpp"

namespace tablas::backgammon {
namespace {

/// Writes successors for one turn. Which points are open does not change during a turn: a hit
/// takes a blot away, and a point held by two or more stays held.
class Generator {
  public:
    Generator(const Board& board, Board* out) : begin_(out), end_(out) {
        const Places opposing = occupied(board.opp) & POINTS;
        const Places held = stacked(board.opp) & POINTS;
        open_ = POINTS & ~mirrored(held);
        root_ = {board.own, board.opp, occupied(board.own) & ~bit(OFF), mirrored(opposing & ~held)};
        stacked_ = stacked(board.own) & ~bit(OFF);
    }

    std::size_t run(Dice dice) {
        if (dice.is_double()) {
            play_double(dice.high);
        } else if (may_bear_off()) {
            play_home(dice.high, dice.low);
        } else {
            play_two(dice.high, dice.low);
        }
        if (end_ == begin_) *end_++ = {root_.opp, root_.own};
        return static_cast<std::size_t>(end_ - begin_);
    }

  private:
    /// Whether two different dice can bear a checker off: at most one is not home yet.
    bool may_bear_off() const {
        const Places outside = root_.sources >> (LAST_HOME + 1);
        return (outside & (outside - 1)) == 0 && stacked_ >> (LAST_HOME + 1) == 0;
    }

    Places playable(Places sources, unsigned die) const {
        return backgammon::playable(open_, sources, die);
    }

    /// Writes the positions after a last movement with `die` from each of `from`.
    void finish(const State& state, Places from, unsigned die) {
        const auto& move = MOVE[die - 1];
        Places hitting = from & state.blots << die;
        Places quiet = from & ~hitting;
        while (quiet != 0) *end_++ = {state.opp, state.own + move[take(quiet)]};
        while (hitting != 0) {
            const unsigned place = take(hitting);
            *end_++ = {state.opp + HIT[place - die], state.own + move[place]};
        }
    }

    /// Two different dice while no checker can be borne off.
    ///
    /// A pair (x plays `high`, y plays `low`) can be played in either order with one result, and
    /// different pairs give different results, except where the pair amounts to one checker going
    /// z to z-high-low: y stands where x lands, or x where y lands. Those are left out here and
    /// written by run_on, once for each different hit on the way.
    void play_two(unsigned high, unsigned low) {
        const bool on_bar = root_.sources & ON_BAR;
        const Places only = stacked_ & ON_BAR ? ON_BAR : root_.sources;  // two to enter: only they
        const Places high_from = open_ << high & only;
        const Places low_from = open_ << low & only;
        for (Places first = high_from; first != 0;) {
            const unsigned x = take(first);
            Places second = low_from;
            if (on_bar && x != BAR) second &= ON_BAR;  // one of the two has to enter
            second &= ~((bit(x) & ~stacked_) | bit(x) >> high | bit(x) << low);
            if (second != 0) finish(moved(root_, x, high), second, low);
        }
        run_on(high, low, on_bar);
        if (end_ != begin_) return;
        const Places now = on_bar ? ON_BAR : ~0u;
        if (high_from & now) {
            finish(root_, high_from & now, high);
        } else {
            finish(root_, low_from & now, low);
        }
    }

    /// One checker plays both dice; the two ways differ only by what they hit half-way.
    void run_on(unsigned high, unsigned low, bool on_bar) {
        Places from = root_.sources & open_ << (high + low);
        if (on_bar) from &= ON_BAR & ~stacked_;
        const Places hit_between = root_.blots << high | root_.blots << low;
        Places high_first = from & open_ << high;
        Places low_first = from & open_ << low & (hit_between | ~high_first);
        while (high_first != 0) {
            const unsigned z = take(high_first);
            finish(moved(root_, z, high), bit(z - high), low);
        }
        while (low_first != 0) {
            const unsigned z = take(low_first);
            finish(moved(root_, z, low), bit(z - low), high);
        }
    }

    /// Two different dice in the bear-off, where the order decides what is allowed.
    void play_home(unsigned high, unsigned low) {
        play_in_order(high, low);
        play_in_order(low, high);
        if (end_ != begin_) return;
        if (const Places from = playable(root_.sources, high)) {
            finish_home(root_, from, high);
        } else {
            finish_home(root_, playable(root_.sources, low), low);
        }
    }

    void play_in_order(unsigned one, unsigned other) {
        Places first = playable(root_.sources, one);
        while (first != 0) {
            const State state = moved(root_, take(first), one);
            finish_home(state, playable(state.sources, other), other);
        }
    }

    /// As finish, leaving out what is there already: the list is short.
    void finish_home(const State& state, Places from, unsigned die) {
        while (from != 0) {
            const State last = moved(state, take(from), die);
            const Board board{last.opp, last.own};
            const Board* same = begin_;
            while (same != end_ && !(*same == board)) ++same;
            if (same == end_) *end_++ = board;
        }
    }

    /// A double: the same movements in another order reach the same position and different ones
    /// never do, so every play is written once, its sources never rising. That order is always
    /// allowed: the bar comes first, checkers outside before any that is borne off, and whatever
    /// stands higher before a checker that leaves with too large a die.
    void play_double(unsigned die) {
        for (int steps = 4; steps > 0 && end_ == begin_; --steps) {
            play_down(root_, die, steps, BAR);
        }
    }

    void play_down(const State& state, unsigned die, int steps, unsigned highest) {
        Places from = playable(state.sources, die) & ((2u << highest) - 1);
        if (steps == 1) return finish(state, from, die);
        while (from != 0) {
            const unsigned place = take(from);
            play_down(moved(state, place, die), die, steps - 1, place);
        }
    }

    Board* begin_;
    Board* end_;
    Places open_;     // points that are not held by the opponent
    Places stacked_;  // places with two own checkers or more, before the turn
    State root_;
};

/// The sum of the sixteen nibbles.
constexpr unsigned total(std::uint64_t x) {
    const std::uint64_t pairs = (x & 0x0f0f0f0f0f0f0f0f) + (x >> 4 & 0x0f0f0f0f0f0f0f0f);
    return static_cast<unsigned>(pairs * 0x0101010101010101 >> 56);
}

constexpr unsigned total(Checkers checkers) {
    return total(checkers.low) + total(checkers.high);
}

/// 1, 2 or 3: the price of a game that this side has lost.
int price(Checkers loser) {
    if (loser.at(OFF) != 0) return 1;
    // The winner's home is the loser's 19..24, the bar 25: all in the bits from 4 * (19 - 16).
    return loser.high >> 12 != 0 ? 3 : 2;
}

}  // namespace

Board start() {
    Checkers side{0, 0};
    for (const auto [place, count] : {std::array{24u, 2u}, {13u, 5u}, {8u, 3u}, {6u, 5u}}) {
        for (unsigned i = 0; i < count; ++i) side = side + one_at(place);
    }
    return {side, side};
}

std::size_t successors(const Board& board, Dice dice, std::span<Board> out) {
    assert(out.size() >= MAX_SUCCESSORS);
    if (board.own.at(OFF) == CHECKERS || board.opp.at(OFF) == CHECKERS) return 0;
    return Generator(board, out.data()).run(dice);
}

int outcome(const Board& board) {
    if (board.opp.at(OFF) == CHECKERS) return -price(board.own);
    if (board.own.at(OFF) == CHECKERS) return price(board.opp);
    return 0;
}

std::uint64_t hash(const Board& board) {
    std::uint64_t digest = fold(0, board.own.low);
    digest = fold(digest, board.own.high);
    digest = fold(digest, board.opp.low);
    digest = fold(digest, board.opp.high);
    return digest ^ digest >> 32;
}

std::uint64_t perft(const Board& board, int depth, int threads) {
    return perft_dice(board, depth, threads, MAX_SUCCESSORS);
}

const char* fault(const Board& board) {
    constexpr std::uint64_t UNUSED = ~0ull << (4 * (PLACES - 16));
    if ((board.own.high | board.opp.high) & UNUSED) return "bits outside the board are set";
    if (total(board.own) != CHECKERS) return "the player to move does not have 15 checkers";
    if (total(board.opp) != CHECKERS) return "the opponent does not have 15 checkers";
    const Places own = occupied(board.own) & POINTS;
    if (own & mirrored(occupied(board.opp) & POINTS)) return "both sides stand on one point";
    if (board.own.at(OFF) == CHECKERS && board.opp.at(OFF) == CHECKERS) {
        return "both sides have borne off all their checkers";
    }
    return nullptr;
}

Playout play_random(Rng& rng, int max_turns) {
    const auto buffer = std::make_unique_for_overwrite<Board[]>(MAX_SUCCESSORS);
    return random_game(start(), rng, max_turns, std::span(buffer.get(), MAX_SUCCESSORS));
}

}  // namespace tablas::backgammon
