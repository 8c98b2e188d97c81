/** What the pages show of backgammon beside its board: emblem, and checkers for the editor. */

/** @import {Pieces} from "../pages/editor.js" */

import { svg } from "../../vendor/lit.js";
import { t } from "../words.js";

/** Checkers on points. */
export const emblem = () => svg`
  <path class="dim" d="M2 38 11 4l9 34zM44 38l9-34 9 34z" /><path class="dim2" d="M23 38 32 4l9 34z" />
  <circle class="white" cx="11" cy="28" r="9" /><circle class="black" cx="32" cy="28" r="9" />
  <circle class="white" cx="53" cy="28" r="9" />`;

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
