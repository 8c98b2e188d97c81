#include "signature.hpp"

#include <cinttypes>
#include <cstdio>

/// Prints the signature of this build; builds are compared by it.
int main() {
    std::printf("%" PRIu64 "\n", tablas::signature());
}
