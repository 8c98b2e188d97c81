#include "signature.hpp"

#include <cinttypes>
#include <cstdio>

#include "abalone/signature.hpp"
#include "backgammon/signature.hpp"

/// Prints the signatures of this build, of the rules, of the search of Abalone and of that of the
/// dice games; builds are compared by them.
int main() {
    std::printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", tablas::signature(),
                tablas::abalone::search_signature(), tablas::backgammon::search_signature());
}
