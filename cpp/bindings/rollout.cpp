#include "dice/rollout.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "abak/evaluator.hpp"
#include "backgammon/cube.hpp"
#include "backgammon/evaluator.hpp"
#include "bindings/arrays.hpp"
#include "bindings/cube_state.hpp"
#include "bindings/interruptible.hpp"

// The border to Python for rollouts.
namespace tablas {
namespace {

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
struct Held {
    Rollout<Evaluator> rollout;
    std::mutex busy{};
    std::atomic<bool> stop{false};

    Held(const Evaluator& evaluator, std::vector<RolloutStart<typename Evaluator::Board>> starts,
         const RolloutSettings& settings)
        : rollout(evaluator, std::move(starts), settings) {}
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

using HeldBackgammon = Held<backgammon::Evaluator>;
using HeldAbak = Held<abak::Evaluator>;

void make_backgammon(HeldBackgammon* place, const backgammon::Net& net, const Array& boards,
                     const GuessNet* guess, const BearoffTables* bearoff,
                     const std::optional<std::vector<CubeState>>& cubes, bool may_double,
                     std::uint64_t seed, int truncate, bool variance_reduction, unsigned widest,
                     float margin) {
    new (place) HeldBackgammon(evaluator_of(net, guess, bearoff),
                               starts_of<backgammon::Board>(boards, cubes, may_double),
                               settings_of(seed, truncate, variance_reduction, widest, margin));
}

void make_abak(HeldAbak* place, const abak::Net& net, const Array& boards, const abak::Net* guess,
               const std::optional<std::vector<CubeState>>& cubes, bool may_double,
               std::uint64_t seed, int truncate, bool variance_reduction, unsigned widest,
               float margin) {
    new (place)
        HeldAbak(abak::Evaluator(net, guess), starts_of<abak::Board>(boards, cubes, may_double),
                 settings_of(seed, truncate, variance_reduction, widest, margin));
}

/// Trials first .. last-1 of the starts `which`: shape (trials, starts, 6).
template <DiceEvaluator Evaluator>
nb::ndarray<nb::numpy, double> run(Held<Evaluator>& held, std::uint64_t first, std::uint64_t last,
                                   const std::vector<std::size_t>& which, int threads) {
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

}  // namespace

void bind_rollout(nb::module_& module) {
    const RolloutSettings usual;
    const auto widest = static_cast<unsigned>(usual.widest);
    auto game = nb::cast<nb::module_>(module.attr("backgammon"));
    nb::class_<HeldBackgammon>(game, "Rollout")
        .def("__init__", &make_backgammon, "net"_a, "boards"_a, nb::kw_only(),
             "guess"_a = nb::none(), "bearoff"_a = nb::none(), "cubes"_a = nb::none(),
             "may_double"_a = true, "seed"_a = usual.seed, "truncate"_a = usual.truncate,
             "variance_reduction"_a = usual.variance_reduction, "widest"_a = widest,
             "margin"_a = usual.margin, nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>(),
             nb::keep_alive<1, 5>())
        .def("run", &run<backgammon::Evaluator>, "first"_a, "last"_a, "which"_a, "threads"_a = 1);
    auto abak = nb::cast<nb::module_>(module.attr("abak"));
    nb::class_<HeldAbak>(abak, "Rollout")
        .def("__init__", &make_abak, "net"_a, "boards"_a, nb::kw_only(), "guess"_a = nb::none(),
             "cubes"_a = nb::none(), "may_double"_a = true, "seed"_a = usual.seed,
             "truncate"_a = usual.truncate, "variance_reduction"_a = usual.variance_reduction,
             "widest"_a = widest, "margin"_a = usual.margin, nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 4>())
        .def("run", &run<abak::Evaluator>, "first"_a, "last"_a, "which"_a, "threads"_a = 1);
}

}  // namespace tablas
