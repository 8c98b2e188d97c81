/** The hexagon of Abalone: cells, their spots in units of the pitch, the six directions. */

/** @import {Side, Spot} from "../shared/types.js" */

export const ROWS = "abcdefghi";
const RISE = Math.sqrt(3) / 2;

export const MARBLE = 0.465;
export const WOOD = 4.9; // from the middle to a corner
export const RIM = 5.7;

/** What each direction adds to row and number. @type {Record<string, [number, number]>} */
const STEPS = { e: [0, 1], ne: [1, 1], nw: [1, 0], w: [0, -1], sw: [-1, -1], se: [-1, 0] };
export const DIRECTIONS = Object.keys(STEPS);

/** Row i first, as the position text has them. */
export const CELLS = [...ROWS].reverse().flatMap((row) => rowCells(row));

/** @param {string} row */
function rowCells(row) {
  const height = ROWS.indexOf(row);
  const [first, last] = [Math.max(1, height - 3), Math.min(9, height + 5)];
  return Array.from({ length: last - first + 1 }, (_, i) => `${row}${first + i}`);
}

const ON_BOARD = new Set(CELLS);

/**
 * The neighbour of a cell; beyond the edge null.
 * @param {string} cell
 * @param {string} direction
 */
export function beyond(cell, direction) {
  const [rise, along] = STEPS[direction];
  const next = `${ROWS[ROWS.indexOf(cell[0]) + rise] ?? "?"}${Number(cell[1]) + along}`;
  return ON_BOARD.has(next) ? next : null;
}

/** Black sits below, row a at the bottom; for White the board is turned round. */
/** @param {string} cell @param {Side} view @returns {Spot} */
export function spotOf(cell, view) {
  const height = ROWS.indexOf(cell[0]) - 4;
  const sign = view === "black" ? 1 : -1;
  return { x: sign * (Number(cell[1]) - 5 - height / 2), y: -sign * height * RISE };
}

/** One step on the drawing. @param {string} direction @param {Side} view @returns {Spot} */
export function vector(direction, view) {
  const [rise, along] = STEPS[direction];
  const sign = view === "black" ? 1 : -1;
  return { x: sign * (along - rise / 2), y: -sign * rise * RISE };
}

/** The direction that a finger went. @param {Spot} way @param {Side} view */
export function directionOf(way, view) {
  /** @param {string} direction */
  const along = (direction) => {
    const { x, y } = vector(direction, view);
    return x * way.x + y * way.y;
  };
  return DIRECTIONS.reduce((best, direction) => (along(direction) > along(best) ? direction : best));
}

/**
 * The row from one cell to another, both counted; null if they are not in line.
 * @param {string} first
 * @param {string} last
 */
export function rowBetween(first, last) {
  for (const direction of DIRECTIONS) {
    const row = [first];
    for (let cell = beyond(first, direction); cell; cell = beyond(cell, direction)) {
      row.push(cell);
      if (cell === last) return row;
    }
  }
  return first === last ? [first] : null;
}

/** @param {string} one @param {string} other */
export const touch = (one, other) => DIRECTIONS.some((direction) => beyond(one, direction) === other);

/** The corners of a flat-topped hexagon. @param {number} radius */
export const corners = (radius) =>
  [0, 1, 2, 3, 4, 5]
    .map((i) => `${(radius * Math.cos((i * Math.PI) / 3)).toFixed(3)},${(radius * Math.sin((i * Math.PI) / 3)).toFixed(3)}`)
    .join(" ");

/**
 * Rows i to a, b Black, w White, numbers for empty cells.
 * @param {string} text
 * @returns {Map<string, Side>}
 */
export function readRows(text) {
  const marks = text.trim().split(" ")[0].replaceAll("/", "").replace(/\d/g, (count) => ".".repeat(Number(count)));
  /** @type {Map<string, Side>} */
  const marbles = new Map();
  [...marks].forEach((mark, i) => {
    if (mark !== ".") marbles.set(CELLS[i], mark === "b" ? "black" : "white");
  });
  return marbles;
}

/**
 * The cell that an arrow key leads to: along the row, or to the nearest one above or below.
 * @param {string} cell @param {string} key @param {Side} view
 */
export function walk(cell, key, view) {
  const here = spotOf(cell, view);
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const [dx, dy] = sideways ? [key === "ArrowLeft" ? -1 : 1, 0] : [0, key === "ArrowUp" ? -RISE : RISE];
  let best = cell;
  let least = sideways ? 0.1 : 1.2;
  for (const other of CELLS) {
    const { x, y } = spotOf(other, view);
    if (Math.abs(y - here.y - dy) > 0.1) continue;
    // Up and down lean towards the middle column, so that going back leads back.
    const far = Math.abs(x - here.x - dx) + (sideways ? 0 : Math.abs(x) * 0.01);
    if (far < least) [best, least] = [other, far];
  }
  return best;
}
