/** The position text of Abak taken apart into stacks. */

/** @import {Side, Stacks} from "../shared/types.js" */

/**
 * White's 24 first, a number for empty points; then bar and tray, White's before Black's.
 * @param {string} text
 * @returns {Stacks}
 */
export function readStacks(text) {
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
