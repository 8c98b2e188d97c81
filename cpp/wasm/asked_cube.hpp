#pragma once

#include <cstdint>

#include "dice/look_ahead.hpp"
#include "wasm/border.hpp"

// Cube and score as a page tells them.
namespace tablas::wasm {

/// The cube as the player to move sees it: its value, whose it is (0 nobody's, 1 own, 2 the
/// opponent's), the points that both still need (0: money), and what is agreed on.
struct AskedCube {
    std::int32_t value, owner, own_away, opp_away, crawford, jacoby, beavers;
};

template <class Game>
Wants wants_of(const AskedCube& asked) {
    CubeTerms terms{asked.own_away,    asked.opp_away,     asked.crawford != 0,
                    asked.jacoby != 0, asked.beavers != 0, &Game::match_equity()};
    return {true, terms, {asked.value, static_cast<Owner>(asked.owner)}};
}

inline bool sound_cube(const AskedCube& asked) {
    const auto away = [](std::int32_t points) {
        return points >= 0 && points <= MatchEquity::LONGEST;
    };
    const bool sound = asked.value >= 1 && asked.value <= 1 << 15 && asked.owner >= 0 &&
                       asked.owner <= 2 && away(asked.own_away) && away(asked.opp_away) &&
                       (asked.own_away == 0) == (asked.opp_away == 0);
    if (!sound) note_fault("no such cube or score");
    return sound;
}

}  // namespace tablas::wasm
