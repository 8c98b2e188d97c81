#include "bindings/arrays.hpp"

namespace tablas {

std::string shape_of(const Array& array) {
    std::string text = "(";
    for (std::size_t i = 0; i < array.ndim(); ++i) {
        if (i > 0) text += ", ";
        text += std::to_string(array.shape(i));
    }
    return text + (array.ndim() == 1 ? ",)" : ")");
}

void value_error(const std::string& message) {
    throw nb::value_error(message.c_str());
}

const std::uint8_t* bytes_of(const char* name, const Array& array) {
    if (array.dtype() != nb::dtype<std::uint8_t>()) {
        value_error(std::string(name) + ": expected an array of uint8, found another element type");
    }
    return static_cast<const std::uint8_t*>(array.data());
}

const std::uint8_t* rows_of(const char* name, const Array& array, std::size_t width,
                            std::optional<std::size_t> rows) {
    const bool fits =
        array.ndim() == 2 && array.shape(1) == width && (!rows || array.shape(0) == *rows);
    if (!fits) {
        value_error(std::string(name) + ": expected shape (" +
                    (rows ? std::to_string(*rows) : "n") + ", " + std::to_string(width) +
                    "), found " + shape_of(array));
    }
    return bytes_of(name, array);
}

void check_threads(int threads) {
    check_range("threads", threads, 1, 1024);
}

void range_error(const char* name, const std::string& found, const std::string& least,
                 const std::string& most) {
    value_error(std::string(name) + ": expected " + least + " to " + most + ", found " + found);
}

void invalid_position(const std::string& message) {
    const nb::object type = nb::module_::import_("tablas.errors").attr("InvalidPosition");
    PyErr_SetString(type.ptr(), message.c_str());
    throw nb::python_error();
}

void raise_if(const FirstFault& wrong) {
    if (!wrong) return;
    const bool dice = wrong.kind() == FirstFault::Kind::Dice;
    std::string message(dice ? "dice[" : "boards[");
    message.append(std::to_string(wrong.index())).append("]: ").append(wrong.reason());
    if (dice) value_error(message);
    invalid_position(message);
}

}  // namespace tablas
