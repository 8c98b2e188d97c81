/** The course of backgammon. */

/** @import {Lesson} from "./lesson.js" */

import { t } from "../words.js";

/** @returns {Lesson[]} */
export function lessons() {
  const part = "Backgammon";
  const [move, bar, off] = [t("A turn"), t("Bar"), t("Bearing off")];
  return [
    {
      part,
      text: t("Each die moves one checker towards your home, the points 6 to 1. Two checkers on a point make it safe."),
      task: t("Make the point 5 with one checker from 8 and one from 6."),
      rule: move,
      position: position({ 24: 2, 13: 5, 8: 3, 6: 5 }, { 1: 2, 12: 5, 17: 3, 19: 5 }),
      dice: [3, 1],
      solution: ["8/5", "6/5"],
    },
    {
      part,
      text: t("A checker that stands alone can be hit: it goes to the bar and has to enter anew."),
      task: t("Hit on 7 with a checker from 13."),
      rule: move,
      position: position({ 24: 2, 13: 5, 8: 3, 6: 5 }, { 1: 1, 7: 1, 12: 5, 17: 3, 19: 5 }),
      dice: [6, 2],
      solution: ["13/7*"],
    },
    {
      part,
      text: t("Whoever is on the bar must enter before anybody else moves; points with two opposing checkers are closed."),
      task: t("Enter with the 4: the 6 is closed."),
      rule: bar,
      position: position({ 25: 1, 24: 1, 13: 5, 8: 3, 6: 5 }, { 1: 2, 12: 5, 17: 3, 19: 5 }),
      dice: [6, 4],
      solution: ["bar/21"],
    },
    {
      part,
      text: t("When all your checkers are at home you bear off. Whoever is first to bear off all fifteen wins."),
      task: t("Bear off from 6 and from 3."),
      rule: off,
      position: position({ 6: 2, 3: 2, 1: 1 }, { 24: 2, 20: 3 }),
      dice: [6, 3],
      solution: ["6/off", "3/off"],
    },
  ];
}

/**
 * White's checkers by point, then Black's; 25 is the bar of either side.
 * @param {Record<number, number>} white
 * @param {Record<number, number>} black by White's points too, the bar as 0
 */
function position(white, black) {
  const mark = (/** @type {number} */ place) => {
    if (white[place]) return String.fromCharCode(64 + white[place]);
    if (black[place]) return String.fromCharCode(96 + black[place]);
    return "-";
  };
  const field = Array.from({ length: 26 }, (_, place) => mark(place)).join("");
  return `XGID=${field}:0:0:1:00:0:0:0:0:10`;
}
