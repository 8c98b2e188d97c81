#include <bit>

#include "abalone/eval.hpp"
#include "abalone/sets.hpp"

// Single kinds of moves, for a search that does not want them all: those that eject, and whether
// a remembered one is legal here.
namespace tablas::abalone {
namespace {

constexpr unsigned first_of(Cells set) {
    return static_cast<unsigned>(std::countr_zero(set));
}

constexpr Move ejection(unsigned front, unsigned direction, unsigned form, unsigned pushed) {
    return {
        static_cast<std::uint16_t>(front | direction << 6 | form << 9 | pushed << 12 | 1u << 14)};
}

template <unsigned D>
Move* ejections_towards(Cells own, Cells opp, Move* to) {
    const Cells prey = opp & ~before<D>(CELLS);  // those with the edge behind them
    if (prey == 0) return to;
    const Cells pairs = own & step<D>(own);
    const Cells triples = pairs & step<D>(pairs);
    for (Cells fronts = triples & before<D>(opp & before<D>(prey)); fronts != 0;
         fronts &= fronts - 1) {
        *to++ = ejection(first_of(fronts), D, 2, 2);
    }
    for (Cells fronts = pairs & before<D>(prey); fronts != 0; fronts &= fronts - 1) {
        *to++ = ejection(first_of(fronts), D, 1, 1);
        if ((fronts & (0 - fronts) & triples) != 0) *to++ = ejection(first_of(fronts), D, 2, 1);
    }
    return to;
}

/// A step in a direction that is known only at run time.
constexpr Cells stepped(Cells set, unsigned direction) {
    const unsigned stride = STRIDE[direction];
    return (set << stride | set >> (CELL_COUNT - stride)) & LANDS[direction];
}

/// Whether what stands in front of a line of `size` marbles is what the move says.
bool fits_in_line(Cells own, Cells opp, Move move, Cells front) {
    const unsigned direction = move.direction();
    Cells cell = stepped(front, direction);
    for (unsigned i = 0; i < move.pushed(); ++i) {
        if ((cell & opp) == 0) return false;
        cell = stepped(cell, direction);
    }
    if (move.ejects()) return cell == 0;
    return cell != 0 && (cell & (own | opp)) == 0;
}

}  // namespace

std::size_t ejections(const Board& board, std::span<Move> out) {
    const Cells own = board.own_marbles(), opp = board.opp_marbles();
    Move* to = out.data();
    to = ejections_towards<E>(own, opp, to);
    to = ejections_towards<NE>(own, opp, to);
    to = ejections_towards<NW>(own, opp, to);
    to = ejections_towards<W>(own, opp, to);
    to = ejections_towards<SW>(own, opp, to);
    to = ejections_towards<SE>(own, opp, to);
    return static_cast<std::size_t>(to - out.data());
}

bool legal(const Board& board, Move move) {
    if (board.decided() || move.code >> 15 != 0 || move.cell() >= CELL_COUNT) return false;
    if (move.direction() >= DIRECTION_COUNT || move.form() > 6) return false;
    const Cells own = board.own_marbles(), opp = board.opp_marbles();
    // The row is followed step by step from its first marble: at the edge it would end.
    const unsigned row = move.broadside() ? move.axis() : opposite(move.direction());
    Cells group = 0;
    Cells cell = bit(move.cell());
    for (unsigned i = 0; i < move.size(); ++i) {
        if ((cell & own) == 0) return false;
        group |= cell;
        cell = stepped(cell, row);
    }
    if (!move.broadside()) {
        const bool strong = move.pushed() == 0 || move.size() > move.pushed();
        const bool sound = !move.ejects() || move.pushed() > 0;
        return strong && sound && fits_in_line(own, opp, move, bit(move.cell()));
    }
    if (move.code >> 12 != 0) return false;
    const Cells targets = stepped(group, move.direction());
    return std::popcount(targets) == std::popcount(group) && (targets & (own | opp)) == 0;
}

}  // namespace tablas::abalone
