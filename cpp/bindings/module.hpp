#pragma once

#include <nanobind/nanobind.h>

namespace tablas {

namespace nb = nanobind;
using namespace nb::literals;

/// Every part of the border adds what it has to the module, or to the modules of the games.
/// bind_rules makes those, and comes first.
void bind_rules(nb::module_& module);
void bind_episodes(nb::module_& module);
void bind_nets(nb::module_& module);
void bind_search(nb::module_& module);
void bind_cube(nb::module_& module);
void bind_rollout(nb::module_& module);

/// What a game has for itself alone.
void bind_backgammon(nb::module_& module);
void bind_abak(nb::module_& module);
void bind_abalone_net(nb::module_& module);
void bind_abalone_search(nb::module_& module);

/// The module of a game of the table.
template <class Game>
nb::module_ module_of(nb::module_& module) {
    return nb::cast<nb::module_>(module.attr(Game::NAME));
}

}  // namespace tablas
