#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "base/batch.hpp"
#include "bindings/arrays.hpp"
#include "bindings/dice_arrays.hpp"
#include "games.hpp"

// The border to Python for the rules of every game.
namespace tablas {
namespace {

static_assert(std::endian::native == std::endian::little, "boards cross as little-endian bytes");

template <class Game>
std::size_t count_of(const Array& boards) {
    rows_of("boards", boards, sizeof(typename Game::Board));
    return boards.shape(0);
}

template <class Board>
nb::ndarray<nb::numpy, std::uint8_t> owning_rows(Memory<Board> boards, std::size_t count) {
    Memory<std::uint8_t> bytes(reinterpret_cast<std::uint8_t*>(boards.release()));
    return owning(std::move(bytes), {count, sizeof(Board)});
}

template <class Game>
nb::tuple as_tuple(Successors<typename Game::Board> made, std::size_t count) {
    return nb::make_tuple(owning_rows(std::move(made.boards), made.size),
                          owning(std::move(made.offsets), {count + 1}));
}

template <class Game>
nb::tuple successors_with_dice(const Array& boards, const Array& dice, int threads) {
    using Board = typename Game::Board;
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    const std::uint8_t* const throws_ = rows_of("dice", dice, 2, count);
    check_threads(threads);
    FirstFault wrong;
    Successors<Board> made;
    {
        const nb::gil_scoped_release released;
        const auto generate = [&](std::size_t i, const Board& board, std::span<Board> room) {
            const std::optional<Dice> roll = roll_at(throws_, i, wrong);
            return roll ? successors(board, *roll, room) : 0;
        };
        made = successors_of<Board>(rows, count, threads, Game::WIDTH, wrong, generate);
    }
    raise_if(wrong);
    return as_tuple<Game>(std::move(made), count);
}

template <class Game>
nb::tuple successors_without_dice(const Array& boards, int threads) {
    using Board = typename Game::Board;
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    check_threads(threads);
    FirstFault wrong;
    Successors<Board> made;
    {
        const nb::gil_scoped_release released;
        const auto generate = [](std::size_t, const Board& board, std::span<Board> room) {
            return successors(board, room);
        };
        made = successors_of<Board>(rows, count, threads, Game::WIDTH, wrong, generate);
    }
    raise_if(wrong);
    return as_tuple<Game>(std::move(made), count);
}

/// Checks every board and calls each(index, board).
template <class Game, class Each>
void visit(const Array& boards, Each each) {
    using Board = typename Game::Board;
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    FirstFault wrong;
    {
        const nb::gil_scoped_release released;
        for_each_board<Board>(rows, 0, boards.shape(0), wrong, each);
    }
    raise_if(wrong);
}

template <class Game>
nb::ndarray<nb::numpy, std::int8_t> outcomes(const Array& boards) {
    auto values = room_for<std::int8_t>(count_of<Game>(boards));
    visit<Game>(boards, [&](std::size_t i, const typename Game::Board& board) {
        values[i] = static_cast<std::int8_t>(outcome(board));
    });
    return owning(std::move(values), {boards.shape(0)});
}

template <class Game>
nb::ndarray<nb::numpy, std::uint64_t> hashes(const Array& boards) {
    auto values = room_for<std::uint64_t>(count_of<Game>(boards));
    visit<Game>(boards,
                [&](std::size_t i, const typename Game::Board& board) { values[i] = hash(board); });
    return owning(std::move(values), {boards.shape(0)});
}

template <class Game>
void validate(const Array& boards) {
    visit<Game>(boards, [](std::size_t, const typename Game::Board&) {});
}

template <class Game>
typename Game::Board board_from(const Array& array) {
    typename Game::Board board;
    if (array.ndim() != 1 || array.shape(0) != sizeof(board)) {
        value_error("board: expected shape (" + std::to_string(sizeof(board)) + ",), found " +
                    shape_of(array));
    }
    std::memcpy(&board, bytes_of("board", array), sizeof(board));
    if (const char* reason = fault(board)) invalid_position(std::string("board: ") + reason);
    return board;
}

template <class Game>
std::uint64_t perft_of(const Array& array, int depth, int threads) {
    const auto board = board_from<Game>(array);
    check_threads(threads);
    if (depth < 0 || depth > 12) {
        value_error("depth: expected 0 to 12, found " + std::to_string(depth));
    }
    const nb::gil_scoped_release released;
    return perft(board, depth, threads);
}

template <class Game>
nb::tuple play_random_games(std::int64_t n, std::uint64_t seed, int threads, int max_turns) {
    if (n < 0) value_error("n: expected 0 or more, found " + std::to_string(n));
    if (max_turns < 0) {
        value_error("max_turns: expected 0 or more, found " + std::to_string(max_turns));
    }
    check_threads(threads);
    const auto count = static_cast<std::size_t>(n);
    auto points = room_for<std::int8_t>(count);
    auto turns = room_for<std::int32_t>(count);
    auto made = room_for<std::int64_t>(count);
    {
        const nb::gil_scoped_release released;
        parallel_for(count, threads, 16, [&] {
            return [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i) {
                    Rng rng(seed, i);
                    const Playout playout = Game::play(rng, max_turns);
                    points[i] = static_cast<std::int8_t>(playout.points);
                    turns[i] = playout.turns;
                    made[i] = static_cast<std::int64_t>(playout.successors);
                }
            };
        });
    }
    return nb::make_tuple(owning(std::move(points), {count}), owning(std::move(turns), {count}),
                          owning(std::move(made), {count}));
}

template <class Game>
nb::ndarray<nb::numpy, std::uint8_t> start_board() {
    using Board = typename Game::Board;
    auto bytes = room_for<std::uint8_t>(sizeof(Board));
    const Board board = Game::start();
    std::memcpy(bytes.get(), &board, sizeof(Board));
    return owning(std::move(bytes), {sizeof(Board)});
}

template <class Game>
void bind_game(nb::module_& module) {
    using Board = typename Game::Board;
    const std::string about = "Boards of " + std::to_string(sizeof(Board)) + " bytes.";
    nb::module_ game = module.def_submodule(Game::NAME, about.c_str());
    game.attr("SIZE") = sizeof(Board);
    game.attr("MAX_SUCCESSORS") = Game::WIDTH;
    game.def("start", &start_board<Game>);
    if constexpr (DiceGame<Game>) {
        game.def("successors", &successors_with_dice<Game>, "boards"_a, "dice"_a, "threads"_a = 1);
    } else {
        game.def("successors", &successors_without_dice<Game>, "boards"_a, "threads"_a = 1);
    }
    game.def("outcomes", &outcomes<Game>, "boards"_a);
    game.def("hashes", &hashes<Game>, "boards"_a);
    game.def("validate", &validate<Game>, "boards"_a);
    game.def("perft", &perft_of<Game>, "board"_a, "depth"_a, "threads"_a = 1);
    game.def("play_random", &play_random_games<Game>, "n"_a, "seed"_a, "threads"_a = 1,
             "max_turns"_a = Game::MAX_TURNS);
}

}  // namespace

void bind_rules(nb::module_& module) {
    for_each_type(Games{}, [&]<class Game> { bind_game<Game>(module); });
}

}  // namespace tablas
