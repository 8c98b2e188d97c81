#pragma once

namespace tablas {

/// Chances of the player to move: to win, win a gammon or more, win a backgammon, lose a gammon or
/// more, lose a backgammon. The same five numbers for both dice games.
struct Chances {
    float win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;

    /// Points expected in a game without a cube.
    constexpr float equity() const {
        return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon;
    }
    /// The same chances seen by the other side.
    constexpr Chances swapped() const {
        return {1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon};
    }
    /// Adds a share of other chances: means over rolls are sums of these.
    constexpr void add(const Chances& other, float weight) {
        win += weight * other.win;
        win_gammon += weight * other.win_gammon;
        win_backgammon += weight * other.win_backgammon;
        lose_gammon += weight * other.lose_gammon;
        lose_backgammon += weight * other.lose_backgammon;
    }
    constexpr bool operator==(const Chances&) const = default;
};
static_assert(sizeof(Chances) == 5 * sizeof(float));

/// The chances of a game that is over; `points` as a game's outcome() gives them.
constexpr Chances chances_of(int points) {
    return {points > 0 ? 1.0f : 0.0f, points >= 2 ? 1.0f : 0.0f, points >= 3 ? 1.0f : 0.0f,
            points <= -2 ? 1.0f : 0.0f, points <= -3 ? 1.0f : 0.0f};
}

}  // namespace tablas
