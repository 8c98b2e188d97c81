#include "signature.hpp"

#include <optional>

#include "base/digest.hpp"
#include "games.hpp"

namespace tablas {

std::uint64_t signature() {
    std::optional<std::uint64_t> digest;
    for_each_type(Games{}, [&]<class Game> {
        const std::uint64_t own = Game::signature();
        digest = digest ? fold(*digest, own) : own;
    });
    return *digest;
}

}  // namespace tablas
