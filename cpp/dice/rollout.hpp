#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/threads.hpp"
#include "dice/cube_search.hpp"
#include "dice/play.hpp"
#include "dice/rollout_dice.hpp"

// Rollouts: what becomes of positions when they are played on, many times.
namespace tablas {

/// An evaluator that knows where its chances are exact, and where it knows the worth with a cube:
/// there a trial need not be played on.
template <class E>
concept ExactEvaluator =
    DiceEvaluator<E> && requires(const E& e, const typename E::Board& board, const CubeTerms& terms,
                                 Cube cube, bool may_double) {
        { e.exact(board) } -> std::same_as<bool>;
        { e.exact_worth(board, terms, cube, may_double) } -> std::same_as<std::optional<double>>;
    };

struct RolloutSettings {
    std::uint64_t seed = 1;
    int truncate = 0;    ///< turns after which the evaluator judges; 0: played to the end
    int longest = 2000;  ///< turns after which it judges in any case: a game can lock up
    bool variance_reduction = true;
    std::size_t widest = WIDEST;
    float margin = MARGIN;
};

/// A player that chooses the play of a roll itself, such as one that looks further ahead; nothing
/// once it was stopped. It may remember what it saw: each thread has its own, which the second kind
/// makes.
template <class Board>
using Chooser = std::function<std::optional<Board>(const Board&, Dice, const Wants&)>;
template <class Board>
using MakeChooser = std::function<Chooser<Board>(const std::atomic<bool>& stop)>;

/// Where the trials begin: the player to move rolls, after a double if it is right and allowed.
template <class Board>
struct RolloutStart {
    Board board;
    Wants wants;
    bool may_double = true;  ///< at the first turn; later as the cube allows
};

/// One trial: the chances of the player to move at the start, and what the game was worth.
struct Trial {
    static constexpr std::size_t NUMBERS = 6;
    std::array<double, NUMBERS> numbers{};  // the five chances, then the worth
};

/// Plays trials from one or more starts. Trial i has the same dice from every start, and the same
/// result whatever the number of threads and whichever trials were played before.
///
/// From the result of a trial the luck of its rolls is taken away: what a roll makes of the
/// position by the evaluator's judgement, less the mean of all rolls. These differences have mean
/// zero whatever the evaluator believes, so that the mean of the trials stays that of the games
/// played and only their spread becomes smaller. The roll that falls is played by a closer look.
template <DiceEvaluator E>
class Rollout {
  public:
    using Board = typename E::Board;
    using Start = RolloutStart<Board>;

    /// With `make_chooser` the plays are those of its players, otherwise those of a look at all.
    Rollout(const E& evaluator, std::vector<Start> starts, const RolloutSettings& settings,
            MakeChooser<Board> make_chooser = {})
        : evaluator_(evaluator),
          starts_(std::move(starts)),
          settings_(settings),
          make_chooser_(std::move(make_chooser)),
          dice_(settings.seed) {}

    std::size_t starts() const { return starts_.size(); }

    /// The trials first .. last-1 from the starts that are named, start after start for each trial.
    /// Where `stop` becomes true the rest is left zero and false is given back.
    bool run(std::uint64_t first, std::uint64_t last, std::span<const std::size_t> which,
             int threads, const std::atomic<bool>& stop, std::span<Trial> out) {
        parallel_for(static_cast<std::size_t>(last - first) * which.size(), threads, 1, [&] {
            return [&, look = LookAhead<E>(evaluator_, settings_.widest, settings_.margin),
                    choose = make_chooser_ ? make_chooser_(stop) : Chooser<Board>()](
                       std::size_t from, std::size_t to) mutable {
                for (std::size_t i = from; i < to && !stop.load(); ++i) {
                    const Start& start = starts_[which[i % which.size()]];
                    out[i] = played(look, choose, start, first + i / which.size());
                }
            };
        });
        return !stop.load();
    }

  private:
    /// The first turns are met by many trials; what they look at is kept.
    static constexpr int KEPT_TURNS = RolloutDice::SPREAD_TURNS;
    using Look = LookAhead<E>;
    using Found = std::shared_ptr<const Ahead<Board>>;

    /// Sums up a trial as the player to move at the start sees it.
    struct Sum {
        Trial trial;
        bool turned = false;  // the opponent is to move

        void add(const Chances& chances, double worth, double sign) {
            const Chances seen = turned ? chances.swapped() : chances;
            const std::array<float, 5> all{seen.win, seen.win_gammon, seen.win_backgammon,
                                           seen.lose_gammon, seen.lose_backgammon};
            for (std::size_t i = 0; i < all.size(); ++i) trial.numbers[i] += sign * all[i];
            trial.numbers.back() += sign * (turned ? -worth : worth);
        }
        /// What a roll gave beyond the mean is taken away.
        void take_luck(const Ahead<Board>& ahead, std::size_t roll) {
            add(ahead.chances[roll], ahead.worths[roll], -1);
            add(ahead.mean, ahead.mean_worth, 1);
        }
    };

    struct Key {
        Board board;
        int cube;
        Owner owner;
        bool turned;
        std::size_t start;

        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t digest = fold(hash(key.board), static_cast<std::uint64_t>(key.cube));
            digest = fold(digest, static_cast<std::uint64_t>(key.owner) * 2 + key.turned);
            return static_cast<std::size_t>(fold(digest, key.start));
        }
        std::size_t operator()(const std::pair<Key, std::size_t>& rolled) const {
            return static_cast<std::size_t>(fold((*this)(rolled.first), rolled.second));
        }
    };

