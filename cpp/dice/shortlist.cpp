#include "dice/shortlist.hpp"

#include <algorithm>
#include <numeric>

namespace tablas {
namespace {

/// The lesser guess first, then the play that was listed first.
struct Better {
    std::span<const float> guesses;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
        return guesses[a] != guesses[b] ? guesses[a] < guesses[b] : a < b;
    }
};

}  // namespace

void shortlist(std::span<const float> guesses, Width width, std::vector<std::uint32_t>& out) {
    const float most = *std::min_element(guesses.begin(), guesses.end()) + width.within;
    out.clear();
    for (std::uint32_t i = 0; i < guesses.size(); ++i) {
        if (guesses[i] <= most) out.push_back(i);
    }
    if (out.size() <= width.most) return;
    std::nth_element(out.begin(), out.begin() + width.most, out.end(), Better{guesses});
    out.resize(width.most);
    std::sort(out.begin(), out.end());
}

void likeliest(std::span<const float> guesses, Width width, std::vector<std::uint32_t>& out) {
    out.resize(guesses.size());
    std::iota(out.begin(), out.end(), 0u);
    const auto end = out.begin() + width.most;
    std::partial_sort(out.begin(), end, out.end(), Better{guesses});
    const float most = guesses[out[0]] + width.within;
    out.erase(std::find_if(out.begin(), end, [&](std::uint32_t i) { return guesses[i] > most; }),
              out.end());
}

std::vector<std::uint32_t> ranked(std::span<const float> equities) {
    std::vector<std::uint32_t> order(equities.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return equities[a] > equities[b]; });
    return order;
}

}  // namespace tablas
