#include <memory>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/dice_arrays.hpp"
#include "bindings/net_arrays.hpp"
#include "bindings/paths.hpp"
#include "games.hpp"

// The border to Python for what judges positions.
namespace tablas {
namespace {

constexpr std::size_t BOARDS_A_CHUNK = 4 * ROWS_TOGETHER;
constexpr std::size_t TURNS_A_CHUNK = 8;

template <class Net>
void make_net(Net* place, const LayerArrays& arrays) {
    const std::vector<LayerWeights> layers = layers_of(arrays);
    if (const char* reason = Net::fault(layers)) value_error(std::string("layers: ") + reason);
    new (place) Net(layers);
}

template <class Game>
nb::ndarray<nb::numpy, float> evaluate(const typename Game::Net& net, const Array& boards,
                                       int threads, const std::string& path_name) {
    using Board = typename Game::Board;
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    check_threads(threads);
    const Path path = path_of(path_name);
    auto chances = room_for<float>(count * CHANCES);
    auto* const out = reinterpret_cast<Chances*>(chances.get());
    FirstFault wrong;
    {
        const nb::gil_scoped_release released;
        parallel_for(count, threads, BOARDS_A_CHUNK, [&] {
            return [&, space = Workspace(), checked = std::vector<Board>()](
                       std::size_t first, std::size_t last) mutable {
                for (; first < last; first += checked.size()) {
                    const std::size_t end = std::min(last, first + BOARDS_A_CHUNK);
                    checked.resize(end - first);
                    for_each_board<Board>(
                        rows, first, end, wrong,
                        [&](std::size_t i, const Board& board) { checked[i - first] = board; });
                    if (wrong) return;
                    net.evaluate(checked, {out + first, end - first}, space, path);
                }
            };
        });
    }
    raise_if(wrong);
    return owning(std::move(chances), {count, CHANCES});
}

/// What one thread needs to choose plays.
template <class Game>
struct Chooser {
    Workspace space;
    using Boards = std::vector<typename Game::Board>;
    Boards plays = Boards(Game::WIDTH);
    std::vector<Chances> chances = std::vector<Chances>(Game::WIDTH);
};

template <class Game>
nb::tuple choose(const typename Game::Net& net, const Array& boards, const Array& dice, int threads,
                 const std::string& path_name) {
    using Board = typename Game::Board;
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    const std::uint8_t* const throws_ = rows_of("dice", dice, 2, count);
    check_threads(threads);
    const Path path = path_of(path_name);
    auto chosen = room_for<std::uint8_t>(count * sizeof(Board));
    auto chances = room_for<float>(count * CHANCES);
    auto* const out = reinterpret_cast<Chances*>(chances.get());
    FirstFault wrong;
    const auto one = [&](Chooser<Game>& with, std::size_t i, const Board& board) {
        const std::optional<Dice> roll = roll_at(throws_, i, wrong);
        if (!roll) return;
        const std::size_t made = successors(board, *roll, with.plays);
        if (made == 0) return wrong.report(i, FirstFault::Kind::Board, "the game is over");
        const std::size_t best =
            net.best({with.plays.data(), made}, with.chances, with.space, path);
        std::memcpy(chosen.get() + i * sizeof(Board), &with.plays[best], sizeof(Board));
        out[i] = with.chances[best].swapped();
    };
    {
        const nb::gil_scoped_release released;
        parallel_for(count, threads, TURNS_A_CHUNK, [&] {
            return
                [&, with = std::make_unique<Chooser<Game>>()](std::size_t first, std::size_t last) {
                    if (wrong.before(first)) return;
                    for_each_board<Board>(
                        rows, first, last, wrong,
                        [&](std::size_t i, const Board& board) { one(*with, i, board); });
                };
        });
    }
    raise_if(wrong);
    return nb::make_tuple(owning(std::move(chosen), {count, sizeof(Board)}),
                          owning(std::move(chances), {count, CHANCES}));
}

template <class Game>
void bind_net(nb::module_ game) {
    using Net = typename Game::Net;
    nb::class_<Net>(game, "Net")
        .def("__init__", &make_net<Net>, "layers"_a)
        .def("evaluate", &evaluate<Game>, "boards"_a, "threads"_a = 1, "path"_a = "fastest")
        .def("choose", &choose<Game>, "boards"_a, "dice"_a, "threads"_a = 1, "path"_a = "fastest");
}

}  // namespace

void bind_nets(nb::module_& module) {
    module.def("paths", &path_names);
    for_each_dice_game([&]<class Game> { bind_net<Game>(module_of<Game>(module)); });
}

}  // namespace tablas
