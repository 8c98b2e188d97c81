#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "abak/rules.hpp"
#include "tests/abak_reference.hpp"

// Positions for the tests: from and to boards, from the text of the rules page, at random.
namespace tablas::abak::test {

using reference::Position;

inline constexpr std::string_view LETTERS = " SGNDEO";
inline constexpr std::string_view TEAM_LETTERS = "SSSSSSSSSGGNDEO";

/// The 24 stacks, from 24 down to 1, of `4/sD/2 …` with the mover's letters in upper case; then
/// the bar and the off of the mover and the opponent, as in `DS/- -/s`.
inline Position parsed(std::string_view text) {
    Position position;
    int point = 24;
    std::size_t at = 0;
    for (bool more = true; more; ++at) {
        std::string field;
        for (; at < text.size() && text[at] != '/' && text[at] != ' '; ++at) field += text[at];
        more = at < text.size() && text[at] == '/';
        if (!field.empty() && field[0] >= '1' && field[0] <= '9') {
            point -= std::stoi(field);
        } else {
            position.points[static_cast<std::size_t>(point--)] = field;
        }
    }
    std::array<std::string, 4> rest;
    std::size_t which = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '/' || text[at] == ' ') {
            ++which;
        } else if (text[at] != '-' && which < 4) {
            reference::insert_sorted(rest[which], text[at]);
        }
    }
    position.bar = rest[0];
    position.opp_bar = rest[1];
    position.off = rest[2];
    position.opp_off = rest[3];
    return position;
}

inline std::string text(const Position& position) {
    std::string result;
    for (std::size_t p = 24; p >= 1; --p) result += position.points[p] + (p > 1 ? "/" : " ");
    return result + position.bar + "/" + position.opp_bar + " " + position.off + "/" +
           position.opp_off;
}

inline bool is_own(char letter) {
    return reference::is_own(letter);
}

/// What a letter is on the board.
inline std::uint64_t nibble(char letter) {
    const char upper = is_own(letter) ? letter : reference::swapped_case(letter);
    return LETTERS.find(upper) + (is_own(letter) ? 0 : OPPONENT);
}

inline std::uint64_t upper_nibble(const std::string& bar, std::string_view letters,
                                  std::array<int, 4> shifts) {
    std::uint64_t value = 0;
    for (const char barred : bar) {
        const char letter = is_own(barred) ? barred : reference::swapped_case(barred);
        const std::size_t i = letters.find(letter);
        if (i != std::string_view::npos) value += 1ull << shifts[i];
    }
    return value << 60;
}

inline Board board_of(const Position& position) {
    Board board{};
    for (std::size_t p = 1; p <= 24; ++p) {
        std::uint64_t stack = 0;
        for (const char letter : position.points[p]) stack = stack * 16 + nibble(letter);
        board.words[(p - 1) / 3] |= stack << (p - 1) % 3 * 20;
    }
    for (const bool opponent : {false, true}) {
        const std::string& bar = opponent ? position.opp_bar : position.bar;
        const std::string& off = opponent ? position.opp_off : position.off;
        const auto word = [&](std::size_t k) -> std::uint64_t& {
            return board.words[opponent ? 7 - k : k];
        };
        word(0) |= upper_nibble(bar, "S", {0});
        word(1) |= upper_nibble(bar, "GND", {0, 2, 3});
        word(2) |= upper_nibble(bar, "EO", {0, 1});
        word(3) |= std::uint64_t{off.size()} << 60;
    }
    return board;
}

/// Letters of one side that stand neither on the board nor on the bar.
inline std::string missing(const Position& position, bool own) {
    std::array<int, 128> seen{};
    const auto count = [&](const std::string& letters) {
        for (const char letter : letters) ++seen[static_cast<unsigned char>(letter)];
    };
    for (const std::string& stack : position.points) count(stack);
    count(position.bar);
    count(position.opp_bar);
    std::string result;
    for (const char upper : TEAM_LETTERS) {
        const char letter = own ? upper : reference::swapped_case(upper);
        if (seen[static_cast<unsigned char>(letter)]-- <= 0) {
            reference::insert_sorted(result, letter);
        }
    }
    return result;
}

