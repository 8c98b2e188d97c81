#include "signature.hpp"

#include <array>

#include "abak/rules.hpp"
#include "abalone/rules.hpp"
#include "backgammon/rules.hpp"
#include "base/digest.hpp"
#include "dice/play.hpp"

namespace tablas {
namespace {

// Enough games to meet bars, bear-offs, traps and assaults; a fifth of a second in all.
constexpr int BACKGAMMON_GAMES = 2000;
constexpr int ABAK_GAMES = 500;
constexpr int ABALONE_GAMES = 500;
constexpr int MAX_TURNS = 2000;
constexpr int MAX_PLIES = 400;

std::uint64_t abalone_signature() {
    std::array<abalone::Board, abalone::MAX_SUCCESSORS> buffer;
    std::uint64_t digest = 0;
    for (int game = 0; game < ABALONE_GAMES; ++game) {
        Rng rng(SIGNATURE_SEED, static_cast<std::uint64_t>(game));
        abalone::Board board = abalone::start();
        for (int ply = 0; ply < MAX_PLIES; ++ply) {
            const std::size_t count = successors(board, buffer);
            if (count == 0) break;
            for (std::size_t i = 0; i < count; ++i) digest = fold(digest, hash(buffer[i]));
            board = buffer[rng.below(static_cast<std::uint32_t>(count))];
        }
        digest = fold(digest, static_cast<std::uint64_t>(outcome(board) + 3));
    }
    return digest;
}

}  // namespace

std::uint64_t signature() {
    std::uint64_t digest = signature_dice(backgammon::start(), BACKGAMMON_GAMES, MAX_TURNS,
                                          backgammon::MAX_SUCCESSORS);
    digest =
        fold(digest, signature_dice(abak::start(), ABAK_GAMES, MAX_TURNS, abak::MAX_SUCCESSORS));
    return fold(digest, abalone_signature());
}

}  // namespace tablas
