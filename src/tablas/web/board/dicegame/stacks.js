/** Stacks of checkers: who lies where, and the names of places. */

/** @import {Side, Stacks} from "../shared/types.js" */

/** @param {string} letter @returns {Side} */
export const sideOf = (letter) => (letter === letter.toUpperCase() ? "white" : "black");

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
