#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/threads.hpp"

// Boards by the thousand, as they come from outside: rows of bytes that nothing is known of yet.
namespace tablas {

/// A growing row of boards that are written in place.
template <class Board>
class Rows {
  public:
    /// Room for `count` boards in all.
    void reserve(std::size_t count) {
        if (count > capacity_) resize(count);
    }
    /// Room for `count` boards behind what is there; add() says how many were used.
    std::span<Board> ahead(std::size_t count) {
        if (capacity_ - size_ < count) reserve(std::max(size_ + count, capacity_ * 2));
        return {boards_.get() + size_, count};
    }
    void add(std::size_t count) { size_ += count; }

    std::size_t size() const { return size_; }
    const Board* data() const { return boards_.get(); }

    Memory<Board> release() && { return boards_ ? std::move(boards_) : room_for<Board>(0); }

  private:
    void resize(std::size_t capacity) {
        Memory<Board> larger = room_for<Board>(capacity);
        if (size_ > 0) std::memcpy(larger.get(), boards_.get(), size_ * sizeof(Board));
        boards_ = std::move(larger);
        capacity_ = capacity;
    }

    Memory<Board> boards_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// The first thing wrong in a batch, whichever thread meets it.
class FirstFault {
  public:
    enum class Kind { Board, Dice };

    void report(std::size_t index, Kind kind, const char* reason) {
        const Locked lock(mutex_);
        if (index >= index_.load(std::memory_order_relaxed)) return;
        index_.store(index, std::memory_order_relaxed);
        kind_ = kind;
        reason_ = reason;
    }
    /// Whether row `index` comes after a fault, so that it is no longer of interest.
    bool before(std::size_t index) const { return index_.load(std::memory_order_relaxed) < index; }
    explicit operator bool() const { return index() != NONE; }
    std::size_t index() const { return index_.load(std::memory_order_relaxed); }
    Kind kind() const { return kind_; }
    const char* reason() const { return reason_; }

  private:
    static constexpr std::size_t NONE = std::numeric_limits<std::size_t>::max();

    Mutex mutex_;
    std::atomic<std::size_t> index_{NONE};
    Kind kind_ = Kind::Board;
    const char* reason_ = nullptr;
};

inline constexpr std::size_t LEAST_CHUNK = 1024;     // fewer rows cost less than a thread
inline constexpr std::size_t USUAL_SUCCESSORS = 32;  // a first guess at the room they need

/// Calls each(index, board) for every valid board.
///
/// A board is copied first, checked then: memory that another thread of the caller changes
/// meanwhile can give odd results but never an unchecked board.
template <class Board, class Each>
void for_each_board(const std::uint8_t* rows, std::size_t first, std::size_t last,
                    FirstFault& wrong, Each each) {
    for (std::size_t i = first; i < last; ++i) {
        Board board;
        std::memcpy(&board, rows + i * sizeof(Board), sizeof(Board));
        if (const char* reason = fault(board)) {
            wrong.report(i, FirstFault::Kind::Board, reason);
            return;
        }
        each(i, board);
    }
}

template <class Board>
struct Successors {
    Memory<Board> boards;
    std::size_t size = 0;
    Memory<std::int64_t> offsets;  // those of board i are offsets[i] .. offsets[i + 1]
};

/// Successors of many boards; generate(index, board, room) writes those of one board and returns
/// how many there are, or reports a fault.
template <class Board, class Generate>
Successors<Board> successors_of(const std::uint8_t* rows, std::size_t count, int threads,
                                std::size_t width, FirstFault& wrong, Generate generate) {
    Successors<Board> result;
    result.offsets = room_for<std::int64_t>(count + 1);
    std::int64_t* const offsets = result.offsets.get();
    // On one thread a single piece holds everything and is handed over as it is; on several, four
    // a thread even out the load and are still large enough to lie on huge pages.
    const std::size_t chunk = std::max(LEAST_CHUNK, count / (4 * static_cast<unsigned>(threads)));
    std::vector<Rows<Board>> pieces(count / chunk + 1);
    parallel_for(count, threads, chunk, [&] {
        return [&](std::size_t first, std::size_t last) {
            if (wrong.before(first)) return;
            Rows<Board>& piece = pieces[first / chunk];
            piece.reserve((last - first) * USUAL_SUCCESSORS + width);
            for_each_board<Board>(rows, first, last, wrong, [&](std::size_t i, const Board& board) {
                const std::size_t made = generate(i, board, piece.ahead(width));
                piece.add(made);
                offsets[i + 1] = static_cast<std::int64_t>(made);
            });
        };
    });
    if (wrong) return result;
    offsets[0] = 0;
    for (std::size_t i = 0; i < count; ++i) offsets[i + 1] += offsets[i];
    result.size = static_cast<std::size_t>(offsets[count]);
    if (pieces[0].size() == result.size) {
        result.boards = std::move(pieces[0]).release();
        return result;
    }
    result.boards = room_for<Board>(result.size);
    parallel_for(pieces.size(), threads, 1, [&] {
        return [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (pieces[i].size() == 0) continue;
                std::memcpy(result.boards.get() + offsets[i * chunk], pieces[i].data(),
                            pieces[i].size() * sizeof(Board));
                pieces[i] = {};
            }
        };
    });
    return result;
}

}  // namespace tablas
