#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tablas {

/// The generator xoshiro256** of Blackman and Vigna, seeded through splitmix64.
///
/// (seed, stream) names one sequence, the same on every platform and compiler; game i of a batch
/// draws from stream i, so that results do not depend on the number of threads.
class Rng {
  public:
    explicit constexpr Rng(std::uint64_t seed, std::uint64_t stream = 0) {
        // The two words are mixed one after the other: streams are not shifts of each other, as
        // they would be if the stream were added to splitmix64's own counter.
        std::uint64_t counter = finalise(finalise(seed + GOLDEN) ^ (stream * 0xd1342543de82ef95));
        for (std::uint64_t& word : state_) word = finalise(counter += GOLDEN);
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A number from 0 to n-1, n > 0, each exactly equally likely (Lemire's multiply and reject).
    constexpr std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t uneven = (0u - n) % n;
            while (static_cast<std::uint32_t>(product) < uneven) product = (next() >> 32) * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    constexpr bool operator==(const Rng&) const = default;
    /// The state that gives nothing but zeros, and that no seed leads to.
    static constexpr Rng empty() {
        Rng rng(0);
        rng.state_ = {};
        return rng;
    }

  private:
    static constexpr std::uint64_t GOLDEN = 0x9e3779b97f4a7c15;  // splitmix64's increment

    static constexpr std::uint64_t finalise(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace tablas
