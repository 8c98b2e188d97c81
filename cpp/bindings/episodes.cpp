#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "base/batch.hpp"
#include "bindings/arrays.hpp"
#include "bindings/dice_arrays.hpp"
#include "games.hpp"

// The border to Python for environments: episodes are rows of bytes in the caller's array, moved on
// in place; masks and observations are written into arrays of the caller's.
namespace tablas {
namespace {

constexpr std::size_t EPISODES_TOGETHER = 256;  // fewer cost less than a thread

// Anything that offers its memory to be written: numpy, or any other by DLPack.
using Writable = nb::ndarray<nb::c_contig, nb::device::cpu>;

/// The memory of an array to write to, `each` numbers of type T for each of `rows` rows.
template <class T>
T* room_in(const char* name, const Writable& array, std::size_t rows, std::size_t each) {
    const bool is_bool = std::is_same_v<T, std::uint8_t> && array.dtype() == nb::dtype<bool>();
    if (array.dtype() != nb::dtype<T>() && !is_bool) {
        value_error(std::string(name) + ": the element type is not the one that is written");
    }
    const std::size_t first = array.ndim() == 0 ? 0 : array.shape(0);
    if (first != rows || array.size() != rows * each) {
        value_error(std::string(name) + ": expected " + std::to_string(rows) + " rows of " +
                    std::to_string(each) + ", found " + std::to_string(first) + " rows and " +
                    std::to_string(array.size()) + " numbers");
    }
    return static_cast<T*>(array.data());
}

template <class T>
T* room_in(const char* name, const std::optional<Writable>& array, std::size_t rows,
           std::size_t each) {
    return array ? room_in<T>(name, *array, rows, each) : nullptr;
}

template <class State>
State* episodes_in(const Writable& array) {
    if (array.ndim() != 2) value_error("episodes: expected an array of rows of bytes");
    auto* const bytes = room_in<std::uint8_t>("episodes", array, array.shape(0), sizeof(State));
    if (reinterpret_cast<std::uintptr_t>(bytes) % alignof(State) != 0) {
        value_error("episodes: the array does not begin at a multiple of eight bytes");
    }
    return reinterpret_cast<State*>(bytes);
}

void raise_episode(const FirstFault& wrong) {
    if (!wrong) return;
    const bool is_action = wrong.kind() == FirstFault::Kind::Dice;
    std::string message(is_action ? "actions[" : "episodes[");
    message.append(std::to_string(wrong.index())).append("]: ").append(wrong.reason());
    if (is_action) value_error(message);
    invalid_position(message);
}

/// Calls each(index, episode) for copies that were checked, on `threads` threads.
template <class State, class Each>
void for_each_episode(const State* episodes, std::size_t count, int threads, FirstFault& wrong,
                      Each each) {
    const std::size_t chunk =
        std::max(EPISODES_TOGETHER, count / (4 * static_cast<unsigned>(threads)));
    parallel_for(count, threads, chunk, [&] {
        return [&](std::size_t first, std::size_t last) {
            if (wrong.before(first)) return;
            for_each_board<State>(reinterpret_cast<const std::uint8_t*>(episodes), first, last,
                                  wrong, each);
        };
    });
}

template <class Env>
void reset(const Writable& array, const Array& seeds, const typename Env::Options& options) {
    auto* const episodes = episodes_in<typename Env::State>(array);
    if (seeds.dtype() != nb::dtype<std::uint64_t>() || seeds.ndim() != 1 ||
        seeds.shape(0) != array.shape(0)) {
        value_error("seeds: expected one number of uint64 for each episode");
    }
    const auto* const numbers = static_cast<const std::uint64_t*>(seeds.data());
    for (std::size_t i = 0; i < array.shape(0); ++i) {
        Env::seed(episodes[i], numbers[i], options);
        Env::reset(episodes[i]);
    }
}

/// One byte for each bit of what is allowed, eight at a time.
template <class State>
void write_mask(const State& state, bool asked, std::span<std::uint8_t> out) {
    constexpr std::uint64_t EACH = 0x0101010101010101;
    constexpr std::uint64_t DIAGONAL = 0x8040201008040201;  // bit k of byte k
    for (std::size_t first = 0; first < out.size(); first += 8) {
        const std::uint64_t eight = asked ? state.legal[first / 64] >> first % 64 & 255 : 0;
        const std::uint64_t bytes = ((eight * EACH & DIAGONAL) + 0x7f * EACH) >> 7 & EACH;
        std::memcpy(out.data() + first, &bytes, std::min<std::size_t>(8, out.size() - first));
    }
}

/// Where masks and observations of a batch go; what nobody wants has no room.
template <class Env>
struct Seen {
    static constexpr std::size_t CELLS = Env::PLANES * Env::COLUMNS;
    std::uint8_t* mask;
    std::int8_t* plane;
    float* feature;

    Seen(std::size_t count, const std::optional<Writable>& masks,
         const std::optional<Writable>& planes, const std::optional<Writable>& features)
        : mask(room_in<std::uint8_t>("masks", masks, count, Env::ACTIONS)),
          plane(room_in<std::int8_t>("planes", planes, count, CELLS)),
          feature(room_in<float>("features", features, count, Env::FEATURES)) {}

