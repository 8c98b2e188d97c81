#include "backgammon/signature.hpp"

#include <atomic>
#include <cmath>
#include <vector>

#include "backgammon/evaluator.hpp"
#include "backgammon/features.hpp"
#include "backgammon/search.hpp"
#include "base/rng.hpp"
#include "dice/play.hpp"

namespace tablas::backgammon {
namespace {

constexpr int TURNS = 40;
constexpr float ROUNDED = 500;  // equities count to .002: rounding errors are far smaller

LayerWeights random_layer(Rng& rng, std::size_t outputs, std::size_t inputs, float size) {
    const auto number = [&] {
        return (static_cast<float>(rng.below(1u << 16)) / (1u << 15) - 1.0f) * size;
    };
    LayerWeights layer{outputs, inputs, {}, {}};
    for (std::size_t i = 0; i < outputs * inputs; ++i) layer.weights.push_back(number());
    for (std::size_t i = 0; i < outputs; ++i) layer.bias.push_back(number());
    return layer;
}

/// Nets with fixed random weights, on the portable path: what a search does with an evaluator does
/// not depend on how well it judges.
struct FixedNets {
    Rng rng{SIGNATURE_SEED};
    Net net{std::vector{random_layer(rng, 32, INPUTS, 0.2f), random_layer(rng, 6, 32, 0.6f)}};
    GuessNet guess{std::vector{random_layer(rng, GuessNet::HIDDEN, GUESS_ROWS, 0.2f),
                               random_layer(rng, 1, GuessNet::HIDDEN, 0.1f)}};
    Evaluator evaluator{net, &guess, nullptr, Path::Portable};
};

}  // namespace

std::uint64_t search_signature() {
    const FixedNets nets;
    const Cubeless stakes;
    const std::atomic<bool> stop{false};
    EvaluationCache cache(1 << 20);
    Rng rng(SIGNATURE_SEED, 1);
    SearchOptions options;
    options.limit.plies = 2;
    std::uint64_t digest = 0;
    Board board = start();
    for (int turn = 0; turn < TURNS; ++turn) {
        Search<Evaluator, Cubeless> search({nets.evaluator, nets.evaluator}, stakes, cache, options,
                                           stop);
        const auto found = search.plays(board, random_roll(rng));
        for (const auto& play : found.plays) {
            const auto equity = static_cast<std::int64_t>(std::lround(play.equity * ROUNDED));
            digest = fold(digest, hash(play.board));
            digest = fold(digest, static_cast<std::uint64_t>(equity * 8 + play.plies));
        }
        digest = fold(digest, found.nodes);
        board = outcome(found.plays[0].board) == 0 ? found.plays[0].board : start();
    }
    return digest;
}

}  // namespace tablas::backgammon
