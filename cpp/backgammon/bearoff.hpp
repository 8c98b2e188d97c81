#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "backgammon/rules.hpp"
#include "dice/chances.hpp"

/// Exact endgames: both sides have all their checkers in their home boards and have passed.
namespace tablas::backgammon {

inline constexpr std::size_t HOME = 6;

/// One side at home with at most 15 checkers: C(21, 6) positions, those with fewer checkers first.
/// The number of (c1 … c6) is the sum over k of C(c1 + … + ck + k - 1, k).
inline constexpr std::size_t ONE_SIDED = 54264;
inline constexpr std::size_t FULL_FROM = 38760;  // C(20, 6): from here on all 15 are on the board
inline constexpr std::size_t FULL = ONE_SIDED - FULL_FROM;

/// Both sides with at most 6 checkers: C(12, 6) positions a side.
inline constexpr std::size_t TWO_SIDED = 924;

/// The number of a side, or nullopt if a checker is outside its home board.
std::optional<std::size_t> home_index(const Checkers& side);

/// Chances that a side needs n = 0, 1, … rolls; what would take longer is less than 1e-7.
inline constexpr std::size_t MOST_ROLLS = 32;
using RollChances = std::array<float, MOST_ROLLS>;

/// Points that the player to move expects if he rolls now, both sides playing and doubling
/// perfectly from then on: without a cube; and with a cube of 1 that he owns, that lies in the
/// middle, and that the opponent owns. If he doubles instead he expects the smaller of a point and
/// twice `opponent`. Nobody wins a gammon here.
struct ExactEquities {
    float cubeless, own, centred, opponent;
};

/// How many rolls one side needs to bear off everything and, where it can still be gammoned, to
/// bear off a first checker; the latter is nullptr otherwise.
struct RollsOfSide {
    const RollChances* all;
    const RollChances* first;
};

/// The chances of the player to move in a race, each side hurrying for itself.
Chances race_chances(const RollsOfSide& own, const RollsOfSide& opp);

/// Builds the chances of the rolls to bear off everything (ONE_SIDED rows), taking the play with
/// the least rolls on average, and to bear off a first checker (FULL rows, from FULL_FROM on).
void build_one_sided(std::span<RollChances> all, std::span<RollChances> first);

/// Builds the equities of (own, opponent), row by row of TWO_SIDED.
void build_two_sided(std::span<ExactEquities> out);

class RaceNet;

/// What the tables know; they may lie in a file that is mapped into memory. With them may come a
/// net for races that are not at home yet, which must outlive them.
class Bearoff {
  public:
    Bearoff(std::span<const RollChances> all, std::span<const RollChances> first,
            std::span<const ExactEquities> two_sided, const RaceNet* race = nullptr)
        : all_(all), first_(first), two_sided_(two_sided), race_(race) {}

    /// The chances of a game in which both sides are at home: exact with at most six checkers a
    /// side; otherwise those of sides that hurry, each for itself. Nullopt elsewhere, and where the
    /// game is over.
    std::optional<Chances> chances(const Board& board) const;

    /// Nullopt unless both sides are at home with six checkers or fewer and the game goes on.
    std::optional<ExactEquities> exact(const Board& board) const;

    /// What the tables know of the side at home with this number.
    RollsOfSide rolls(std::size_t index) const {
        return {&all_[index], index >= FULL_FROM ? &first_[index - FULL_FROM] : nullptr};
    }

    const RaceNet* race() const { return race_; }

  private:
    std::span<const RollChances> all_, first_;
    std::span<const ExactEquities> two_sided_;
    const RaceNet* race_;
};

}  // namespace tablas::backgammon
