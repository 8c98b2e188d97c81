#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/abalone_game.hpp"
#include "tools/abalone_net_file.hpp"

namespace tablas::abalone {

inline constexpr std::size_t MEGABYTES = 8;  // of a player's table

inline std::vector<Table> tables(std::size_t count) {
    std::vector<Table> made;
    for (std::size_t i = 0; i < count; ++i) made.emplace_back(MEGABYTES);
    return made;
}

/// An evaluation and what differs from the usual search.
struct Player {
    std::unique_ptr<Net> net;
    Selection selection;
    std::uint64_t nodes = 0;
    int share = 100;   // percent of the nodes that it gets
    int contempt = 0;  // how much worse than even a draw is to it
    int press = -1;    // 1: it presses; 0: it does not; -1: in matches, not where games teach

    void set(const std::string& name, int value) {
        const std::map<std::string, int*> known{{"still_depth", &selection.still_depth},
                                                {"still_margin", &selection.still_margin},
                                                {"pass_depth", &selection.pass_depth},
                                                {"futile_depth", &selection.futile_depth},
                                                {"futile_margin", &selection.futile_margin},
                                                {"few_depth", &selection.few_depth},
                                                {"few_base", &selection.few_base},
                                                {"few_slope", &selection.few_slope},
                                                {"guess_depth", &selection.guess_depth},
                                                {"late_depth", &selection.late_depth},
                                                {"late_percent", &selection.late_percent},
                                                {"few_peril", &selection.few_peril},
                                                {"few_worse", &selection.few_worse},
                                                {"late_worse", &selection.late_worse},
                                                {"late_history", &selection.late_history},
                                                {"reward", &selection.reward},
                                                {"reward_most", &selection.reward_most},
                                                {"unloved_depth", &selection.unloved_depth},
                                                {"unloved", &selection.unloved},
                                                {"place", &selection.place},
                                                {"trust_table", &selection.trust_table},
                                                {"read_depth", &selection.read_depth},
                                                {"press_from", &selection.press_from},
                                                {"press_step", &selection.press_step},
                                                {"press_most", &selection.press_most},
                                                {"press_above", &selection.press_above},
                                                {"count_from", &selection.count_from},
                                                {"count_worth", &selection.count_worth},
                                                {"share", &share},
                                                {"contempt", &contempt},
                                                {"press", &press}};
        const auto at = known.find(name);
        if (at == known.end()) throw std::runtime_error("no setting " + name);
        *at->second = value;
    }

    explicit Player(const std::string& text) {
        std::size_t comma = text.find(',');
        net = read_net(text.substr(0, comma));
        while (comma != std::string::npos) {
            const std::size_t equals = text.find('=', comma);
            if (equals == std::string::npos) throw std::runtime_error("expected name=value");
            set(text.substr(comma + 1, equals - comma - 1), std::atoi(&text[equals + 1]));
            comma = text.find(',', equals);
        }
    }

    Found search(const Play& play, Table& table, std::uint64_t times = 1) const {
        return search_with(nodes * times, play, table);
    }

    Found search_with(std::uint64_t most, const Play& play, Table& table,
                      DrawnLeaf* leaf = nullptr) const {
        Options options;
        options.leaf = leaf;
        options.limit.nodes = most * static_cast<std::uint64_t>(share) / 100;
        options.net = net.get();
        options.selection = &selection;
        options.contempt = contempt;
        options.press = press > 0;
        play.tell(options);
        return abalone::search(play.board(), play.history(), options, table, GO_ON);
    }
};

}  // namespace tablas::abalone
