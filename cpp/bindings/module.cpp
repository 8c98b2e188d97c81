#include "bindings/module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/cpu.hpp"
#include "signature.hpp"

// The border to Python: arrays of bytes in, arrays out. Everything that comes in is checked here.
NB_MODULE(_kernel, module) {
    using namespace tablas;
    module.doc() = "The rules of the games for whole batches of boards.";
    module.def("cpu_features", &cpu_features);
    module.def("signature", [] {
        const nb::gil_scoped_release released;
        return signature();
    });
    bind_rules(module);
    bind_episodes(module);
    bind_nets(module);
    bind_search(module);
    bind_cube(module);
    bind_rollout(module);
    bind_backgammon(module);
    bind_abak(module);
    bind_abalone_net(module);
    bind_abalone_search(module);
}
