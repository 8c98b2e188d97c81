#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Which plays are worth judging, by a guess at what each leaves the opponent: the less, the better.
// Guesses and numbers know no game, so that this is compiled once for all of them.
namespace tablas {

/// How many plays go on to a closer look: the best ones, at most `most` of them, none of which is
/// worse than the best by more than `within`.
struct Width {
    unsigned most;
    float within;
};

/// The numbers of the plays that go on, in the order in which they were listed.
void shortlist(std::span<const float> guesses, Width width, std::vector<std::uint32_t>& out);

/// The same, the best first; `width.most` is no more than there are.
void likeliest(std::span<const float> guesses, Width width, std::vector<std::uint32_t>& out);

/// The numbers of plays by their equities, the highest first; equals stay as they were listed.
std::vector<std::uint32_t> ranked(std::span<const float> equities);

}  // namespace tablas
