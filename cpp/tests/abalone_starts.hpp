#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "abalone/rules.hpp"

/// The start positions and perft numbers of the rules page.
namespace tablas::abalone::test {

/// Cells from a list such as "A1-A5 C3".
constexpr Cells cells(std::string_view list) {
    Cells set = 0;
    for (std::size_t i = 0; i < list.size();) {
        const int row = (list[i] | 32) - 'a';
        int last = list[i + 1] - '0';
        const int first = last;
        i += 2;
        if (i < list.size() && list[i] == '-') {
            last = list[i + 2] - '0';
            i += 3;
        }
        for (int number = first; number <= last; ++number) set |= bit(cell_at(row, number));
        while (i < list.size() && list[i] == ' ') ++i;
    }
    return set;
}

constexpr Board board(std::string_view own, std::string_view opp, std::uint64_t own_lost = 0,
                      std::uint64_t opp_lost = 0) {
    return {cells(own) | own_lost << CELL_COUNT, cells(opp) | opp_lost << CELL_COUNT};
}

struct Start {
    const char* name;
    std::string_view black;
    std::string_view white;
    std::array<std::uint64_t, 5> leaves;  // perft 1, 2, …; 0 where the page has no number

    constexpr Board position() const { return board(black, white); }
};

// clang-format off
inline constexpr std::array<Start, 16> STARTS{{
    {"standard", "A1-A5 B1-B6 C3 C4 C5", "G5 G6 G7 H4-H9 I5-I9",
     {44, 1936, 98912, 5045110, 283320928}},
    {"belgian-daisy", "A1 A2 B1 B2 B3 C2 C3 G7 G8 H7 H8 H9 I8 I9",
     "A4 A5 B4 B5 B6 C5 C6 G4 G5 H4 H5 H6 I5 I6", {52, 2692, 149322, 8270666, 483942012}},
    {"german-daisy", "B1 B2 C1 C2 C3 D2 D3 F7 F8 G7 G8 G9 H8 H9",
     "B5 B6 C5 C6 C7 D6 D7 F3 F4 G3 G4 G5 H4 H5", {80, 6244, 493480, 38240570}},
    {"dutch-daisy", "A1 A2 B1 B3 B5 C2 C3 G7 G8 H5 H7 H9 I8 I9",
     "A4 A5 B2 B4 B6 C5 C6 G4 G5 H4 H6 H8 I5 I6", {44, 1946, 87324, 3958134}},
    {"swiss-daisy", "B1 B2 C1 C3 C6 D2 D3 F7 F8 G4 G7 G9 H8 H9",
     "B5 B6 C2 C5 C7 D6 D7 F3 F4 G3 G5 G8 H4 H5", {64, 4066, 254170, 15826362}},
    {"scottish-daisy", "A1 A4 B2 B3 B6 C2 C5 G5 G8 H4 H7 H8 I6 I9",
     "A2 A5 B1 B4 B5 C3 C6 G4 G7 H5 H6 H9 I5 I8", {28}},
    {"french-daisy", "B3 B4 C3 C4 C5 D4 D5 F5 F6 G5 G6 G7 H6 H7",
     "D2 D3 D6 D7 E2 E3 E4 E6 E7 E8 F3 F4 F7 F8", {72}},
    {"domination", "B1 C1 C2 D1 D2 D3 E4 E6 F7 F8 F9 G8 G9 H9",
     "B6 C6 C7 D5 D6 D7 D8 F2 F3 F4 F5 G3 G4 H4", {80, 5466, 409270, 27797934}},
    {"face-to-face", "C6 C7 D6 D7 D8 E6 E7 E8 E9 F7 F8 F9 G8 G9",
     "C1 C2 D1 D2 D3 E1 E2 E3 E4 F2 F3 F4 G3 G4", {57, 3211, 193101, 11490580}},
    {"alien-attack", "B3 B4 C3 C5 F5 F6 G4 G6 G8 H5 H8 I5 I7 I9",
     "A1 A3 A5 B2 B5 C2 C4 C6 D4 D5 G5 G7 H6 H7", {48, 2336, 114756, 5714414}},
    {"infiltration", "A3 C3 C5 F3 F8 G4 G6 G8 H5 H6 H7 H8 I6 I8",
     "A2 A4 B2 B3 B4 B5 C2 C4 C6 D2 D7 G5 G7 I7", {58, 3420, 193778, 11145208}},
    {"pyramid", "A5 B5 B6 C5 C6 C7 D5 D6 D7 D8 E6 E7 E8 E9",
     "E1 E2 E3 E4 F2 F3 F4 F5 G3 G4 G5 H4 H5 I5", {58, 3262, 193860, 11346288}},
    {"the-wall", "A3 C2 C3 C4 C5 C6 D1-D8", "F2-F9 G4 G5 G6 G7 G8 I7",
     {102, 9630, 882256, 77263408}},
    {"snakes", "D2 D3 E2 E4 F2 F5 F6 G3 H4 I5 I6 I7 I8 I9",
     "A1 A2 A3 A4 A5 B6 C7 D4 D5 D8 E6 E8 F7 F8", {78, 6153, 487205, 38766924}},
    {"star", "A1 B5 C3 C7 D5 E2 E4 E7 E9 F6 G5 G9 H8 I5",
     "A5 B2 C1 C5 D4 E1 E3 E6 E8 F5 G3 G7 H5 I9", {47}},
    {"crown", "C4 F4 F5 F6 F7 G4 G5 G7 G8 H4 H6 H7 H9 I7",
     "A3 B1 B3 B4 B6 C2 C3 C5 C6 D3 D4 D5 D6 G6", {74}},
}};
// clang-format on

}  // namespace tablas::abalone::test
