#pragma once

#include <cstddef>
#include <span>

#include "backgammon/bearoff.hpp"
#include "backgammon/rules.hpp"
#include "dice/judging_net.hpp"

/// Races that have not come home yet: a small net says how many rolls one side needs, for each side
/// alone, since nobody can be hit any more. Its inputs are in
/// src/tablas/training/backgammon/race.py.
namespace tablas::backgammon {

/// One side on its way home: how likely it needs n = 0, 1, … rolls to bear off everything, and to
/// bear off a first checker.
struct SideRolls {
    RollChances all, first;
};

class RaceNet {
  public:
    /// No checker lies beyond this point: there a backgammon could be lost.
    static constexpr unsigned FARTHEST = 18;
    /// Nor has a side more pips to go: the net has not seen such.
    static constexpr int MOST_PIPS = 170;
    /// Where more games end as gammons, the nets that judge whole games are nearer (measured).
    static constexpr float MOST_GAMMONS = 0.02f;
    static constexpr std::size_t UNITS = 4;  // inputs of a place, the checkers borne off among them
    static constexpr std::size_t INPUTS = (FARTHEST + 1) * UNITS;
    static constexpr std::size_t SHAPE = 4;  // numbers that describe the chances of one number
    static constexpr std::size_t FREE = 12;  // first numbers of rolls, each corrected by itself
    static constexpr std::size_t OUTPUTS = 2 * (SHAPE + FREE);
    static_assert(OUTPUTS % LINE == 0);

    /// fault() says what is wrong with the layers, or nullptr.
    explicit RaceNet(std::span<const LayerWeights> layers);
    static const char* fault(std::span<const LayerWeights> layers);

    /// Whether the net can judge the board: both sides have passed, neither is far away, and the
    /// game goes on.
    static bool reaches(const Board& board);

    void rolls(std::span<const Checkers> sides, std::span<SideRolls> out, Workspace& space,
               Path path) const;

  private:
    FirstLayer first_;
    DenseNet rest_;
};

/// The chances of boards that the net of these tables reaches, at most ROWS_TOGETHER; who is at
/// home is looked up.
void judge_races(const Bearoff& tables, std::span<const Board> boards, std::span<Chances> out,
                 Workspace& space, Path path);

}  // namespace tablas::backgammon