inline Position position_of(const Board& board) {
    Position position;
    const auto letter = [](std::uint64_t checker) {
        const char upper = LETTERS[checker % OPPONENT];
        return checker < OPPONENT ? upper : reference::swapped_case(upper);
    };
    for (int p = 1; p <= 24; ++p) {
        for (std::uint32_t rest = stack(board, p); rest != 0; rest >>= 4) {
            std::string& letters = position.points[static_cast<std::size_t>(p)];
            letters.insert(letters.begin(), letter(rest & 15));
        }
    }
    for (const bool opponent : {false, true}) {
        std::string& bar = opponent ? position.opp_bar : position.bar;
        const auto upper = [&](std::size_t k) { return board.words[opponent ? 7 - k : k] >> 60; };
        const std::array<std::uint64_t, 7> counts = {0,
                                                     upper(0),
                                                     upper(1) & 3,
                                                     upper(1) >> 2 & 1,
                                                     upper(1) >> 3,
                                                     upper(2) & 1,
                                                     upper(2) >> 1};
        for (std::uint64_t kind = 1; kind <= 6; ++kind) {
            const std::uint64_t checker = kind + (opponent ? OPPONENT : 0);
            for (std::uint64_t i = 0; i < counts[kind]; ++i) {
                reference::insert_sorted(bar, letter(checker));
            }
        }
    }
    position.off = missing(position, true);
    position.opp_off = missing(position, false);
    return position;
}

struct At {
    std::size_t point;
    const char* stack;
};

/// A position with these stacks and bars, all other checkers borne off.
inline Position setup(std::initializer_list<At> stacks, const char* bar = "",
                      const char* opp_bar = "") {
    Position position;
    for (const At& at : stacks) position.points[at.point] = at.stack;
    position.bar = bar;
    position.opp_bar = opp_bar;
    position.off = missing(position, true);
    position.opp_off = missing(position, false);
    return position;
}

/// A valid set-up, mostly one that play cannot reach: stacks of mixed colours, crowded bars.
inline Position random_setup(Rng& rng) {
    Position position;
    const std::uint32_t off = rng.below(4) == 0 ? rng.below(15) : rng.below(3);
    const std::uint32_t barred = rng.below(3) == 0 ? rng.below(6) : 0;
    const bool own_home = rng.below(4) == 0;                               // towards a bear-off
    const std::uint32_t span = rng.below(3) == 0 ? 6 + rng.below(6) : 24;  // crowded or wide
    const std::uint32_t first = 1 + rng.below(25 - span);

    std::array<char, 30> order{};
    for (std::size_t i = 0; i < 15; ++i) {
        order[i] = TEAM_LETTERS[i];
        order[15 + i] = reference::swapped_case(TEAM_LETTERS[i]);
    }
    for (std::uint32_t i = 29; i > 0; --i) std::swap(order[i], order[rng.below(i + 1)]);
    for (const char checker : order) {
        const bool own = is_own(checker);
        const std::uint32_t chance = rng.below(15);
        if (chance < off) {
            reference::insert_sorted(own ? position.off : position.opp_off, checker);
        } else if (chance < off + barred && !(own && own_home)) {
            reference::insert_sorted(own ? position.bar : position.opp_bar, checker);
        } else {
            std::size_t point = first + rng.below(span);
            if (own && own_home) point = 1 + rng.below(rng.below(40) == 0 ? 24 : 6);
            while (position.points[point].size() == 5) point = 1 + rng.below(24);
            position.points[point] += checker;
        }
    }
    if (position.off.size() == 15 && position.opp_off.size() == 15) return random_setup(rng);
    return position;
}

}  // namespace tablas::abak::test
