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

std::string shape_of(const Array& array);

[[noreturn]] void value_error(const std::string& message);

const std::uint8_t* bytes_of(const char* name, const Array& array);

/// The bytes of an array of rows of `width`; any number of rows if `rows` is not given.
const std::uint8_t* rows_of(const char* name, const Array& array, std::size_t width,
                            std::optional<std::size_t> rows = std::nullopt);

void check_threads(int threads);

/// Of a number that is not in range, for whichever type of number.
[[noreturn]] void range_error(const char* name, const std::string& found, const std::string& least,
                              const std::string& most);

template <class Number>
void check_range(const char* name, Number found, Number least, Number most) {
    if (found >= least && found <= most) return;
    range_error(name, std::to_string(found), std::to_string(least), std::to_string(most));
}

[[noreturn]] void invalid_position(const std::string& message);

void raise_if(const FirstFault& wrong);

/// A numpy array that owns its memory.
template <class T>
nb::ndarray<nb::numpy, T> owning(Memory<T> memory, std::initializer_list<std::size_t> shape) {
    T* const data = memory.get();
    const nb::capsule owner(memory.release(), [](void* held) noexcept { std::free(held); });
    return nb::ndarray<nb::numpy, T>(data, shape, owner);
}

}  // namespace tablas