    /// A trial under way.
    struct Playing {
        const Start& start;
        Board board;
        Wants wants;
        int turn = 0;
        Chances judged{};  // of the board
        Sum sum{};
        Ahead<Board> here{};  // what lies ahead, unless it is kept
        Found kept{};
    };

    Trial played(Look& look, const Chooser<Board>& choose, const Start& start,
                 std::uint64_t number) {
        RolloutDice::Trial dice(dice_, number);
        Playing now{start, start.board, start.wants};
        now.judged = look.judge(now.board);
        const int end = settings_.truncate > 0 ? settings_.truncate : settings_.longest;
        for (;; ++now.turn) {
            if (const int points = outcome(now.board); points != 0) {
                const Chances known = chances_of(points);
                now.sum.add(known, now.wants.of(now.board, known), 1);
                return now.sum.trial;
            }
            const bool may_double = now.turn > 0 || start.may_double;
            const std::optional<double> known = known_worth(now, may_double);
            if (now.turn == end || known) {
                const double worth = known ? *known : now.wants.of(now.board, now.judged);
                now.sum.add(now.judged, worth, 1);
                return now.sum.trial;
            }
            const Ahead<Board>* ahead = &looked(look, now);
            if (now.wants.cubeful && may_double) {
                const Cube before = now.wants.cube;
                if (dropped(*ahead, now.wants)) {
                    now.sum.add(ahead->mean, settled(1, now.wants.terms, Cube{before.value}), 1);
                    return now.sum.trial;
                }
                if (now.wants.cube != before) ahead = &looked(look, now);
            }
            const std::size_t roll = dice.next();
            if (settings_.variance_reduction) now.sum.take_luck(*ahead, roll);
            const auto next =
                choose ? chosen(look, choose, now, roll) : look.best(now.board, roll, now.wants);
            now.board = next.board;
            now.judged = next.chances;
            now.wants = now.wants.swapped();
            now.sum.turned = !now.sum.turned;
        }
    }

    /// The worth of a board that tables know; without a cube it is that of the judged chances.
    std::optional<double> known_worth(const Playing& now, bool may_double) const {
        if constexpr (ExactEvaluator<E>) {
            const Wants& wants = now.wants;
            if (wants.cubeful) {
                return evaluator_.exact_worth(now.board, wants.terms, wants.cube, may_double);
            }
            if (evaluator_.exact(now.board)) return now.judged.equity();
        } else {
            (void)now, (void)may_double;
        }
        return std::nullopt;
    }

    /// Turns the cube where that is right, seen one turn ahead; true if the double is dropped.
    static bool dropped(const Ahead<Board>& ahead, Wants& wants) {
        if (!may_double(wants.terms, wants.cube)) return false;
        const CubeAction action =
            best_action(cube_worth_ahead(ahead, wants), wants.terms, wants.cube);
        if (!action.doubles) return false;
        if (action.answer == Answer::Drop) return true;
        const int times = action.answer == Answer::Beaver ? 4 : 2;
        wants.cube = {wants.cube.value * times, Owner::Opponent};
        return false;
    }

    const Ahead<Board>& looked(Look& look, Playing& now) {
        if (now.turn >= KEPT_TURNS) {
            look.look(now.board, now.wants, now.here);
            return now.here;
        }
        const Key key = key_of(now);
        now.kept = found_before(key);
        if (now.kept) return *now.kept;
        auto fresh = std::make_shared<Ahead<Board>>();
        look.look(now.board, now.wants, *fresh);
        const AloneLocked lock(mutex_);
        now.kept = kept_.try_emplace(key, std::move(fresh)).first->second;
        return *now.kept;
    }
    /// The play of the chooser; of the first turns it is asked once.
    typename Look::Played chosen(Look& look, const Chooser<Board>& choose, const Playing& now,
                                 std::size_t roll) {
        const bool early = now.turn < KEPT_TURNS;
        const std::pair key{key_of(now), roll};
        if (early) {
            const SharedLocked lock(mutex_);
            const auto before = chosen_.find(key);
            if (before != chosen_.end()) return {before->second, look.judge(before->second)};
        }
        const std::optional<Board> play = choose(now.board, ROLLS[roll], now.wants);
        if (!play) return look.best(now.board, roll, now.wants);
        if (early) {
            const AloneLocked lock(mutex_);
            chosen_.try_emplace(key, *play);
        }
        return {*play, look.judge(*play)};
    }
    Key key_of(const Playing& now) const {
        const Cube& cube = now.wants.cube;
        return {now.board, cube.value, cube.owner, now.sum.turned, index_of(now.start)};
    }
    Found found_before(const Key& key) {
        const SharedLocked lock(mutex_);
        const auto found = kept_.find(key);
        return found == kept_.end() ? nullptr : found->second;
    }
    /// Starts with the same terms share what was looked at; cubeless ones all do.
    std::size_t index_of(const Start& start) const {
        return start.wants.cubeful ? static_cast<std::size_t>(&start - starts_.data()) : 0;
    }

    const E evaluator_;
    std::vector<Start> starts_;
    RolloutSettings settings_;
    MakeChooser<Board> make_chooser_;
    RolloutDice dice_;
    SharedMutex mutex_;
    std::unordered_map<Key, Found, Hash> kept_;
    std::unordered_map<std::pair<Key, std::size_t>, Board, Hash> chosen_;
};

}  // namespace tablas
