#pragma once

namespace tablas {

/// What a gammon adds to a win, and a backgammon to a gammon, in units of which a game won is worth
/// one and a game lost minus one; then what they add to a loss. All are 1 where points count, and 0
/// where only the win does, as at the last point of a match.
struct Prices {
    float win_gammon = 1, win_backgammon = 1, lose_gammon = 1, lose_backgammon = 1;

    constexpr Prices swapped() const {
        return {lose_gammon, lose_backgammon, win_gammon, win_backgammon};
    }
};

/// Chances of the player to move: to win, win a gammon or more, win a backgammon, lose a gammon or
/// more, lose a backgammon. The same five numbers for both dice games.
struct Chances {
    float win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;

    /// Points expected in a game without a cube, or what they are worth at other prices.
    constexpr float equity(const Prices& prices = {}) const {
        return 2 * win - 1 + prices.win_gammon * win_gammon +
               prices.win_backgammon * win_backgammon - prices.lose_gammon * lose_gammon -
               prices.lose_backgammon * lose_backgammon;
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
