#include "abalone/signature.hpp"

#include <array>
#include <atomic>

#include "abalone/net.hpp"
#include "abalone/search.hpp"
#include "base/digest.hpp"

namespace tablas::abalone {

std::uint64_t rules_signature() {
    constexpr int GAMES = 500, PLIES = 400;
    std::array<Board, MAX_SUCCESSORS> buffer;
    std::uint64_t digest = 0;
    for (int game = 0; game < GAMES; ++game) {
        Rng rng(SIGNATURE_SEED, static_cast<std::uint64_t>(game));
        Board board = belgian_daisy();
        for (int ply = 0; ply < PLIES; ++ply) {
            const std::size_t count = successors(board, buffer);
            if (count == 0) break;
            for (std::size_t i = 0; i < count; ++i) digest = fold(digest, hash(buffer[i]));
            board = buffer[rng.below(static_cast<std::uint32_t>(count))];
        }
        digest = fold(digest, static_cast<std::uint64_t>(outcome(board) + 3));
    }
    return digest;
}

std::uint64_t search_signature() {
    const std::atomic<bool> stop{false};
    std::array<Board, MAX_SUCCESSORS> buffer;
    Table table(4);
    const Net net(SampleWeights(SIGNATURE_SEED).view());
    std::uint64_t digest = 0;
    Rng rng(SIGNATURE_SEED);
    for (int game = 0; game < 8; ++game) {
        Board board = belgian_daisy();
        for (int ply = 0; ply < 10 * game; ++ply) {
            const std::size_t count = successors(board, buffer);
            if (count == 0) break;
            board = buffer[rng.below(static_cast<std::uint32_t>(count))];
        }
        Options options;
        options.limit.depth = 7;
        options.lines = 1 + game % 2;
        if (game % 4 > 1) options.net = &net;
        const Found found = search(board, {}, options, table, stop);
        digest = fold(digest, found.nodes);
        for (const Line& line : found.lines) {
            digest = fold(digest, static_cast<std::uint64_t>(line.score + WIN));
            digest = fold(digest, line.moves.front().code);
        }
    }
    return digest;
}

}  // namespace tablas::abalone
