/** Position texts with one piece more or less; whether they are legal, the server says. */

/** @import {GameName} from "../../board/types.js" */

import { missing } from "../learn/positions.js";

export const GAMES = /** @type {GameName[]} */ (["abak", "backgammon", "abalone"]);

/** @type {Record<GameName, string>} */
export const STARTS = {
  abak: "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w",
  backgammon: "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
  abalone: "belgian-daisy",
};

/** White in capitals, as position texts write them. @type {Record<GameName, string[]>} */
export const PIECES = {
  abak: ["S", "G", "N", "D", "E", "O", "s", "g", "n", "d", "e", "o"],
  backgammon: ["W", "B"],
  abalone: ["b", "w"],
};

/** @param {GameName} game */
export function emptied(game) {
  return { abak: `24 -/- ${missing("").join("/")} w`, backgammon: "XGID=--------------------------:0:0:1:00:0:0:0:0:10", abalone: "5/6/7/8/9/8/7/6/5 b" }[game];
}

/** What a board shows of a text, whether it is a legal position or not. @param {GameName} game @param {string} text */
export function boardOf(game, text) {
  const fields = text.split(" ");
  if (game === "backgammon") {
    const [position, , , turn] = text.replace("XGID=", "").split(":");
    return { game, position, turn: turn === "-1" ? "black" : "white" };
  }
  if (game === "abalone") return { game, position: fields[0], turn: fields[1] === "w" ? "white" : "black" };
  return { game, position: fields.slice(0, 3).join(" "), turn: fields[3] === "b" ? "black" : "white" };
}

/** @param {GameName} game @param {string} text @param {string} id @param {string} piece */
export function placed(game, text, id, piece) {
  if (game === "abak") return abak(text, id, (stack) => stack + piece);
  if (game === "backgammon") return backgammon(text, id, (count) => count + (piece === "W" ? 1 : -1));
  return abalone(text, id, piece);
}

/** @param {GameName} game @param {string} text @param {string} id */
export function lifted(game, text, id) {
  if (game === "abak") return abak(text, id, (stack) => stack.slice(0, -1));
  if (game === "backgammon") return backgammon(text, id, (count) => count - Math.sign(count));
  return abalone(text, id, "");
}

/** The same with the other side to move. @param {GameName} game @param {string} text */
export function turned(game, text) {
  if (game === "backgammon") return text.replace(/^((?:[^:]*:){3})(-?1):/, (_, before, turn) => `${before}${turn === "1" ? "-1" : "1"}:`);
  const [board, ...rest] = text.split(" ");
  const place = game === "abak" ? 2 : 0;
  rest[place] = rest[place] === "w" ? "b" : "w";
  return [board, ...rest].join(" ");
}

/** The text after a turn that led to these checkers or marbles. @param {GameName} game @param {string} text @param {string} position */
export function after(game, text, position) {
  const next = turned(game, text);
  if (game === "backgammon") return next.replace(/^XGID=[^:]*/, `XGID=${position}`);
  if (game === "abak") return `${position} ${next.split(" ")[3]}`;
  return `${position} ${next.split(" ")[1]}`; // what was ejected follows from what is left
}

/** Whoever is put down leaves the tray, whoever is taken away goes there. */
/** @param {string} text @param {string} id @param {(stack: string) => string} change */
function abak(text, id, change) {
  const [field, bar = "-/-", , turn = "w"] = text.split(" ");
  const stacks = field.split("/").flatMap((part) => (/^\d+$/.test(part) ? Array(Number(part)).fill("") : [part]));
  const bars = bar.split("/");
  if (id.startsWith("off")) return "";
  if (id.startsWith("p")) stacks[24 - Number(id.slice(1))] = change(stacks[24 - Number(id.slice(1))]);
  else {
    const which = id === "bar-white" ? 0 : 1;
    bars[which] = sorted(change(bars[which].replace("-", ""))) || "-";
  }
  const off = missing(stacks.join("") + bars.join(""));
  return `${counted(stacks)} ${bars.join("/")} ${off.join("/")} ${turn}`;
}

/** @param {string} letters */
const sorted = (letters) => [...letters].sort().join("");

/** Empty ones as numbers. @param {string[]} parts */
function counted(parts) {
  /** @type {string[]} */
  const told = [];
  for (const part of parts) {
    const last = told.at(-1);
    if (part) told.push(part);
    else if (last && /^\d+$/.test(last)) told[told.length - 1] = String(Number(last) + 1);
    else told.push("1");
  }
  return told.join("/");
}

/** @param {string} text @param {string} id @param {(count: number) => number} change */
function backgammon(text, id, change) {
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

/** @param {string} text @param {string} id @param {string} marble */
function abalone(text, id, marble) {
  const [board, turn = "b"] = text.split(" ");
  const rows = board.split("/").map((row) => row.replace(/\d/g, (empty) => ".".repeat(Number(empty))));
  const row = "ihgfedcba".indexOf(id[0]);
  const first = row < 4 ? 5 - row : 1; // the upper rows begin further to the right
  const column = Number(id[1]) - first;
  rows[row] = `${rows[row].slice(0, column)}${marble || "."}${rows[row].slice(column + 1)}`;
  return `${rows.map((one) => one.replace(/\.+/g, (gap) => String(gap.length))).join("/")} ${turn}`;
}
