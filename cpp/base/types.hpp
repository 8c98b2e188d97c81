#pragma once

namespace tablas {

/// A list of types.
template <class... T>
struct Types {};

/// Calls each.template operator()<T>() for every type of the list, in order.
template <class Each, class... T>
void for_each_type(Types<T...>, Each each) {
    (each.template operator()<T>(), ...);
}

}  // namespace tablas
