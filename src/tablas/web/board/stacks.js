/** Position texts taken apart into stacks: a board field of an XGID, or Abak's own text. */

/** @import {Side, Stacks, GameName} from "./types.js" */

const CHECKERS = 15;

/**
 * @param {GameName} game
 * @param {string} text
 * @returns {Stacks}
 */
export function readStacks(game, text) {
  return game === "abak" ? readAbak(text) : readField(text);
}

/**
 * White's 24 first, a number for empty points; then bar and tray, White's before Black's.
 * @param {string} text
 * @returns {Stacks}
 */
function readAbak(text) {
  const [field, bar = "-/-", off = "-/-"] = text.trim().split(" ");
  /** @type {string[]} */
  const fromTop = [];
  for (const part of field.split("/")) {
    if (/^\d+$/.test(part)) fromTop.push(...Array(Number(part)).fill(""));
    else fromTop.push(part);
  }
  return { points: ["", ...fromTop.reverse()], bar: bothSides(bar), off: bothSides(off) };
}

/** @param {string} field @returns {Record<Side, string>} */
function bothSides(field) {
  const [white = "", black = ""] = field.split("/").map((half) => half.replace("-", ""));
  return { white, black };
}

/**
 * 26 characters: Black's bar, White's points 1 to 24, White's bar; A or a is one checker.
 * @param {string} field
 * @returns {Stacks}
 */
function readField(field) {
  const stacks = [...field.trim()].map(heap);
  const white = stacks.join("").replace(/s/g, "").length;
  const black = stacks.join("").replace(/S/g, "").length;
  return {
    points: ["", ...stacks.slice(1, 25)],
    bar: { white: stacks[25] ?? "", black: stacks[0] ?? "" },
    off: { white: "S".repeat(CHECKERS - white), black: "s".repeat(CHECKERS - black) },
  };
}

/** @param {string} mark */
function heap(mark) {
  if (mark === "-") return "";
  const count = mark.toLowerCase().charCodeAt(0) - 96;
  return (mark === mark.toLowerCase() ? "s" : "S").repeat(count);
}

/** @param {string} letter @returns {Side} */
export const sideOf = (letter) => (letter === letter.toUpperCase() ? "white" : "black");

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "white" ? "black" : "white");

/**
 * How many checkers at the bottom lie under the other colour: they are drawn with a collar.
 * @param {string} stack
 */
export function trappedCount(stack) {
  const top = stack.at(-1);
  if (!top) return 0;
  let free = stack.length - 1;
  while (free > 0 && sideOf(stack[free - 1]) === sideOf(top)) free -= 1;
  return free;
}

/**
 * A place by its name on the board: `p13` by White's count, `bar-white`, `off-black`.
 * @param {number} place as the mover counts, 25 the bar, 0 the tray
 * @param {Side} side the mover
 */
export function placeId(place, side) {
  if (place === 25) return `bar-${side}`;
  if (place === 0) return `off-${side}`;
  return `p${side === "white" ? place : 25 - place}`;
}

/**
 * The same back: how `side` counts this place; null for the other side's bar and tray.
 * @param {string} id
 * @param {Side} side
 */
export function placeNumber(id, side) {
  if (id === `bar-${side}`) return 25;
  if (id === `off-${side}`) return 0;
  if (!id.startsWith("p")) return null;
  const point = Number(id.slice(1));
  return side === "white" ? point : 25 - point;
}

/**
 * The letters that lie on a place, bottom to top.
 * @param {Stacks} stacks
 * @param {string} id
 */
export function lettersAt(stacks, id) {
  if (id.startsWith("p")) return stacks.points[Number(id.slice(1))];
  const [kind, side] = /** @type {["bar" | "off", Side]} */ (id.split("-"));
  return stacks[kind][side];
}
