/** The board field of an XGID taken apart into stacks. */

/** @import {Stacks} from "../shared/types.js" */

const CHECKERS = 15;

/**
 * 26 characters: Black's bar, White's points 1 to 24, White's bar; A or a is one checker.
 * @param {string} field
 * @returns {Stacks}
 */
export function readStacks(field) {
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
