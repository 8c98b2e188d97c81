/** What the pages show of Abalone beside its board: picture, and marbles for the editor. */

/** @import {Pieces} from "../pages/editor.js" */

import { t } from "../words.js";
import { hexMiniature } from "./miniature.js";

/** On the card of the first page. @param {string} text a position */
export const miniature = (text) => hexMiniature("marbles", rowsOf(text.split(" ")[0]));

/** The way to learn it, on the first page. */
export const newcomer = () => ({ href: "/learn#abalone-1", text: t("Learn Abalone in 5 minutes") });

/** How both sides stand, for the analysis alone. */
export const loadBalance = () => import("./abalone_balance.js");

/** @param {string} board */
const rowsOf = (board) => board.split("/").map((row) => row.replace(/\d/g, (empty) => ".".repeat(Number(empty))));

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
  const rows = rowsOf(board);
  const row = "ihgfedcba".indexOf(id[0]);
  const first = row < 4 ? 5 - row : 1; // the upper rows begin further to the right
  const column = Number(id[1]) - first;
  rows[row] = `${rows[row].slice(0, column)}${marble || "."}${rows[row].slice(column + 1)}`;
  return `${rows.map((one) => one.replace(/\.+/g, (gap) => String(gap.length))).join("/")} ${turn}`;
}
