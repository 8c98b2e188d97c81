#pragma once

#include <ctime>
#include <iostream>
#include <sstream>

#include "tools/abalone_player.hpp"

/// A player as a process of its own, asked by lines: so that two builds can meet, and a referee
/// that knows neither of them has the clock.
namespace tablas::abalone {

inline double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What is asked: how many nodes, what ends the game, and the boards since the last ejection, the
/// oldest first; the last one is to be searched.
struct Question {
    Options options;
    std::vector<Board> boards;
};

/// `NODES QUIET LEFT OWN:OPP …`: after QUIET plies without an ejection it is a draw, after LEFT
/// plies more ejections win, 0 is no limit; words in hexadecimal.
inline Question read_question(std::istream& words) {
    Question asked;
    int quiet = 0;
    words >> asked.options.limit.nodes >> asked.options.ends.quiet >> asked.options.ends.plies;
    if (words.fail()) throw std::runtime_error("go: expected NODES QUIET LEFT OWN:OPP …");
    for (std::string word; words >> word;) {
        const std::size_t colon = word.find(':');
        if (colon == std::string::npos) throw std::runtime_error(word + ": expected OWN:OPP");
        asked.boards.push_back(
            {std::stoull(word, nullptr, 16), std::stoull(word.substr(colon + 1), nullptr, 16)});
        if (const char* reason = fault(asked.boards.back()))
            throw std::runtime_error(word + ": " + reason);
        ++quiet;
    }
    if (asked.boards.empty()) throw std::runtime_error("go: expected a board");
    asked.options.quiet = quiet - 1;
    return asked;
}

/// `best OWN:OPP SCORE DEPTH NODES SECONDS`: the board that the move reaches, seen by the next
/// player, and what the search took of the processor's time.
inline void answer(const Player& player, Question asked, Table& table, std::ostream& out) {
    asked.options.limit.nodes =
        asked.options.limit.nodes * static_cast<std::uint64_t>(player.share) / 100;
    asked.options.net = player.net.get();
    asked.options.selection = &player.selection;
    asked.options.contempt = player.contempt;
    asked.options.press = player.press != 0;
    const std::span<const Board> before(asked.boards.data(), asked.boards.size() - 1);
    const double began = processor_seconds();
    const Found found = search(asked.boards.back(), before, asked.options, table, GO_ON);
    const double seconds = processor_seconds() - began;
    if (found.lines.empty()) throw std::runtime_error("go: the game is over");
    const Line& line = found.lines.front();
    const Board reached = apply(asked.boards.back(), line.moves.front());
    out << "best " << std::hex << reached.own << ':' << reached.opp << std::dec << ' ' << line.score
        << ' ' << found.depth << ' ' << found.nodes << ' ' << seconds << std::endl;
}

/// Answers line after line until the end of the input: `new` forgets everything, `go` as above.
inline int think(const Player& player, std::size_t megabytes, std::istream& in, std::ostream& out) {
    Table table(megabytes);
    out << "ready" << std::endl;
    for (std::string text; std::getline(in, text);) {
        std::istringstream words(text);
        std::string command;
        words >> command;
        if (command == "new") {
            table.clear();
        } else if (command == "go") {
            answer(player, read_question(words), table, out);
        } else {
            throw std::runtime_error("expected new or go, found " + command);
        }
    }
    return 0;
}

}  // namespace tablas::abalone
