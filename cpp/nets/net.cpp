#include "nets/net.hpp"

namespace tablas {

Line* Workspace::room(unsigned buffer, std::size_t lines) {
    std::vector<Line>& held = buffers_[buffer];
    if (held.size() < lines) held.resize(lines);
    return held.data();
}

WholeLine* Workspace::whole(std::size_t lines) {
    if (whole_.size() < lines) whole_.resize(lines);
    return whole_.data();
}

std::uint32_t* Workspace::indices(std::size_t count) {
    if (indices_.size() < count) indices_.resize(count);
    return indices_.data();
}

}  // namespace tablas
