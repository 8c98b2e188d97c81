#pragma once

#include <vector>

namespace tablas {

/// What the table assumes of a game between equals; each game brings its own, measured.
struct MatchModel {
    double win_gammon;      ///< of all games, gammons and backgammons of one side
    double win_backgammon;  ///< backgammons of one side
    /// Of a trailer in the Crawford game, whose leader need not fear to lose a plain game.
    double crawford_win, crawford_gammon;
    double efficiency;  ///< of the cube, between dead (0) and live (1)
    /// Chances of a trailer who doubles at the first turn after the Crawford game: mean and spread
    /// if the leader began, and if the trailer did. They say what a free drop is worth.
    double led_mean, led_spread;
    double began_mean, began_spread;
};

/// The chance of winning a match from every score, before a game.
///
/// Computed by recursion from the end of the match: after the Crawford game the trailer doubles at
/// the first turn and the leader drops what is better dropped; in the Crawford game there is no
/// cube; before it a game is worth what the cube model of cube.hpp makes of even chances with the
/// cube in the middle.
class MatchEquity {
  public:
    static constexpr int LONGEST = 64;

    explicit MatchEquity(const MatchModel& model);

    /// For a player who needs `own` points against one who needs `opp`, both at most LONGEST; 1 or
    /// 0 if a player needs none. `crawford_over` tells whether the Crawford game has been played:
    /// where one side needs one point it is otherwise the game to come.
    double chance(int own, int opp, bool crawford_over) const {
        if (own <= 0) return 1;
        if (opp <= 0) return 0;
        if (own == 1 && opp == 1) return 0.5;
        if (crawford_over && own == 1) return 1 - after_crawford(opp);
        if (crawford_over && opp == 1) return after_crawford(own);
        return table_[index(own, opp)];
    }
    const MatchModel& model() const { return model_; }

  private:
    static std::size_t index(int own, int opp) {
        return static_cast<std::size_t>((own - 1) * LONGEST + opp - 1);
    }
    double after_crawford(int away) const { return trailing_[static_cast<std::size_t>(away)]; }

    void fill_after_crawford();
    void fill_crawford();
    void fill_before_crawford();

    MatchModel model_;
    std::vector<double> trailing_;  // after the Crawford game, by what the trailer needs
    std::vector<double> table_;     // before and in the Crawford game
};

}  // namespace tablas
