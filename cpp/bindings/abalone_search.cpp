#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "abalone/net.hpp"
#include "abalone/punctual.hpp"
#include "abalone/signature.hpp"
#include "bindings/arrays.hpp"

// The border to Python for the search of Abalone.
namespace tablas {
namespace {

using abalone::Board;
using abalone::Found;
using abalone::Options;

std::vector<Board> boards_of(const char* name, const Array& array) {
    const std::uint8_t* const rows = rows_of(name, array, sizeof(Board));
    std::vector<Board> boards(array.shape(0));
    if (!boards.empty()) std::memcpy(boards.data(), rows, boards.size() * sizeof(Board));
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const char* const reason = abalone::fault(boards[i]);
        if (reason == nullptr) continue;
        invalid_position(std::string(name) + "[" + std::to_string(i) + "]: " + reason);
    }
    return boards;
}

void check(const Options& options) {
    check_range("seconds", options.limit.seconds, 0.0, 1e6);
    check_range("depth", options.limit.depth, 0, abalone::MAX_PLY);
    check_range("quiet", options.quiet, 0, 1 << 20);
    check_range("quiet_limit", options.ends.quiet, 0, 1 << 20);
    check_range("plies", options.ends.plies, 0, 1 << 20);
    check_range("target", options.ends.target, 1u, abalone::LOST_TO_LOSE);
    check_range("contempt", options.contempt, -1000, 1000);
    check_range("lines", options.lines, 1, static_cast<int>(abalone::MAX_SUCCESSORS));
    check_threads(options.threads);
    const auto& limit = options.limit;
    if (limit.seconds == 0 && limit.nodes == 0 && limit.depth == 0) {
        value_error("limit: expected seconds, nodes or depth, found none of them");
    }
}

/// The boards that a variation reaches, one a row.
nb::ndarray<nb::numpy, std::uint8_t> reached(Board board, const std::vector<abalone::Move>& moves) {
    auto bytes = room_for<std::uint8_t>(moves.size() * sizeof(Board));
    for (std::size_t i = 0; i < moves.size(); ++i) {
        board = abalone::apply(board, moves[i]);
        std::memcpy(bytes.get() + i * sizeof(Board), &board, sizeof(Board));
    }
    return owning(std::move(bytes), {moves.size(), sizeof(Board)});
}

/// A transposition table and the search that fills it; one search at a time.
class Searcher {
  public:
    explicit Searcher(std::size_t megabytes) : table_(megabytes) {}

    nb::tuple search(const Array& array, const Array& past, const Options& options) {
        if (array.ndim() != 1 || array.shape(0) != sizeof(Board)) {
            value_error("board: expected shape (16,), found " + shape_of(array));
        }
        const auto began = Search::Clock::now();
        Board board;
        std::memcpy(&board, bytes_of("board", array), sizeof(Board));
        if (const char* reason = abalone::fault(board)) {
            invalid_position(std::string("board: ") + reason);
        }
        const std::vector<Board> history = boards_of("history", past);
        check(options);
        const std::unique_lock only(busy_, std::try_to_lock);
        if (!only.owns_lock()) value_error("search: another one is running with this table");
        return told(board, run(board, history, options, began));
    }

    void stop() {
        const std::lock_guard lock(wishing_);
        if (wish_) wish_->store(true);
    }

    void clear() {
        const std::unique_lock only(busy_, std::try_to_lock);
        if (!only.owns_lock()) value_error("clear: a search is running with this table");
        const nb::gil_scoped_release released;
        leaving_.clear();
        table_.clear();
    }

    std::size_t bytes() const { return table_.bytes(); }

  private:
    using Search = abalone::PunctualSearch;

    /// Waits for the search to end, no longer than its limit of time, and answers an interrupt from
    /// the keyboard. A search that has not noticed its end is left alone: the table is made for
    /// several at a time.
    Found run(const Board& board, const std::vector<Board>& history, const Options& options,
              Search::Time began) {
        auto search = begin(board, history, options, began);
        for (;;) {
            bool ended = false;
            {
                const nb::gil_scoped_release released;
                ended = search->wait_until(
                    std::min(Search::Clock::now() + SIGNALS_EVERY, search->due()));
            }
            if (ended || Search::Clock::now() >= search->due()) break;
            if (PyErr_CheckSignals() != 0) {
                search->found();
                leaving_.push_back(std::move(search));
                throw nb::python_error();
            }
        }
        Found found = search->found();
        leaving_.push_back(std::move(search));
        return found;
    }

