#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "abak/rules.hpp"
#include "tests/abak_positions.hpp"
#include "tests/check.hpp"

using namespace tablas;
using namespace tablas::abak;
using namespace tablas::abak::test;
using tablas::test::Tally;

namespace {

const char* const START_TEXT = "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/-";

std::span<Board> buffer() {
    static const auto boards = std::make_unique_for_overwrite<Board[]>(MAX_SUCCESSORS);
    return {boards.get(), MAX_SUCCESSORS};
}

/// The positions after a turn, turned back to the side that has moved.
std::set<Position> reached(const Position& position, unsigned one, unsigned other) {
    std::set<Position> result;
    const std::size_t count = successors(board_of(position), roll_of(one, other), buffer());
    for (const Board& board : buffer().first(count)) {
        result.insert(reference::turned(position_of(board)));
    }
    return result;
}

using Positions = std::set<Position>;

/// True if some position of the set has exactly this stack on the point.
bool some(const Positions& positions, std::size_t point, const std::string& stack) {
    return std::any_of(positions.begin(), positions.end(),
                       [&](const Position& p) { return p.points[point] == stack; });
}

/// True if all positions of the set, and there are some, have exactly this stack on the point.
bool all(const Positions& positions, std::size_t point, const std::string& stack) {
    return !positions.empty() &&
           std::all_of(positions.begin(), positions.end(),
                       [&](const Position& p) { return p.points[point] == stack; });
}

/// The kernel's successors are those of the reference, distinct, and valid boards.
void compare(Tally& tally, const Board& board, Dice dice) {
    const std::size_t count = successors(board, dice, buffer());
    std::set<Position> found;
    bool valid = true;
    for (const Board& next : buffer().first(count)) {
        found.insert(position_of(next));
        valid &= fault(next) == nullptr;
    }
    const auto wanted = reference::successors(position_of(board), dice.high, dice.low);
    const bool agrees = found == wanted && count == wanted.size() && valid;
    CHECK(tally, agrees);
    if (!agrees && tally.failures <= 20) {
        std::fprintf(stderr, "    %d%d: %zu found, %zu distinct, %zu wanted, in %s\n", dice.high,
                     dice.low, count, found.size(), wanted.size(),
                     text(position_of(board)).c_str());
    }
}

void the_board_and_its_text(Tally& tally) {
    CHECK(tally, start() == board_of(parsed(START_TEXT)));
    CHECK(tally, position_of(start()) == parsed(START_TEXT));
    CHECK(tally, turned(start()) == start());
    CHECK(tally, fault(start()) == nullptr);
    CHECK_EQUAL(tally, outcome(start()), 0);
    CHECK_EQUAL(tally, stack(start(), 13), 0x1121u);  // SSGS, the top in the lowest nibble
    CHECK_EQUAL(tally, stack(start(), 1), 0xdcu);     // ed, the opponent's
}

// ---- The worked cases of the rules page --------------------------------------------------------

void druid_and_wounded_in_either_order(Tally& tally) {
    const auto after = reached(setup({{11, "D"}, {10, "O"}, {9, "s"}}), 2, 1);
    CHECK(tally, after.contains(setup({{9, "sDO"}})));
    CHECK(tally, after.contains(setup({{9, "OD"}}, "", "s")));
}

void a_druid_that_holds_a_checker_can_be_hit(Tally& tally) {
    // Black is to move, in upper case; on 10 the white druid holds a black soldier.
    const auto after = reached(setup({{23, "S"}, {12, "S"}, {10, "Sd"}}), 2, 1);
    CHECK(tally, after.contains(setup({{22, "S"}, {10, "SS"}}, "", "d")));
    CHECK(tally, all(reached(setup({{23, "S"}, {12, "S"}, {10, "Sds"}}), 2, 1), 10, "Sds"));
}

void a_druid_traps_a_druid(Tally& tally) {
    const auto after = reached(setup({{23, "S"}, {12, "D"}, {10, "Sd"}}), 2, 1);
    CHECK(tally, after.contains(setup({{22, "S"}, {10, "SdD"}})));
    // The trapped druid rests; once it is free it may move, and until then it holds the soldier.
    CHECK(tally, all(reached(setup({{23, "S"}, {15, "sDd"}}), 2, 1), 15, "sDd"));
    CHECK(tally, some(reached(setup({{23, "S"}, {15, "sD"}}), 2, 1), 15, "s"));
    CHECK(tally, all(reached(setup({{23, "S"}, {10, "Sd"}}), 2, 1), 10, "Sd"));
}

void the_druid_and_a_lone_guard(Tally& tally) {
    CHECK(tally, some(reached(setup({{23, "S"}, {12, "D"}, {10, "g"}}), 2, 1), 10, "gD"));
    CHECK(tally, all(reached(setup({{23, "S"}, {5, "D"}, {3, "g"}}), 2, 1), 3, "g"));
    CHECK(tally, all(reached(setup({{24, "D"}, {22, "g"}, {13, "SS"}}), 2, 1), 22, "g"));
    const auto near = reached(setup({{6, "S"}, {5, "D"}, {3, "g"}}), 3, 2);
    CHECK(tally, near.contains(setup({{3, "DS"}}, "", "g")));
    CHECK(tally, near.contains(setup({{3, "SD"}}, "", "g")));
    const auto far = reached(setup({{24, "D"}, {22, "g"}}, "S"), 3, 2);
    CHECK(tally, far.contains(setup({{22, "SD"}}, "", "g")));
    // In the midfield it is no attacker, first or second (A3).
    for (const Position& p : reached(setup({{13, "S"}, {12, "D"}, {10, "g"}}), 3, 2)) {
        CHECK(tally, p.opp_bar.empty());
    }
}

void a_lone_guard_blocks(Tally& tally) {
    const Position closed = setup({{11, "S"}, {10, "g"}, {9, "ss"}});
    CHECK(tally, reached(closed, 2, 1) == Positions{closed});
    // Half-way too: 11/10/8 is closed, 11/9/8 is the only way.
    CHECK(tally,
          reached(setup({{11, "S"}, {10, "g"}}), 2, 1) == Positions{setup({{10, "g"}, {8, "S"}})});
    const auto guard = reached(setup({{23, "S"}, {11, "G"}, {10, "g"}}), 2, 1);
    CHECK(tally, guard.contains(setup({{21, "S"}, {10, "G"}}, "", "g")));
}

void wounded_checkers(Tally& tally) {
    const Positions all_off = {setup({{20, "ss"}})};
    CHECK(tally, reached(setup({{20, "ss"}, {4, "E"}}), 5, 5) == all_off);
    // Someone stands higher, though trapped: no larger die for the 4.
    const Position higher = setup({{6, "Ss"}, {4, "E"}});
    CHECK(tally, reached(higher, 5, 5) == Positions{higher});
    // In home but not off: from 6 to 1 with the 5 the even wounded may not go.
    const Position inside = setup({{20, "ss"}, {7, "Ss"}, {6, "E"}});
    CHECK(tally, reached(inside, 5, 5) == Positions{inside});
    const Position odd = setup({{20, "ss"}, {13, "O"}});
    CHECK(tally, reached(odd, 4, 4) == Positions{odd});
    // From the bar any die.
    CHECK(tally, reached(setup({{1, "ss"}}, "EO"), 5, 4) ==
                     (Positions{setup({{1, "ss"}, {21, "O"}, {20, "E"}}),
                                setup({{1, "ss"}, {21, "E"}, {20, "O"}})}));
}

void the_way_back(Tally& tally) {
    for (const Position& p : reached(setup({{20, "ss"}, {6, "N"}, {3, "S"}, {2, "S"}}), 2, 1)) {
        CHECK(tally, p.points[7].empty() && p.points[8].empty());  // all others are home
    }
    const auto open = reached(setup({{12, "Ss"}, {6, "N"}, {3, "S"}, {2, "S"}}), 2, 1);
    CHECK(tally, some(open, 7, "N") && some(open, 8, "N"));
    // One way back and nothing else; after a way forward none: both dice make 12/9.
    for (const Position& p : reached(setup({{24, "S"}, {12, "N"}, {1, "ss"}}), 2, 1)) {
        CHECK(tally, p.points[24] != "S" || p.points[9] == "N");
    }
    // Entering is not forward: in on 22, back to 24.
    CHECK(tally, some(reached(setup({{12, "S"}, {1, "ss"}}, "N"), 3, 2), 24, "N"));
    // It counts for the most dice: 24/23 must be followed by 12/14.
    const auto forced = reached(
        setup({{24, "S"}, {22, "ss"}, {21, "ss"}, {12, "N"}, {11, "ss"}, {10, "ss"}}), 2, 1);
    CHECK(tally,
          forced == Positions{setup(
                        {{23, "S"}, {22, "ss"}, {21, "ss"}, {14, "N"}, {11, "ss"}, {10, "ss"}})});
}

void the_limit_of_five(Tally& tally) {
    const Position full = setup({{22, "SSSSS"}, {19, "ss"}}, "S");
    CHECK(tally, reached(full, 6, 3) == Positions{full});
    // A hit takes the place of the checker that goes; a trap would be the sixth.
    CHECK(tally, reached(setup({{22, "SSSSs"}, {19, "ss"}}, "G"), 3, 3) ==
                     Positions{setup({{22, "SSSSG"}, {19, "ss"}}, "", "s")});
    CHECK(tally, all(reached(setup({{23, "S"}, {12, "D"}, {10, "SSSSs"}}), 2, 1), 10, "SSSSs"));
}

// ---- More of the rules -------------------------------------------------------------------------

void assaults(Tally& tally) {
    const auto ordered = reached(setup({{13, "S"}, {12, "E"}, {10, "g"}}), 3, 2);
    CHECK(tally, ordered.contains(setup({{10, "SE"}}, "", "g")));
    CHECK(tally, ordered.contains(setup({{10, "ES"}}, "", "g")));
    // A guard is no attacker (A2): it hits alone, before the soldier, or not at all.
    for (const Position& p : reached(setup({{12, "S"}, {11, "G"}, {10, "g"}}), 2, 1)) {
        CHECK(tally, p.points[10] != "SG");
    }
    // The end counts for the limit (A4).
    CHECK(tally, some(reached(setup({{12, "S"}, {11, "S"}, {10, "SSSg"}}), 2, 1), 10, "SSSSS"));
    CHECK(tally, all(reached(setup({{12, "S"}, {11, "S"}, {10, "SSSSg"}}), 2, 1), 10, "SSSSg"));
    // From the bar, one or both (A5).
    CHECK(tally, reached(setup({{21, "g"}, {17, "ss"}}, "DN"), 4, 4) ==
                     (Positions{setup({{21, "DN"}, {17, "ss"}}, "", "g"),
                                setup({{21, "ND"}, {17, "ss"}}, "", "g")}));
    CHECK(tally, some(reached(setup({{23, "S"}, {21, "g"}}, "O"), 4, 2), 21, "OS"));
    // The general backwards, as first and as second (A5).
    const auto general = reached(setup({{15, "S"}, {14, "g"}, {12, "N"}}), 2, 1);
    CHECK(tally, general.contains(setup({{14, "NS"}}, "", "g")));
    CHECK(tally, general.contains(setup({{14, "SN"}}, "", "g")));
    // A half that is not completed at once counts for nothing, for the most dice either.
    const Position half = setup({{12, "S"}, {10, "g"}, {9, "ss"}});
    CHECK(tally, reached(half, 2, 2) == Positions{half});
    CHECK(tally, all(reached(setup({{23, "S"}, {12, "S"}, {10, "g"}}), 2, 1), 10, "g"));
}

void bearing_off(Tally& tally) {
    const Position trapped = setup({{6, "Sg"}, {1, "S"}});
    CHECK(tally, reached(trapped, 5, 4) == Positions{trapped});
    CHECK(tally, reached(trapped, 4, 1) == Positions{setup({{6, "Sg"}})});
    const Position outside = setup({{12, "Sd"}, {1, "S"}});
    CHECK(tally, reached(outside, 1, 1) == Positions{outside});
    const auto last = reached(setup({{20, "ss"}, {6, "S"}, {5, "N"}}), 6, 5);
    CHECK(tally, last == (Positions{setup({{20, "ss"}}), setup({{20, "ss"}, {1, "S"}})}));
}

void the_larger_die(Tally& tally) {
    CHECK(tally,
          reached(setup({{20, "S"}, {9, "ss"}}), 6, 5) == Positions{setup({{14, "S"}, {9, "ss"}})});
}

void outcomes(Tally& tally) {
    const auto points = [](const Position& position) { return outcome(board_of(position)); };
    const auto both = [&](const Position& position, int want) {
        CHECK_EQUAL(tally, points(position), want);
        CHECK_EQUAL(tally, points(reference::turned(position)), -want);
    };
    both(setup({{7, "s"}}), 1);
    // All fifteen still in play: on 7 and beyond, one in the winner's home, one on the bar.
    both(setup({{9, "sssss"}, {8, "ssssg"}, {7, "gndeo"}}), 2);
    both(setup({{9, "sssss"}, {8, "ssss"}, {7, "gnde"}, {6, "go"}}), 3);
    both(setup({{9, "sssss"}, {8, "ssss"}, {7, "ggnde"}}, "", "o"), 3);
    both(setup({{7, "S"}, {8, "s"}}), 0);
    for (const Position& over : {setup({{7, "s"}}), setup({{7, "S"}})}) {
        CHECK_EQUAL(tally, successors(board_of(over), roll_of(3, 1), buffer()), 0u);
    }
}

void faults(Tally& tally) {
    CHECK(tally, fault(Board{}) != nullptr);
    CHECK(tally, fault(board_of(setup({}))) != nullptr);  // both sides finished
    CHECK(tally, fault(board_of(setup({{7, "s"}}))) == nullptr);
    // Every single bit is either part of a position or refused.
    int valid = 0;
    for (std::size_t k = 0; k < 8; ++k) {
        for (int bit = 0; bit < 64; ++bit) {
            Board board = start();
            board.words[k] ^= 1ull << bit;
            if (fault(board) == nullptr) ++valid;
        }
    }
    CHECK_EQUAL(tally, valid, 0);
    Rng rng(7);
    for (int i = 0; i < 20000; ++i) {
        Board board = board_of(random_setup(rng));
        CHECK(tally, fault(board) == nullptr && fault(turned(board)) == nullptr);
        CHECK(tally, turned(turned(board)) == board);
        board.words[rng.below(8)] ^= 1ull << rng.below(64);
        board.words[rng.below(8)] ^= 1ull << rng.below(64);
        if (fault(board) == nullptr) {
            CHECK(tally, board_of(position_of(board)) == board);
            successors(board, random_roll(rng), buffer());
        }
    }
}

void random_setups_agree_with_the_reference(Tally& tally, int setups) {
    Rng rng(11);
    for (int i = 0; i < setups; ++i) compare(tally, board_of(random_setup(rng)), random_roll(rng));
}

/// Mixed stacks and barred checkers: what makes a position worth comparing.
int strangeness(const Board& board) {
    const Position position = position_of(board);
    int score = static_cast<int>(position.bar.size());
    for (const std::string& stack : position.points) {
        for (std::size_t i = 1; i < stack.size(); ++i) {
            score += 2 * (is_own(stack[i]) != is_own(stack[i - 1]));
        }
    }
    return score;
}

void random_games_agree_with_the_reference(Tally& tally, int games, int every) {
    for (int game = 0; game < games; ++game) {
        Rng rng(13, static_cast<std::uint64_t>(game));
        Board board = start();
        Dice dice = opening_roll(rng);
        for (int turn = 0; outcome(board) == 0 && turn < 2000; ++turn, dice = random_roll(rng)) {
            if (rng.below(static_cast<std::uint32_t>(every)) == 0) compare(tally, board, dice);
            const auto count = static_cast<std::uint32_t>(successors(board, dice, buffer()));
            Board chosen = buffer()[rng.below(count)];
            // Every second game looks for traps and hits: the strangest of a few.
            for (int i = 0; game % 2 == 1 && i < 3; ++i) {
                const Board other = buffer()[rng.below(count)];
                if (strangeness(other) > strangeness(chosen)) chosen = other;
            }
            board = chosen;
        }
        // Strange games can lock up for good: neither side has a movement with any dice.
        CHECK(tally, game % 2 == 1 || outcome(board) != 0);
    }
}

/// A game can lock up by legal play (this one did): neither side has a movement with any dice.
void a_locked_position_passes_for_ever(Tally& tally) {
    const Board board = board_of(setup({{22, "g"},
                                        {21, "g"},
                                        {19, "s"},
                                        {15, "Sd"},
                                        {6, "OE"},
                                        {5, "snoss"},
                                        {4, "ssess"},
                                        {3, "GD"},
                                        {2, "SNSSS"},
                                        {1, "SSGSS"}},
                                       "", "s"));
    for (const Board& side : {board, turned(board)}) {
        for (const Dice dice : ROLLS) {
            CHECK_EQUAL(tally, successors(side, dice, buffer()), 1u);
            CHECK(tally, buffer()[0] == turned(side));
        }
    }
}

/// The largest number of results that a search over set-ups has met.
void the_largest_turn_found(Tally& tally) {
    const Board board = board_of(setup({{22, "g"},
                                        {21, "g"},
                                        {20, "S"},
                                        {19, "sS"},
                                        {18, "eS"},
                                        {17, "oD"},
                                        {16, "EsS"},
                                        {14, "sN"},
                                        {13, "sS"},
                                        {12, "sG"},
                                        {11, "sS"},
                                        {10, "dS"},
                                        {9, "sG"},
                                        {8, "sS"},
                                        {7, "nO"},
                                        {6, "sS"}}));
    CHECK_EQUAL(tally, successors(board, roll_of(1, 1), buffer()), 3111u);
    compare(tally, board, roll_of(1, 1));
}

void numbers(Tally& tally) {
    CHECK_EQUAL(tally, perft(start(), 1, 1), 882u);
    CHECK_EQUAL(tally, perft(turned(start()), 1, 1), 882u);
    CHECK_EQUAL(tally, perft(start(), 2, 1), 824741u);
    CHECK_EQUAL(tally, perft(start(), 2, 2), 824741u);
}

}  // namespace

/// The optional argument multiplies the number of positions compared with the reference.
int main(int argc, char** argv) {
    const int scale = argc > 1 ? std::atoi(argv[1]) : 1;
    Tally tally;
    the_board_and_its_text(tally);
    druid_and_wounded_in_either_order(tally);
    a_druid_that_holds_a_checker_can_be_hit(tally);
    a_druid_traps_a_druid(tally);
    the_druid_and_a_lone_guard(tally);
    a_lone_guard_blocks(tally);
    wounded_checkers(tally);
    the_way_back(tally);
    the_limit_of_five(tally);
    assaults(tally);
    bearing_off(tally);
    the_larger_die(tally);
    outcomes(tally);
    faults(tally);
    random_setups_agree_with_the_reference(tally, 4000 * scale);
    random_games_agree_with_the_reference(tally, 40 * scale, 4);
    a_locked_position_passes_for_ever(tally);
    the_largest_turn_found(tally);
    numbers(tally);
    return tally.report("abak");
}
