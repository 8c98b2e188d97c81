#include "dice/rollout.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/choosers.hpp"
#include "bindings/cube_state.hpp"
#include "bindings/help.hpp"
#include "bindings/interruptible.hpp"
#include "games.hpp"

// The border to Python for rollouts.
namespace tablas {
namespace {

constexpr int MOST_PLIES = 2;  // a ply more takes twenty times as long

template <class Board>
std::vector<RolloutStart<Board>> starts_of(const Array& boards,
                                           const std::optional<std::vector<CubeState>>& cubes,
                                           bool may_double) {
    const std::uint8_t* const rows = rows_of("boards", boards, sizeof(Board));
    const std::size_t count = boards.shape(0);
    if (cubes && cubes->size() != count) value_error("cubes: expected one for each board");
    std::vector<RolloutStart<Board>> starts;
    FirstFault wrong;
    for_each_board<Board>(rows, 0, count, wrong, [&](std::size_t i, const Board& board) {
        Wants wants;
        if (cubes) wants = {true, (*cubes)[i].terms, (*cubes)[i].cube};
        starts.push_back({board, wants, may_double});
    });
    raise_if(wrong);
    return starts;
}

/// A rollout that Python holds, one run at a time.
template <DiceEvaluator Evaluator>
struct HeldRollout {
    Rollout<Evaluator> rollout;
    std::mutex busy{};
    std::atomic<bool> stop{false};

    HeldRollout(const Evaluator& evaluator,
                std::vector<RolloutStart<typename Evaluator::Board>> starts,
                const RolloutSettings& settings, int plies)
        : rollout(evaluator, std::move(starts), settings,
                  plies > 0 ? choosers_ahead<Evaluator>(evaluator, plies)
                            : MakeChooser<typename Evaluator::Board>()) {}
};

RolloutSettings settings_of(std::uint64_t seed, int truncate, bool variance_reduction,
                            unsigned widest, float margin) {
    if (truncate < 0) value_error("truncate: expected 0 or more turns");
    if (widest < 1) value_error("widest: expected 1 or more plays");
    RolloutSettings settings;
    settings.seed = seed;
    settings.truncate = truncate;
    settings.variance_reduction = variance_reduction;
    settings.widest = widest;
    settings.margin = margin;
    return settings;
}

/// Trials first .. last-1 of the starts `which`: shape (trials, starts, 6).
template <DiceEvaluator Evaluator>
nb::ndarray<nb::numpy, double> run(HeldRollout<Evaluator>& held, std::uint64_t first,
                                   std::uint64_t last, const std::vector<std::size_t>& which,
                                   int threads) {
    check_threads(threads);
    if (first > last) value_error("first: expected no more than last");
    for (const std::size_t start : which) {
        if (start >= held.rollout.starts()) value_error("which: there is no such start");
    }
    const std::unique_lock only(held.busy, std::try_to_lock);
    if (!only.owns_lock()) value_error("rollout: it is running in another thread");
    const std::size_t count = static_cast<std::size_t>(last - first) * which.size();
    auto numbers = room_for<double>(count * Trial::NUMBERS);
    std::vector<Trial> trials(count);
    held.stop.store(false);
    interruptible(held.stop,
                  [&] { held.rollout.run(first, last, which, threads, held.stop, trials); });
    static_assert(sizeof(Trial) == Trial::NUMBERS * sizeof(double));
    if (count > 0) std::memcpy(numbers.get(), trials.data(), count * sizeof(Trial));
    return owning(std::move(numbers), {static_cast<std::size_t>(last - first), which.size(),
                                       static_cast<std::size_t>(Trial::NUMBERS)});
}

template <class Game, class Help = typename Game::Help>
struct RolloutOf;

/// The rollouts of one game.
template <class Game, class... Help>
struct RolloutOf<Game, Types<Help...>> {
    using Evaluator = typename Game::Evaluator;
    using Held = HeldRollout<Evaluator>;

    static void make(Held* place, const typename Game::Net& net, const Array& boards,
                     const Holder<Help>*... help,
                     const std::optional<std::vector<CubeState>>& cubes, bool may_double,
                     std::uint64_t seed, int truncate, bool variance_reduction, unsigned widest,
                     float margin, int plies) {
        check_range("plies", plies, 0, MOST_PLIES);
        const std::array given{static_cast<const void*>(help)...};
        if (plies > 0 && !given[0]) value_error("plies: looking ahead needs a guess");
        new (place) Held(Evaluator(net, part_of(help)...),
                         starts_of<typename Game::Board>(boards, cubes, may_double),
                         settings_of(seed, truncate, variance_reduction, widest, margin), plies);
    }

    template <std::size_t... I>
    static void bind(nb::module_ game, std::index_sequence<I...>) {
        const RolloutSettings usual;
        nb::class_<Held>(game, "Rollout")
            .def("__init__", &make, "net"_a, "boards"_a, nb::kw_only(),
                 (nb::arg(Game::HELP[I]) = nb::none())..., "cubes"_a = nb::none(),
                 "may_double"_a = true, "seed"_a = usual.seed, "truncate"_a = usual.truncate,
                 "variance_reduction"_a = usual.variance_reduction,
                 "widest"_a = static_cast<unsigned>(usual.widest), "margin"_a = usual.margin,
                 "plies"_a = 0, nb::keep_alive<1, 2>(), nb::keep_alive<1, 4 + I>()...)
            .def("run", &run<Evaluator>, "first"_a, "last"_a, "which"_a, "threads"_a = 1);
    }
};

}  // namespace

void bind_rollout(nb::module_& module) {
    for_each_dice_game([&]<class Game> {
        RolloutOf<Game>::bind(module_of<Game>(module),
                              std::make_index_sequence<Game::HELP.size()>());
    });
}

}  // namespace tablas
