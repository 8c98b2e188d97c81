/** What the pages show of Abalone beside its board: emblem, and marbles for the editor. */

/** @import {Pieces} from "../pages/editor.js" */

import { svg } from "../../vendor/lit.js";
import { t } from "../words.js";

/** Three push two. */
export const emblem = () => svg`
  ${[8, 20, 32].map((x) => svg`<circle class="black" cx=${x} cy="26" r="5.600" /><circle class="ring" cx=${x} cy="26" r="2" />`)}
  ${[44, 56].map((x) => svg`<circle class="white" cx=${x} cy="26" r="5.600" />`)}
  <path class="arrow" d="M16 12h28m-7-6 7 6-7 6" />`;

/** @type {Pieces} */
export const pieces = {
  all: ["b", "w"],
  empty: "5/6/7/8/9/8/7/6/5 b",
  sideOf: (piece) => (piece === "w" ? "white" : "black"),
  nameOf: (piece) => (piece === "w" ? t("White") : t("Black")),
  shown: (text) => {
    const [position, turn] = text.split(" ");
    return { position, turn: turn === "w" ? "white" : "black" };
  },
  placed: (text, id, piece) => changed(text, id, piece),
  lifted: (text, id) => changed(text, id, ""),
  turned: (text) => {
    const [board, turn, ...rest] = text.split(" ");
    return [board, turn === "w" ? "b" : "w", ...rest].join(" ");
  },
  // What was ejected follows from what is left.
  after: (text, position) => `${position} ${pieces.turned(text).split(" ")[1]}`,
};

/** @param {string} text @param {string} id @param {string} marble */
function changed(text, id, marble) {
  const [board, turn = "b"] = text.split(" ");
  const rows = board.split("/").map((row) => row.replace(/\d/g, (empty) => ".".repeat(Number(empty))));
  const row = "ihgfedcba".indexOf(id[0]);
  const first = row < 4 ? 5 - row : 1; // the upper rows begin further to the right
  const column = Number(id[1]) - first;
  rows[row] = `${rows[row].slice(0, column)}${marble || "."}${rows[row].slice(column + 1)}`;
  return `${rows.map((one) => one.replace(/\.+/g, (gap) => String(gap.length))).join("/")} ${turn}`;
}
