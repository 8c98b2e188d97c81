#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "tools/abalone_fewer.hpp"
#include "tools/abalone_guard.hpp"
#include "tools/abalone_thinker.hpp"

// Games by the thousand, for training and for matches between evaluations.
//
//   abalone_trainer play NET SEED FIRST GAMES NODES THREADS FILE [leaves]
//       games FIRST .. FIRST + GAMES - 1 of a seed, so many nodes a move; their quiet positions go
//       to FILE, 24 bytes each. A game depends on seed and number alone. With NET+GUEST the guest
//       has one side, White in every other game, and its turns are written down without its score.
//       With `leaves` a leaf of each search is searched as well and written down after its game.
//   abalone_trainer match NET NET SEED PAIRS NODES THREADS [time]
//       pairs of games from one opening, colours swapped; with `time` the first one gets as many
//       nodes as the second one's take it, by processor time measured before the match; the share
//       of each pair is told too, and how many pairs of neighbours each had to a marble
//   abalone_trainer guard NET SEED FIRST GAMES NODES THREADS
//       games against the hand-made evaluation with a tenth of the nodes: marbles lost to a
//       threat of one ply, and of these the mistakes (see abalone_guard.hpp)
//   abalone_trainer fewer SEED FIRST GAMES THREADS MOST HARD NET NET NET NET …
//       quick games between these players, and positions of theirs that the side with fewer
//       marbles, which has lost MOST at most, wins when all of them play on (see
//       abalone_fewer.hpp); with HARD 1 a short search of the second player must name the other
//   abalone_trainer think NET MEGABYTES
//       a player that is asked by lines (see abalone_thinker.hpp), for matches between two builds
//
// NET is a safetensors file, or `hand`; `,name=value` behind it changes the search (see `set`);
// `,share=80` gives it four fifths of the nodes.
namespace tablas::abalone {
namespace {

/// A position with what became of it, as the files hold it.
struct Sample {
    std::uint64_t own, opp;
    std::int16_t score;  // of the search, for the player to move, or UNSCORED
    std::int16_t still;  // the hand-made evaluation
    std::uint16_t ply;   // since the opening; STRAYED besides
    std::int8_t result;  // 1, 0 or -1 for the player to move
    std::int8_t lead;    // its ejections at the end of the game less the opponent's
};
static_assert(sizeof(Sample) == 24);

/// Since the sample before a move was drawn by lot, or it is the first of its game: what came after
/// that one says nothing of it.
constexpr std::uint16_t STRAYED = 0x8000;

/// In the turn of a guest, whose evaluation is not to be learnt, the result alone counts.
constexpr std::int16_t UNSCORED = std::numeric_limits<std::int16_t>::min();

/// Nodes a second of processor time, over the same positions for everybody.
double speed(const Player& player) {
    Table table(MEGABYTES);
    Rng rng(99);
    double nodes = 0;
    const double began = processor_seconds();
    for (int i = 0; i < 24; ++i) {
        Options options;
        options.limit.nodes = 60000;
        options.net = player.net.get();
        options.selection = &player.selection;
        nodes += static_cast<double>(search(opening(rng), {}, options, table, GO_ON).nodes);
    }
    return nodes / (processor_seconds() - began);
}

/// Where nothing has been ejected for so many plies both sides wait: such positions teach little,
/// and a quarter of the nodes will do.
constexpr int WAITING = 60;

/// The leaf of a search with what a search of its own says: nobody played there, so it has no
/// result.
void judge(const Player& player, const Board& leaf, Table& memory, std::vector<Sample>& out) {
    const Play play(leaf, {0, 0});
    const int score = player.search_with(player.nodes, play, memory).lines.front().score;
    if (std::abs(score) >= 3000) return;
    const int still = evaluate(state_of(leaf)).score;
    out.push_back({leaf.own, leaf.opp, static_cast<std::int16_t>(score),
                   static_cast<std::int16_t>(still), STRAYED, 0, 0});
}

/// One game for the training data; now and then a random move, so that games differ. Half of the
/// games are drawn after 200 plies without an ejection, the others end after 350 plies.
void play_out(const Player& player, const Player* guest, bool leaves, std::uint64_t seed,
              std::uint64_t number, std::array<Table, 2>& memory, std::vector<Sample>& out) {
    Rng rng(seed, number);
    DrawnLeaf leaf{Rng(seed + 1, number)};
    std::vector<Sample> drawn;
    const bool drawn_when_quiet = number / 2 % 2 == 0;
    Play play(opening(rng), drawn_when_quiet ? GameLimits{0, 200} : GameLimits{});
    for (Table& table : memory) table.clear();
    const std::size_t first = out.size();
    std::array<Move, MAX_SUCCESSORS> made;
    bool strayed = true;
    while (play.result() == 2) {
        const bool visits =
            guest != nullptr && static_cast<std::uint64_t>(play.ply()) % 2 == number % 2;
        const bool waiting = play.quiet() > WAITING;
        const Player& mover = visits ? *guest : player;
        const std::uint64_t nodes = waiting ? mover.nodes / 4 : mover.nodes;
        const bool draws = leaves && !visits && !waiting;
        leaf.seen = 0;
        const Found found =
            mover.search_with(nodes, play, memory[visits ? 1 : 0], draws ? &leaf : nullptr);
        if (draws && leaf.seen != 0) judge(player, leaf.board, memory[0], drawn);
        const Line& line = found.lines.front();
        const Reading reading = evaluate(state_of(play.board()));
        if (!waiting && reading.prey == 0 && std::abs(line.score) < 3000) {
            const auto score = static_cast<std::int16_t>(line.score);
            out.push_back({play.board().own, play.board().opp, visits ? UNSCORED : score,
                           static_cast<std::int16_t>(reading.score),
                           static_cast<std::uint16_t>(play.ply() | (strayed ? STRAYED : 0)), 0, 0});
            strayed = false;
        }
        Move move = line.moves.front();
        if (play.ply() < 40 && rng.below(16) == 0) {
            const std::size_t count = moves(play.board(), made);
            move = made[rng.below(static_cast<std::uint32_t>(count))];
            strayed = true;
        }
        play.move(move);
    }
    // Samples of the player who is to move at the end have an even distance to it.
    const int result = play.result();
    const int lead =
        static_cast<int>(play.board().opp_lost()) - static_cast<int>(play.board().own_lost());
    for (std::size_t i = first; i < out.size(); ++i) {
        const bool same = (play.ply() - out[i].ply) % 2 == 0;
        out[i].result = static_cast<std::int8_t>(same ? result : -result);
        out[i].lead = static_cast<std::int8_t>(same ? lead : -lead);
    }
    out.insert(out.end(), drawn.begin(), drawn.end());
}

int play(int count, char** words) {
    const std::string both = words[0];
    const std::size_t plus = both.find('+');
    Player player(both.substr(0, plus));
    std::unique_ptr<Player> guest;
    if (plus != std::string::npos) guest = std::make_unique<Player>(both.substr(plus + 1));
    const std::uint64_t seed = std::strtoull(words[1], nullptr, 10);
    const std::uint64_t from = std::strtoull(words[2], nullptr, 10);
    const auto games = static_cast<std::size_t>(std::atoll(words[3]));
    player.nodes = std::strtoull(words[4], nullptr, 10);
    const auto threads = static_cast<std::size_t>(std::atoi(words[5]));
    if (guest) guest->nodes = player.nodes;
    const bool leaves = count > 7 && std::strcmp(words[7], "leaves") == 0;
    if (count > 7 && !leaves)
        throw std::runtime_error("expected leaves, found " + std::string(words[7]));
    std::vector<std::array<Table, 2>> memory;
    for (std::size_t i = 0; i < threads; ++i) {
        memory.push_back({Table(MEGABYTES), Table(MEGABYTES)});
    }
    std::vector<std::vector<Sample>> samples(games);
    share_out(games, threads, [&](std::size_t game, std::size_t thread) {
        play_out(player, guest.get(), leaves, seed, from + game, memory[thread], samples[game]);
    });
    std::FILE* const file = std::fopen(words[6], "wb");
    if (file == nullptr) throw std::runtime_error(std::string(words[6]) + ": cannot be written");
    std::size_t written = 0;
    for (const auto& part : samples) {
        written += std::fwrite(part.data(), sizeof(Sample), part.size(), file);
    }
    if (std::fclose(file) != 0) throw std::runtime_error("the file could not be finished");
    std::printf("{\"games\": %zu, \"positions\": %zu}\n", games, written);
    return 0;
}

/// How closely both players keep their marbles together.
struct Cohesion {
    std::array<double, 2> pairs{}, marbles{};

