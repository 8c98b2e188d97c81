#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>

#include "base/batch.hpp"
#include "bindings/module.hpp"

// What every part of the border to Python needs: arrays checked as they come in, arrays given out.
namespace tablas {

// The element type is left open and checked by bytes_of: a declared one would be cast to silently.
using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

inline std::string shape_of(const Array& array) {
    std::string text = "(";
    for (std::size_t i = 0; i < array.ndim(); ++i) {
        if (i > 0) text += ", ";
        text += std::to_string(array.shape(i));
    }
    return text + (array.ndim() == 1 ? ",)" : ")");
}

[[noreturn]] inline void value_error(const std::string& message) {
    throw nb::value_error(message.c_str());
}

inline const std::uint8_t* bytes_of(const char* name, const Array& array) {
    if (array.dtype() != nb::dtype<std::uint8_t>()) {
        value_error(std::string(name) + ": expected an array of uint8, found another element type");
    }
    return static_cast<const std::uint8_t*>(array.data());
}

/// The bytes of an array of rows of `width`; any number of rows if `rows` is not given.
inline const std::uint8_t* rows_of(const char* name, const Array& array, std::size_t width,
                                   std::optional<std::size_t> rows = std::nullopt) {
    const bool fits =
        array.ndim() == 2 && array.shape(1) == width && (!rows || array.shape(0) == *rows);
    if (!fits) {
        value_error(std::string(name) + ": expected shape (" +
                    (rows ? std::to_string(*rows) : "n") + ", " + std::to_string(width) +
                    "), found " + shape_of(array));
    }
    return bytes_of(name, array);
}

inline void check_threads(int threads) {
    if (threads >= 1 && threads <= 1024) return;
    value_error("threads: expected 1 to 1024, found " + std::to_string(threads));
}

template <class Number>
void check_range(const char* name, Number found, Number least, Number most) {
    if (found >= least && found <= most) return;
    value_error(std::string(name) + ": expected " + std::to_string(least) + " to " +
                std::to_string(most) + ", found " + std::to_string(found));
}

[[noreturn]] inline void invalid_position(const std::string& message) {
    const nb::object type = nb::module_::import_("tablas.errors").attr("InvalidPosition");
    PyErr_SetString(type.ptr(), message.c_str());
    throw nb::python_error();
}

inline void raise_if(const FirstFault& wrong) {
    if (!wrong) return;
    const bool dice = wrong.kind() == FirstFault::Kind::Dice;
    std::string message(dice ? "dice[" : "boards[");
    message.append(std::to_string(wrong.index())).append("]: ").append(wrong.reason());
    if (dice) value_error(message);
    invalid_position(message);
}

/// A numpy array that owns its memory.
template <class T>
nb::ndarray<nb::numpy, T> owning(Memory<T> memory, std::initializer_list<std::size_t> shape) {
    T* const data = memory.get();
    const nb::capsule owner(memory.release(), [](void* held) noexcept { std::free(held); });
    return nb::ndarray<nb::numpy, T>(data, shape, owner);
}

}  // namespace tablas
