/** The course of Abak: one class after another. */

/** @import {Lesson} from "./lesson.js" */

import { missing } from "../games/abak.js";
import { t } from "../words.js";

/** @returns {Lesson[]} */
export function lessons() {
  const [basics, guards, general, druid, wounded] = [t("Soldiers and stacks"), t("+ Guards"), t("+ General"), t("+ Druid"), t("+ Wounded")];
  const [board, movement] = [t("The board"), t("A movement")];
  return [
    {
      part: basics,
      text: t("Each die moves one checker towards your home, the points 6 to 1. The larger die is played first; tap the dice to swap them."),
      task: t("Move one soldier from 13 to 7 and one from 8 to 7: together they make a point that nobody can enter."),
      rule: movement,
      position: position({ 13: "SSS", 8: "SS", 24: "s", 1: "ss" }),
      dice: [6, 1],
      solution: ["S13/7", "S8/7"],
    },
    {
      part: basics,
      text: t("A checker that stands alone can be hit: it goes to the bar and has to enter anew."),
      task: t("Hit the black soldier on 9."),
      rule: movement,
      position: position({ 13: "SS", 12: "S", 9: "s", 1: "ss" }),
      dice: [4, 1],
      solution: ["S13/9*"],
    },
    {
      part: basics,
      text: t("Checkers on a point form a stack, and only the one on top can move. Five is the most that a stack holds."),
      task: t("The druid on 8 lies under a soldier. Move the soldier away with the 3, then the druid with the 2."),
      rule: board,
      position: position({ 13: "S", 8: "DS", 1: "ss" }),
      dice: [3, 2],
      solution: ["S8/5", "D8/6"],
    },
    {
      part: guards,
      text: t("The shield is a guard. Alone it blocks like two: soldiers can neither land on it nor hit it."),
      task: t("Black's guard on 9 closes the way by the 4. Bring the soldier from 13 to 7 by the open way."),
      rule: movement,
      position: position({ 13: "S", 9: "g", 1: "ss" }),
      dice: [4, 2],
      solution: ["S13/11", "S11/7"],
    },
    {
      part: guards,
      text: t("A guard hits a guard."),
      task: t("Hit the black guard on 8 with yours."),
      rule: movement,
      position: position({ 10: "G", 13: "SS", 8: "g", 1: "ss" }),
      dice: [2, 1],
      solution: ["G10/8*"],
    },
    {
      part: guards,
      text: t("Two others hit a guard together: an assault. Both must land on it, one right after the other."),
      task: t("Take the guard on 5 by assault, with the soldier from 11 and the one from 6."),
      rule: movement,
      position: position({ 11: "S", 6: "S", 5: "g", 1: "ss" }),
      dice: [6, 1],
      solution: ["S11/5+", "S6/5*"],
    },
    {
      part: general,
      text: t("The star is the general. It may also go back, if it has not gone forward in this turn; its targets behind are hollow."),
      task: t("Bring the general back from 6 to 9, onto your soldier there."),
      rule: movement,
      position: position({ 9: "S", 6: "N", 13: "S", 1: "ss" }),
      dice: [3, 1],
      solution: ["N6/9"],
    },
    {
      part: general,
      text: t("Going back, the general hits like any other checker."),
      task: t("Hit the soldier on 12 that has passed your general."),
      rule: movement,
      position: position({ 8: "N", 12: "s", 18: "S", 1: "ss" }),
      dice: [4, 1],
      solution: ["N8/12*"],
    },
    {
      part: druid,
      text: t("The leaf is the druid. In the midfield, 7 to 18, it does not hit a lone checker but traps it: it goes on top and holds it."),
      task: t("Trap the black soldier on 9, then cover the druid with the soldier from 10."),
      rule: movement,
      position: position({ 12: "D", 10: "S", 9: "s", 1: "ss" }),
      dice: [3, 1],
      solution: ["D12/9^", "S10/9"],
    },
    {
      part: druid,
      text: t("In both homes the druid is a plain soldier: it hits."),
      task: t("Hit the soldier on 3 with the druid."),
      rule: movement,
      position: position({ 5: "D", 13: "SS", 3: "s", 1: "ss" }),
      dice: [2, 1],
      solution: ["D5/3*"],
    },
    {
      part: wounded,
      text: t("The wounded carry a band. The even one plays only even dice, the odd one only odd dice."),
      task: t("Play the 4 with the even wounded and the 3 with the odd wounded."),
      rule: movement,
      position: position({ 13: "E", 11: "O", 8: "S", 1: "ss" }),
      dice: [4, 3],
      solution: ["E13/9", "O11/8"],
    },
    {
      part: wounded,
      text: t("From the bar any die will do, for the wounded too. While somebody waits there, nobody else may move."),
      task: t("Enter the even wounded with the 5."),
      rule: movement,
      position: position({ 13: "SS", 1: "ss" }, { white: "E" }),
      dice: [5, 2],
      solution: ["Ebar/20", "S13/11"],
    },
    {
      part: wounded,
      text: t("When all your checkers are at home you bear off, any class with any die. Whoever is first to bear off all fifteen wins."),
      task: t("Bear off the soldier from 6 and the odd wounded from 4."),
      rule: movement,
      position: position({ 6: "S", 4: "O", 2: "S", 24: "ss" }),
      dice: [6, 4],
      solution: ["S6/off", "O4/off"],
    },
  ];
}

/**
 * Stacks by White's points, White in capitals; whoever is not named is borne off.
 * @param {Record<number, string>} points
 * @param {{white?: string, black?: string}} [bar]
 */
function position(points, bar = {}) {
  const stacks = Array.from({ length: 24 }, (_, i) => points[24 - i] ?? "");
  const used = stacks.join("") + (bar.white ?? "") + (bar.black ?? "");
  const off = missing(used).join("/");
  const field = stacks.map((stack) => stack || "1").join("/");
  return `${joined(field)} ${bar.white || "-"}/${bar.black || "-"} ${off} w`;
}

/** Neighbouring empty points as one number. @param {string} field */
function joined(field) {
  return field.replace(/(?:^|(?<=\/))1(?:\/1)+(?=\/|$)/g, (run) => String(run.split("/").length));
}
