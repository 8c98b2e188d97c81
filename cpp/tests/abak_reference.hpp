#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The rules of Abak once more, as slowly and plainly as they read: letters in strings, every
// sequence of movements tried, the longest ones kept. It shares nothing with the kernel.
namespace tablas::abak::reference {

/// Seen by the player to move, whose letters are upper case; stacks from bottom to top.
struct Position {
    std::array<std::string, 25> points;  // [0] stays empty
    std::string bar, off, opp_bar, opp_off;

    auto operator<=>(const Position&) const = default;
};

inline char swapped_case(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return static_cast<char>(std::isupper(code) ? std::tolower(code) : std::toupper(code));
}

inline std::string swapped_case(std::string letters) {
    for (char& letter : letters) letter = swapped_case(letter);
    return letters;
}

inline void insert_sorted(std::string& letters, char letter) {
    std::size_t at = 0;
    while (at < letters.size() && letters[at] < letter) ++at;
    letters.insert(at, 1, letter);
}

inline Position turned(const Position& position) {
    Position other;
    for (int p = 1; p <= 24; ++p) other.points[25 - p] = swapped_case(position.points[p]);
    other.bar = swapped_case(position.opp_bar);
    other.off = swapped_case(position.opp_off);
    other.opp_bar = swapped_case(position.bar);
    other.opp_off = swapped_case(position.off);
    return other;
}

inline bool is_own(char letter) {
    return std::isupper(static_cast<unsigned char>(letter)) != 0;
}

struct Turn {
    Position position;
    bool general_went_forward = false;
    bool general_went_back = false;
    int assaulted = 0;  // the point on which the first half of an assault has just landed
};

/// Opposing checkers on top of the stack.
inline int opposing_run(const std::string& stack) {
    int run = 0;
    for (auto it = stack.rbegin(); it != stack.rend() && !is_own(*it); ++it) ++run;
    return run;
}

/// Puts the checker on the point if the rules let it land there; else returns false.
inline bool land(Turn& turn, char checker, int point) {
    std::string& stack = turn.position.points[point];
    const bool midfield = 7 <= point && point <= 18;
    const bool traps = checker == 'D' && midfield;
    const bool can_assault = checker != 'G' && !traps;

    if (turn.assaulted != 0) {
        if (point != turn.assaulted || !can_assault) return false;
        const char first = stack.back();
        stack.resize(stack.size() - 2);  // the first attacker and the guard under it
        stack += first;
        stack += checker;
        insert_sorted(turn.position.opp_bar, 'g');
        turn.assaulted = 0;
        return stack.size() <= 5;
    }
    const int run = opposing_run(stack);
    if (run >= 2) return false;
    if (run == 0 || traps) {
        stack += checker;
        return stack.size() <= 5;
    }
    if (stack.back() == 'g' && checker != 'G') {
        if (!can_assault) return false;
        stack += checker;
        turn.assaulted = point;
        return true;
    }
    insert_sorted(turn.position.opp_bar, stack.back());
    stack.back() = checker;
    return true;
}

/// Own checkers, at any height, on the points from..to.
inline int own_between(const Position& position, int from, int to) {
    int count = 0;
    for (int p = from; p <= to; ++p) {
        for (const char letter : position.points[p]) count += is_own(letter);
    }
    return count;
}

inline bool all_home(const Position& position) {
    return position.bar.empty() && own_between(position, 7, 24) == 0;
}

/// True if every own checker except the general, which stands on `point`, is in home or off.
inline bool others_home(const Position& position, int point) {
    Position without = position;
    without.points[point].pop_back();
    return all_home(without);
}

inline void enter_from_bar(const Turn& turn, int die, std::vector<Turn>& after) {
    const std::string& bar = turn.position.bar;
    for (std::size_t i = 0; i < bar.size(); ++i) {
        Turn next = turn;
        next.position.bar.erase(i, 1);
        if (land(next, bar[i], 25 - die)) after.push_back(next);
    }
}

inline void move_from(const Turn& turn, int point, int die, std::vector<Turn>& after) {
    const char checker = turn.position.points[point].back();
    Turn lifted = turn;
    lifted.position.points[point].pop_back();
    if (checker == 'N' && turn.general_went_back) return;

    if (point - die >= 1) {
        const bool fits = checker == 'E' ? die % 2 == 0 : checker == 'O' ? die % 2 == 1 : true;
        Turn next = lifted;
        if (checker == 'N') next.general_went_forward = true;
        if (fits && land(next, checker, point - die)) after.push_back(next);
    } else if (all_home(turn.position) && turn.assaulted == 0) {
        const bool exact = point == die;
        const bool highest = own_between(turn.position, point + 1, 24) == 0;
        Turn next = lifted;
        if (checker == 'N') next.general_went_forward = true;
        insert_sorted(next.position.off, checker);
        if (exact || highest) after.push_back(next);
    }
    if (checker == 'N' && !turn.general_went_forward && point + die <= 24 &&
        !others_home(turn.position, point)) {
        Turn next = lifted;
        next.general_went_back = true;
        if (land(next, checker, point + die)) after.push_back(next);
    }
}

/// The states after every movement that is possible with one die.
inline std::vector<Turn> movements(const Turn& turn, int die) {
    std::vector<Turn> after;
    if (!turn.position.bar.empty()) {
        enter_from_bar(turn, die, after);
        return after;
    }
    for (int p = 1; p <= 24; ++p) {
        const std::string& stack = turn.position.points[p];
        if (!stack.empty() && is_own(stack.back())) move_from(turn, p, die, after);
    }
    return after;
}

using Ending = std::pair<std::vector<int>, Position>;  // the dice played and what they led to

inline void search(const Turn& turn, const std::vector<int>& left, std::vector<int>& played,
                   std::set<Ending>& endings) {
    if (turn.assaulted == 0) endings.emplace(played, turn.position);
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (i > 0 && left[i] == left[i - 1]) continue;
        std::vector<int> rest = left;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        played.push_back(left[i]);
        for (const Turn& next : movements(turn, left[i])) search(next, rest, played, endings);
        played.pop_back();
    }
}

/// The positions that a turn can lead to, each seen by the next player.
inline std::set<Position> successors(const Position& position, int high, int low) {
    if (position.off.size() == 15 || position.opp_off.size() == 15) return {};
    const std::vector<int> dice =
        high == low ? std::vector<int>(4, high) : std::vector<int>{high, low};
    std::set<Ending> endings;
    std::vector<int> played;
    search(Turn{position}, dice, played, endings);

    std::size_t most = 0;
    for (const Ending& ending : endings) most = std::max(most, ending.first.size());
    bool larger = false;
    for (const Ending& ending : endings) larger |= ending.first == std::vector<int>{high};
    std::set<Position> result;
    for (const auto& [dice_played, reached] : endings) {
        if (dice_played.size() != most) continue;
        if (most == 1 && larger && dice_played.front() != high) continue;
        result.insert(turned(reached));
    }
    return result;
}

}  // namespace tablas::abak::reference