    void count(std::size_t player, Cells set) {
        pairs[player] += std::popcount(set & step<E>(set)) + std::popcount(set & step<NE>(set)) +
                         std::popcount(set & step<NW>(set));
        marbles[player] += std::popcount(set);
    }
};

/// 1, 0 or -1 for the first of the two, who begins if `begins`.
int contest(const Player& first, const Player& second, const Board& from, bool begins,
            std::array<Table, 2>& memory, Cohesion& cohesion) {
    Play play(from);
    for (Table& table : memory) table.clear();
    bool turn = begins;
    for (; play.result() == 2; turn = !turn) {
        const Player& player = turn ? first : second;
        cohesion.count(turn ? 0 : 1, play.board().own_marbles());
        cohesion.count(turn ? 1 : 0, play.board().opp_marbles());
        play.move(player.search(play, memory[turn ? 0 : 1]).lines.front().moves.front());
    }
    return turn ? play.result() : -play.result();
}

/// The difference in Elo at which a player scores so much; null where there is none.
void print_elo(const char* name, double share) {
    if (share <= 0 || share >= 1) {
        std::printf("\"%s\": null, ", name);
    } else {
        std::printf("\"%s\": %.0f, ", name, -400 * std::log10(1 / share - 1));
    }
}

int match(int count, char** words) {
    Player first(words[0]), second(words[1]);
    const std::uint64_t seed = std::strtoull(words[2], nullptr, 10);
    const auto pairs = static_cast<std::size_t>(std::atoll(words[3]));
    const std::uint64_t nodes = std::strtoull(words[4], nullptr, 10);
    const auto threads = static_cast<std::size_t>(std::atoi(words[5]));
    first.nodes = second.nodes = nodes;
    const double one = speed(first), two = speed(second);
    if (count > 6) first.nodes = static_cast<std::uint64_t>(static_cast<double>(nodes) * one / two);
    std::vector<std::array<Table, 2>> memory;
    for (std::size_t i = 0; i < threads; ++i) {
        memory.push_back({Table(MEGABYTES), Table(MEGABYTES)});
    }
    std::vector<int> scores(pairs);
    std::vector<Cohesion> cohesion(threads);
    std::atomic<int> won{0}, drawn{0}, lost{0};
    share_out(pairs, threads, [&](std::size_t pair, std::size_t thread) {
        Rng rng(seed, pair);
        const Board from = opening(rng);
        for (const bool begins : {true, false}) {
            const int score =
                contest(first, second, from, begins, memory[thread], cohesion[thread]);
            scores[pair] += score;
            ++(score > 0 ? won : (score < 0 ? lost : drawn));
        }
    });
    double mean = 0, square = 0;
    for (const int score : scores) mean += score / 4.0 + 0.5;
    mean /= static_cast<double>(pairs);
    for (const int score : scores) square += std::pow(score / 4.0 + 0.5 - mean, 2);
    const double error = std::sqrt(square) / static_cast<double>(pairs);
    std::printf("{\"won\": %d, \"lost\": %d, \"drawn\": %d, \"score\": %.4f, \"error\": %.4f, ",
                won.load(), lost.load(), drawn.load(), mean, error);
    print_elo("elo", mean);
    print_elo("low", mean - 1.96 * error);
    print_elo("high", mean + 1.96 * error);
    Cohesion all;
    for (const Cohesion& part : cohesion) {
        for (const std::size_t player : {0, 1}) {
            all.pairs[player] += part.pairs[player];
            all.marbles[player] += part.marbles[player];
        }
    }
    std::printf("\"neighbours\": [%.3f, %.3f], ", all.pairs[0] / all.marbles[0],
                all.pairs[1] / all.marbles[1]);
    std::printf("\"nodes\": [%llu, %llu], \"speed\": [%.0f, %.0f], \"pairs\": [",
                static_cast<unsigned long long>(first.nodes),
                static_cast<unsigned long long>(second.nodes), one, two);
    for (std::size_t i = 0; i < pairs; ++i) {
        std::printf(i == 0 ? "%.2f" : ", %.2f", 0.5 + scores[i] / 4.0);
    }
    std::printf("]}\n");
    return 0;
}

int guard(char** words) {
    Player strong(words[0]), weak("hand");
    strong.nodes = std::strtoull(words[4], nullptr, 10);
    weak.nodes = strong.nodes / 10;
    guard(strong, weak, std::strtoull(words[1], nullptr, 10),
          static_cast<std::size_t>(std::atoll(words[2])),
          static_cast<std::size_t>(std::atoll(words[3])),
          static_cast<std::size_t>(std::atoi(words[5])));
    return 0;
}

int fewer(int count, char** words) {
    std::vector<std::unique_ptr<Player>> players;
    for (int i = 6; i < count; ++i) players.push_back(std::make_unique<Player>(words[i]));
    const Wanted wanted{static_cast<unsigned>(std::atoi(words[4])), std::atoi(words[5]) != 0};
    find_fewer(players, wanted, std::strtoull(words[0], nullptr, 10),
               static_cast<std::size_t>(std::atoll(words[1])),
               static_cast<std::size_t>(std::atoll(words[2])),
               static_cast<std::size_t>(std::atoi(words[3])));
    return 0;
}

}  // namespace
}  // namespace tablas::abalone

