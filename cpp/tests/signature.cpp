#include "signature.hpp"

#include <cinttypes>
#include <cstdio>

#include "abalone_search.hpp"

/// Prints the signatures of this build, of the rules and of the search; builds are compared by
/// them.
int main() {
    std::printf("%" PRIu64 " %" PRIu64 "\n", tablas::signature(),
                tablas::abalone::search_signature());
}