    /// What one episode shows to a player, or to whoever acts (-1).
    void write(std::size_t i, const typename Env::State& state, int player) const {
        const unsigned me = player < 0 ? Env::viewer(state) : static_cast<unsigned>(player);
        const bool asked = player < 0 || state.actor() == me;
        if (mask != nullptr) {
            write_mask(state, asked, std::span(mask + i * Env::ACTIONS, Env::ACTIONS));
        }
        if (plane != nullptr) Env::planes(state, me, plane + i * CELLS);
        if (feature != nullptr) Env::features(state, me, feature + i * Env::FEATURES);
    }
};

/// First every action is looked at, then all are made: a batch with a wrong one stays as it was.
/// Masks and observations of what follows are written in the same pass, while it is at hand.
template <class Env>
void act(const Writable& array, const Array& actions, const Writable& rewards, bool restart,
         bool forfeit, int threads, const std::optional<Writable>& masks,
         const std::optional<Writable>& planes, const std::optional<Writable>& features) {
    using State = typename Env::State;
    auto* const episodes = episodes_in<State>(array);
    const std::size_t count = array.shape(0);
    if (actions.dtype() != nb::dtype<std::int32_t>() || actions.ndim() != 1 ||
        actions.shape(0) != count) {
        value_error("actions: expected one number of int32 for each episode");
    }
    const auto* const chosen = static_cast<const std::int32_t*>(actions.data());
    float* const won = room_in<float>("rewards", rewards, count, 1);
    const Seen<Env> seen(count, masks, planes, features);
    check_threads(threads);
    FirstFault wrong;
    {
        const nb::gil_scoped_release released;
        for (std::size_t i = 0; i < count && !wrong; ++i) {
            const State& state = episodes[i];
            const bool any = (restart && state.is_over()) || (forfeit && state.actor() < 2);
            if (any || (chosen[i] >= 0 && state.allows(static_cast<unsigned>(chosen[i])))) continue;
            wrong.report(i, FirstFault::Kind::Dice, "not allowed in this state");
        }
        if (!wrong) {
            for_each_episode(episodes, count, threads, wrong, [&](std::size_t i, State state) {
                won[i] = 0;
                const auto action = static_cast<unsigned>(chosen[i]);
                if (state.is_over()) {
                    Env::reset(state);
                } else if (forfeit && !state.allows(action)) {
                    Env::forfeit(state, won[i]);
                } else if (!Env::act(state, action, won[i])) {
                    wrong.report(i, FirstFault::Kind::Board,
                                 "allows an action that cannot be made");
                    return;
                }
                std::memcpy(&episodes[i], &state, sizeof state);
                seen.write(i, state, -1);
            });
        }
    }
    raise_episode(wrong);
}

template <class Env>
void observe(const Writable& array, const std::optional<Writable>& masks,
             const std::optional<Writable>& planes, const std::optional<Writable>& features,
             int player, int threads) {
    using State = typename Env::State;
    const auto* const episodes = episodes_in<State>(array);
    const std::size_t count = array.shape(0);
    const Seen<Env> seen(count, masks, planes, features);
    check_range("player", player, -1, 1);
    check_threads(threads);
    FirstFault wrong;
    {
        const nb::gil_scoped_release released;
        for_each_episode(episodes, count, threads, wrong,
                         [&](std::size_t i, const State& state) { seen.write(i, state, player); });
    }
    raise_episode(wrong);
}

template <class Env>
void begin_turns(const Writable& array, const Array& boards, const Array& dice) {
    using Board = typename Env::Board;
    auto* const episodes = episodes_in<typename Env::State>(array);
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board), array.shape(0));
    const std::uint8_t* const throws_ = rows_of("dice", dice, 2, array.shape(0));
    FirstFault wrong;
    for_each_board<Board>(rows, 0, array.shape(0), wrong, [&](std::size_t i, const Board& board) {
        const std::optional<Dice> roll = roll_at(throws_, i, wrong);
        if (!roll) return;
        if (const char* reason = fault(episodes[i]))
            return wrong.report(i, FirstFault::Kind::Board, reason);
        Env::begin_turn(episodes[i], board, *roll);
    });
    raise_if(wrong);
}

template <class Env>
void place_boards(const Writable& array, const Array& boards) {
    using Board = decltype(Env::State::board);
    auto* const episodes = episodes_in<typename Env::State>(array);
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board), array.shape(0));
    FirstFault wrong;
    for_each_board<Board>(rows, 0, array.shape(0), wrong, [&](std::size_t i, const Board& board) {
        const char* const reason = fault(episodes[i]);
        if (reason != nullptr) return wrong.report(i, FirstFault::Kind::Board, reason);
        Env::place(episodes[i], board);
    });
    raise_if(wrong);
}

