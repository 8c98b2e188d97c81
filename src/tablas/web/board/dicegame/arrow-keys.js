/** The arrows' way over points, bar and tray: two rows of fourteen places, as they are seen. */

/** @import {Side} from "../shared/types.js" */
/** @import {Geometry} from "./geometry.js" */

import { otherSide } from "../shared/sides.js";

/**
 * Far row and near row, from the side without the tray to the tray.
 * @param {Side} view
 * @returns {[string[], string[]]}
 */
export function rows(view) {
  const white = view === "white";
  /** @param {number} seen */
  const id = (seen) => `p${white ? seen : 25 - seen}`;
  const six = [0, 1, 2, 3, 4, 5];
  const far = otherSide(view);
  return [
    [...six.map((i) => id(13 + i)), `bar-${far}`, ...six.map((i) => id(19 + i)), `off-${far}`],
    [...six.map((i) => id(12 - i)), `bar-${view}`, ...six.map((i) => id(6 - i)), `off-${view}`],
  ];
}

/** Every place once, far row first. @param {Side} view */
export const allPlaces = (view) => rows(view).flat();

/**
 * The place that an arrow leads to, or the same one at the edge.
 * @param {Geometry} geometry
 * @param {string} id
 * @param {string} key ArrowLeft, ArrowRight, ArrowUp, ArrowDown
 */
export function neighbour(geometry, id, key) {
  const grid = rows(geometry.view);
  let row = grid[0].includes(id) ? 0 : 1;
  const column = grid[row].indexOf(id);
  const [along, across] = ARROWS[geometry.rotated ? "rotated" : "flat"][key] ?? [0, 0];
  row = Math.min(1, Math.max(0, row + across));
  const next = column + (geometry.mirror ? -along : along);
  return grid[row][Math.min(grid[row].length - 1, Math.max(0, next))];
}

/** @type {Record<"flat" | "rotated", Record<string, [number, number]>>} */
const ARROWS = {
  flat: { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
  // What was below is on the left.
  rotated: { ArrowLeft: [0, 1], ArrowRight: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] },
};
