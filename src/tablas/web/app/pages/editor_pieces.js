/** Position texts with one piece more or less; whether they are legal, the server says. */

/** @import {GameName} from "../../board/types.js" */

/** White in capitals, as position texts write them. @type {Record<GameName, string[]>} */
export const PIECES = {
  abak: ["S", "G", "N", "D", "E", "O", "s", "g", "n", "d", "e", "o"],
  backgammon: ["W", "B"],
  abalone: ["b", "w"],
};

/** @param {GameName} game */
export function emptied(game) {
  return { abak: "24 -/- -/- w", backgammon: "XGID=--------------------------:0:0:1:00:0:0:0:0:10", abalone: "5/6/7/8/9/8/7/6/5 b" }[game];
}

/** What a board shows of a text, whether it is a legal position or not. @param {GameName} game @param {string} text */
export function boardOf(game, text) {
  const fields = text.split(" ");
  if (game === "backgammon") return { game, position: text.replace("XGID=", "").split(":")[0], turn: "white" };
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

/** @param {string} text @param {string} id @param {(stack: string) => string} change */
function abak(text, id, change) {
  const [field, bar = "-/-", off = "-/-", turn = "w"] = text.split(" ");
  const stacks = field.split("/").flatMap((part) => (/^\d+$/.test(part) ? Array(Number(part)).fill("") : [part]));
  const sides = { bar: bar.split("/"), off: off.split("/") };
  if (id.startsWith("p")) stacks[24 - Number(id.slice(1))] = change(stacks[24 - Number(id.slice(1))]);
  else {
    const [kind, side] = /** @type {["bar" | "off", string]} */ (id.split("-"));
    const which = side === "white" ? 0 : 1;
    sides[kind][which] = change(sides[kind][which].replace("-", "")) || "-";
  }
  return `${counted(stacks)} ${sides.bar.join("/")} ${sides.off.join("/")} ${turn}`;
}

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