/// Where the numbers of an episode lie that Python may read, as numpy's names of their types.
template <class State>
nb::dict dice_fields() {
    nb::dict fields;
    const auto add = [&](const char* name, std::size_t offset, const char* type) {
        fields[name] = nb::make_tuple(offset, type);
    };
    using Half = decltype(State::half);
    add("board", offsetof(State, half) + offsetof(Half, board), "V");
    add("dice", offsetof(State, half) + offsetof(Half, dice), "2u1");
    add("left", offsetof(State, half) + offsetof(Half, left), "2u1");
    add("phase", offsetof(State, phase), "u1");
    add("end", offsetof(State, end), "u1");
    add("mover", offsetof(State, mover), "u1");
    add("cube", offsetof(State, cube), "u1");
    add("owner", offsetof(State, owner), "u1");
    add("crawford", offsetof(State, crawford), "u1");
    add("score", offsetof(State, score), "2u1");
    add("points", offsetof(State, points), "i2");
    add("turns", offsetof(State, turns), "u4");
    return fields;
}

template <class Game>
void bind_dice_game(nb::module_& module) {
    using Env = typename Game::Environment;
    nb::module_ game = module_of<Game>(module);
    game.attr("SOURCES") = Env::Steps::SOURCES;
    game.attr("EPISODE_FIELDS") = dice_fields<typename Env::State>();
    game.def(
        "reset_episodes",
        [](const Writable& episodes, const Array& seeds, bool cube, bool explicit_chance,
           int match_length, std::uint32_t max_turns) {
            check_range("match_length", match_length, 0, 127);
            const auto length = static_cast<std::uint8_t>(match_length);
            reset<Env>(episodes, seeds, {cube, explicit_chance, length, 0, max_turns});
        },
        "episodes"_a, "seeds"_a, nb::kw_only(), "cube"_a = false, "explicit_chance"_a = false,
        "match_length"_a = 0, "max_turns"_a = 0);
    game.def("begin_turns", &begin_turns<Env>, "episodes"_a, "boards"_a, "dice"_a);
}

template <class State>
nb::dict move_fields() {
    nb::dict fields;
    const auto add = [&](const char* name, std::size_t offset, const char* type) {
        fields[name] = nb::make_tuple(offset, type);
    };
    add("board", offsetof(State, board), "V");
    add("phase", offsetof(State, phase), "u1");
    add("end", offsetof(State, end), "u1");
    add("mover", offsetof(State, mover), "u1");
    add("times", offsetof(State, times), "u1");
    add("points", offsetof(State, points), "i2");
    add("since", offsetof(State, since), "u2");
    add("turns", offsetof(State, turns), "u4");
    return fields;
}

template <class Game>
void bind_move_game(nb::module_& module) {
    using Env = typename Game::Environment;
    nb::module_ game = module_of<Game>(module);
    game.attr("EPISODE_FIELDS") = move_fields<typename Env::State>();
    game.def(
        "reset_episodes",
        [](const Writable& episodes, const Array& seeds, int target, bool repetition, int quiet,
           bool quiet_decides, std::uint32_t plies, std::uint32_t max_turns) {
            check_range("target", target, 1, 6);
            check_range("quiet", quiet, 1, 200);
            reset<Env>(episodes, seeds,
                       {static_cast<std::uint8_t>(target), repetition,
                        static_cast<std::uint8_t>(quiet), quiet_decides, plies, max_turns});
        },
        "episodes"_a, "seeds"_a, nb::kw_only(), "target"_a = 6, "repetition"_a = true,
        "quiet"_a = 200, "quiet_decides"_a = false, "plies"_a = 0, "max_turns"_a = 0);
    game.def("place_boards", &place_boards<Env>, "episodes"_a, "boards"_a);
}

template <class Game>
void bind_environment(nb::module_& module) {
    using Env = typename Game::Environment;
    nb::module_ game = module_of<Game>(module);
    game.attr("EPISODE") = sizeof(typename Env::State);
    game.attr("ACTIONS") = Env::ACTIONS;
    if constexpr (requires { Env::SIDE; }) {
        game.attr("PLANES") = nb::make_tuple(Env::PLANES, Env::SIDE, Env::SIDE);
    } else {
        game.attr("PLANES") = nb::make_tuple(Env::PLANES, Env::COLUMNS);
    }
    game.attr("FEATURES") = Env::FEATURES;
    game.def("act", &act<Env>, "episodes"_a, "actions"_a, "rewards"_a, "restart"_a = false,
             "forfeit"_a = false, "threads"_a = 1, nb::kw_only(), "masks"_a = nb::none(),
             "planes"_a = nb::none(), "features"_a = nb::none());
    game.def("observe", &observe<Env>, "episodes"_a, nb::kw_only(), "masks"_a = nb::none(),
             "planes"_a = nb::none(), "features"_a = nb::none(), "player"_a = -1, "threads"_a = 1);
}

}  // namespace

void bind_episodes(nb::module_& module) {
    for_each_type(Games{}, [&]<class Game> {
        bind_environment<Game>(module);
        if constexpr (DiceGame<Game>) {
            bind_dice_game<Game>(module);
        } else {
            bind_move_game<Game>(module);
        }
    });
}

}  // namespace tablas