    std::unique_ptr<Search> begin(const Board& board, const std::vector<Board>& history,
                                  const Options& options, Search::Time began) {
        const nb::gil_scoped_release released;
        std::erase_if(leaving_, [](const auto& search) { return search->ended(); });
        if (leaving_.size() > MOST_LEAVING) leaving_.erase(leaving_.begin());
        auto wish = std::make_shared<std::atomic<bool>>(false);
        {
            const std::lock_guard lock(wishing_);
            wish_ = wish;
        }
        return std::make_unique<Search>(board, history, options, table_, std::move(wish), began);
    }

    static nb::tuple told(const Board& board, const Found& found) {
        nb::list lines, iterations;
        for (const abalone::Line& line : found.lines) {
            lines.append(nb::make_tuple(line.score, reached(board, line.moves)));
        }
        for (const abalone::Iteration& at : found.iterations) {
            iterations.append(nb::make_tuple(at.depth, at.score, at.nodes, at.seconds));
        }
        return nb::make_tuple(lines, found.depth, found.nodes, found.seconds, iterations);
    }

    static constexpr auto SIGNALS_EVERY = std::chrono::milliseconds(20);
    static constexpr std::size_t MOST_LEAVING = 16;

    abalone::Table table_;
    std::mutex busy_;
    std::mutex wishing_;
    Search::Wish wish_;                             // that the search that runs ends early
    std::vector<std::unique_ptr<Search>> leaving_;  // searches that have not been waited for
};

void make_searcher(Searcher* place, std::int64_t megabytes) {
    check_range<std::int64_t>("megabytes", megabytes, 1, 1 << 20);
    new (place) Searcher(static_cast<std::size_t>(megabytes));
}

nb::tuple search_with(Searcher& searcher, const Array& board, const Array& history, double seconds,
                      std::uint64_t nodes, int depth, int quiet, unsigned target, bool repetition,
                      int quiet_limit, bool quiet_decides, int plies, int contempt, bool press,
                      int lines, int threads, bool selective, const abalone::Net* net) {
    Options options;
    options.limit = {seconds, nodes, depth};
    options.ends = {target, repetition, quiet_limit, quiet_decides, plies};
    options.quiet = quiet;
    options.contempt = contempt;
    options.press = press;
    options.lines = lines;
    options.threads = threads;
    options.selective = selective;
    options.net = net;
    return searcher.search(board, history, options);
}

}  // namespace

void bind_abalone_search(nb::module_& module) {
    auto game = nb::cast<nb::module_>(module.attr("abalone"));
    game.attr("WIN") = abalone::WIN;
    game.attr("PROVEN") = abalone::PROVEN;
    game.def("search_signature", [] {
        const nb::gil_scoped_release released;
        return abalone::search_signature();
    });
    nb::class_<Searcher>(game, "Searcher")
        .def("__init__", &make_searcher, "megabytes"_a = 64)
        .def("search", &search_with, "board"_a, "history"_a, nb::kw_only(), "seconds"_a = 0.0,
             "nodes"_a = 0, "depth"_a = 0, "quiet"_a = 0, "target"_a = abalone::LOST_TO_LOSE,
             "repetition"_a = true, "quiet_limit"_a = 200, "quiet_decides"_a = false, "plies"_a = 0,
             "contempt"_a = 0, "press"_a = false, "lines"_a = 1, "threads"_a = 1,
             "selective"_a = true, "net"_a = nb::none(),
             nb::keep_alive<1, 18>())  // a search may outlive its call
        .def("stop", &Searcher::stop)
        .def("clear", &Searcher::clear)
        .def_prop_ro("bytes", &Searcher::bytes);
}

}  // namespace tablas
