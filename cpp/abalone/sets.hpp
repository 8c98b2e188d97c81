#pragma once

#include "abalone/cells.hpp"

namespace tablas::abalone {

/// The sets from which all moves in one direction follow; a row of marbles is told by its front.
struct Sets {
    Cells pairs;            // own marbles with an own marble behind
    Cells triples;          // own marbles with two own marbles behind
    Cells free;             // own marbles with an empty cell in front
    Cells before_weak;      // cells in front of which one opposing marble can be pushed
    Cells before_two_weak;  // cells in front of which two can
};

/// An opposing marble can be pushed if nothing stands behind it, be it an empty cell or the edge;
/// two in a row if the second one can. Own marbles behind them block like opposing ones.
template <unsigned D>
[[gnu::always_inline]] constexpr Sets sets_towards(Cells own, Cells opp) {
    Sets sets{};
    sets.pairs = own & step<D>(own);
    sets.triples = sets.pairs & step<D>(sets.pairs);
    const Cells blocked = before<D>(own | opp);
    sets.free = own & before<D>(CELLS) & ~blocked;
    sets.before_weak = before<D>(opp & ~blocked);
    sets.before_two_weak = before<D>(opp & sets.before_weak);
    return sets;
}

}  // namespace tablas::abalone