int main(int argc, char** argv) try {
    using namespace tablas::abalone;
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "play" && (argc == 9 || argc == 10)) return play(argc - 2, argv + 2);
    if (mode == "match" && (argc == 8 || argc == 9)) return match(argc - 2, argv + 2);
    if (mode == "guard" && argc == 8) return guard(argv + 2);
    if (mode == "fewer" && argc >= 8 + static_cast<int>(JUDGES)) return fewer(argc - 2, argv + 2);
    if (mode == "think" && argc == 4) {
        const auto megabytes = static_cast<std::size_t>(std::atoll(argv[3]));
        return think(Player(argv[2]), megabytes, std::cin, std::cout);
    }
    std::fprintf(
        stderr,
        "usage: abalone_trainer play NET SEED FIRST GAMES NODES THREADS FILE [leaves]\n"
        "       abalone_trainer match NET NET SEED PAIRS NODES THREADS [time]\n"
        "       abalone_trainer guard NET SEED FIRST GAMES NODES THREADS\n"
        "       abalone_trainer fewer SEED FIRST GAMES THREADS MOST HARD NET NET NET NET …\n"
        "       abalone_trainer think NET MEGABYTES\n");
    return 2;
} catch (const std::exception& error) {
    std::fprintf(stderr, "abalone_trainer: %s\n", error.what());
    return 2;
}
