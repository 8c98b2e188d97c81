#include <bit>
#include <cassert>

#include "abalone/rules.hpp"
#include "abalone/sets.hpp"

// Move generation: a few rotations find the marbles, a loop over each set makes the moves.
namespace tablas::abalone {
namespace {

constexpr Cells lowest(Cells set) {
    return set & (0 - set);
}

constexpr Move coded(Cells marble, unsigned direction, unsigned form, unsigned pushed,
                     bool ejects) {
    const auto cell = static_cast<unsigned>(std::countr_zero(marble));
    const unsigned ejected = ejects ? 1 : 0;
    return {static_cast<std::uint16_t>(cell | direction << 6 | form << 9 | pushed << 12 |
                                       ejected << 14)};
}

/// Hands every move of a board to write(slot, own change, opp change, move), the changes being
/// the cells to flip. Direction by direction: pushes of two, pushes of one, in line, broadside.
///
/// A candidate that is not kept is written all the same, and the next one over it: the branch that
/// this saves would be a coin toss.
template <class Write>
class Generator {
  public:
    Generator(const Board& board, Write write)
        : own_(board.own_marbles()), opp_(board.opp_marbles()), write_(write) {}

    std::size_t all() {
        towards<E>();
        towards<NE>();
        towards<NW>();
        towards<W>();
        towards<SW>();
        towards<SE>();
        return slot_;
    }

  private:
    template <unsigned D>
    void towards() {
        const Sets sets = sets_towards<D>(own_, opp_);
        push_two<D>(sets.triples & sets.before_two_weak);
        push_one<D>(sets.pairs & sets.before_weak, sets.triples);
        in_line<D>(sets.free, sets.pairs, sets.triples);
        broadside<D, (D + 1) % 3, 3>(sets.free);
        broadside<D, (D + 2) % 3, 5>(sets.free);
    }

    /// Three marbles push two: the nearer one takes the cell behind the farther one, or the
    /// farther one is ejected and the nearer one stands in its place.
    template <unsigned D>
    void push_two(Cells fronts) {
        for (; fronts != 0; fronts &= fronts - 1) {
            const Cells front = lowest(fronts);
            const Cells target = step<D>(front);
            const Cells beyond = step<D>(step<D>(target));
            const Cells rear = before<D>(before<D>(front));
            put(true, rear | target, target | beyond, coded(front, D, 2, 2, beyond == 0));
        }
    }

    /// Two, and three if there are, push one.
    template <unsigned D>
    void push_one(Cells fronts, Cells triples) {
        for (; fronts != 0; fronts &= fronts - 1) {
            const Cells front = lowest(fronts);
            const Cells target = step<D>(front);
            const Cells beyond = step<D>(target);
            const Cells second = before<D>(front);
            const Cells third = before<D>(second);
            const bool three = (front & triples) != 0;
            put(true, second | target, target | beyond, coded(front, D, 1, 1, beyond == 0));
            put(three, third | target, target | beyond, coded(front, D, 2, 1, beyond == 0));
        }
    }

    /// One, two and three marbles behind an empty cell.
    template <unsigned D>
    void in_line(Cells fronts, Cells pairs, Cells triples) {
        for (; fronts != 0; fronts &= fronts - 1) {
            const Cells front = lowest(fronts);
            const Cells target = step<D>(front);
            const Cells second = before<D>(front);
            const Cells third = before<D>(second);
            put(true, front | target, 0, coded(front, D, 0, 0, false));
            put((front & pairs) != 0, second | target, 0, coded(front, D, 1, 0, false));
            put((front & triples) != 0, third | target, 0, coded(front, D, 2, 0, false));
        }
    }

    /// Two and three marbles in a row along axis A, each of them free.
    template <unsigned D, unsigned A, unsigned FORM>
    void broadside(Cells free) {
        Cells firsts = free & before<A>(free);
        const Cells triples = firsts & before<A>(firsts);
        for (; firsts != 0; firsts &= firsts - 1) {
            const Cells first = lowest(firsts);
            const Cells second = step<A>(first);
            const Cells two = first | second;
            const Cells three = two | step<A>(second);
            put(true, two | step<D>(two), 0, coded(first, D, FORM, 0, false));
            put((first & triples) != 0, three | step<D>(three), 0,
                coded(first, D, FORM + 1, 0, false));
        }
    }

    void put(bool keep, Cells own_change, Cells opp_change, Move move) {
        write_(slot_, own_change, opp_change, move);
        slot_ += keep ? 1 : 0;
    }

    Cells own_;
    Cells opp_;
    Write write_;
    std::size_t slot_ = 0;
};

}  // namespace

std::size_t successors(const Board& board, std::span<Board> out) {
    assert(out.size() >= MAX_SUCCESSORS);
    if (board.decided()) return 0;
    const auto write = [now = board, to = out.data()](std::size_t slot, Cells own_change,
                                                      Cells opp_change, Move move) {
        const std::uint64_t ejected = move.ejects() ? ONE_LOST : 0;
        to[slot] = {(now.opp ^ opp_change) + ejected, now.own ^ own_change};
    };
    return Generator(board, write).all();
}

std::size_t moves(const Board& board, std::span<Move> out) {
    assert(out.size() >= MAX_SUCCESSORS);
    if (board.decided()) return 0;
    const auto write = [to = out.data()](std::size_t slot, Cells, Cells, Move move) {
        to[slot] = move;
    };
    return Generator(board, write).all();
}

}  // namespace tablas::abalone
