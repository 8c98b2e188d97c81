/** What the pages show of backgammon beside its board: picture, and checkers for the editor. */

/** @import {Pieces} from "../pages/editor.js" */

import { readStacks } from "../../board/backgammon/stacks.js";
import { t } from "../words.js";
import { tableMiniature } from "./miniature.js";

/** On the card of the first page. @param {string} text a position */
export const miniature = (text) => tableMiniature("race", readStacks(pieces.shown(text).position));

/** The way to learn it, on the first page. */
export const newcomer = () => ({ href: "/learn#backgammon-1", text: t("Learn backgammon in 5 minutes") });

/** @type {Pieces} */
export const pieces = {
  all: ["W", "B"],
  empty: "XGID=--------------------------:0:0:1:00:0:0:0:0:10",
  sideOf: (piece) => (piece === "W" ? "white" : "black"),
  nameOf: (piece) => (piece === "W" ? t("White") : t("Black")),
  shown: (text) => {
    const [position, , , turn] = text.replace("XGID=", "").split(":");
    return { position, turn: turn === "-1" ? "black" : "white" };
  },
  placed: (text, id, piece) => changed(text, id, (count) => count + (piece === "W" ? 1 : -1)),
  lifted: (text, id) => changed(text, id, (count) => count - Math.sign(count)),
  turned: (text) => text.replace(/^((?:[^:]*:){3})(-?1):/, (_, before, turn) => `${before}${turn === "1" ? "-1" : "1"}:`),
  after: (text, position) => pieces.turned(text).replace(/^XGID=[^:]*/, `XGID=${position}`),
};

/** @param {string} text @param {string} id @param {(count: number) => number} change */
function changed(text, id, change) {
  const place = id.startsWith("p") ? Number(id.slice(1)) : { "bar-white": 25, "bar-black": 0 }[id];
  if (place === undefined) return "";
  const [field, ...rest] = text.replace("XGID=", "").split(":");
  const count = change(heap(field[place]));
  return `XGID=${field.slice(0, place)}${letter(count)}${field.slice(place + 1)}:${rest.join(":")}`;
}

/** @param {string} mark */
const heap = (mark) => (mark === "-" ? 0 : (mark.toLowerCase().charCodeAt(0) - 96) * (mark === mark.toUpperCase() ? 1 : -1));

/** @param {number} count */
function letter(count) {
  if (!count) return "-";
  const mark = String.fromCharCode(96 + Math.abs(count));
  return count > 0 ? mark.toUpperCase() : mark;
}
