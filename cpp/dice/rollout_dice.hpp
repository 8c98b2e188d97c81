#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/rng.hpp"
#include "dice/dice.hpp"

namespace tablas {

/// The dice of the trials of a rollout: evenly spread over the first turns, drawn by chance later.
///
/// Of any 36 trials that begin at a multiple of 36 each throw falls once at the first turn, once at
/// the second and once at the third; any 1296 have every pair of first and second throws once. The
/// throws are shuffled by the seed, so that those of one trial are as random as any others and only
/// their spread over the trials is even. Turn t of trial i depends on the seed alone.
class RolloutDice {
  public:
    static constexpr std::size_t THROWS = 36;
    static constexpr int SPREAD_TURNS = 3;

    explicit RolloutDice(std::uint64_t seed) : seed_(seed) {
        for (std::size_t turn = 0; turn < SPREAD_TURNS; ++turn) {
            Rng rng(seed, turn);
            std::iota(order_[turn].begin(), order_[turn].end(), std::uint8_t{0});
            for (std::size_t left = THROWS; left > 1; --left) {
                std::swap(order_[turn][left - 1],
                          order_[turn][rng.below(static_cast<std::uint32_t>(left))]);
            }
        }
    }

    /// The dice of one trial, turn after turn.
    class Trial {
      public:
        Trial(const RolloutDice& dice, std::uint64_t trial)
            : dice_(&dice), trial_(trial), rng_(dice.seed_, SPREAD_TURNS + trial) {}

        /// Which of ROLLS falls at the next turn.
        std::size_t next() {
            const int turn = turn_++;
            const std::size_t thrown =
                turn < SPREAD_TURNS ? dice_->spread(trial_, turn) : rng_.below(THROWS);
            return index_of(thrown);
        }

      private:
        const RolloutDice* dice_;
        std::uint64_t trial_;
        Rng rng_;
        int turn_ = 0;
    };

  private:
    /// Digits of the trial in base 36, added so that each of them alone runs through all throws.
    std::size_t spread(std::uint64_t trial, int turn) const {
        const std::uint64_t first = trial % THROWS, second = trial / THROWS,
                            third = trial / (THROWS * THROWS);
        const std::uint64_t sums[] = {first, first + second, 5 * first + second + third};
        return order_[static_cast<std::size_t>(turn)][sums[turn] % THROWS];
    }
    static std::size_t index_of(std::size_t thrown) {
        const std::size_t one = thrown / 6 + 1, other = thrown % 6 + 1;
        const std::size_t high = std::max(one, other), low = std::min(one, other);
        return high * (high - 1) / 2 + low - 1;  // the order of ROLLS
    }

    std::uint64_t seed_;
    std::array<std::array<std::uint8_t, THROWS>, SPREAD_TURNS> order_{};
};

}  // namespace tablas
