/** Marbles chosen by taps and drags, looked up among the legal moves; pure functions. */

/** @import {Side} from "../shared/types.js" */

import { beyond, rowBetween } from "./hexagon.js";

/**
 * @typedef {object} Move
 * @property {string[]} cells
 * @property {string} direction
 * @property {string[]} targets
 * @property {string[]} pushed
 * @property {boolean} ejects
 * @property {string} word
 * @property {number} next
 *
 * @typedef {object} MoveGraph
 * @property {Side} side
 * @property {{position: string, complete: boolean, steps: Move[], why?: [string, string, number][]}[]} nodes
 * @property {import("../shared/types.js").Reason[]} reasons
 */

/** @param {string[]} cells */
export const groupKey = (cells) => [...cells].sort().join("");

/** The moves of exactly these marbles. @param {Move[]} moves @param {string[]} cells */
export function movesOf(moves, cells) {
  const key = groupKey(cells);
  return moves.filter((move) => groupKey(move.cells) === key);
}

/**
 * The smallest group that brings this marble to that cell.
 * @param {Move[]} moves @param {string} marble @param {string} cell
 */
export function moveTo(moves, marble, cell) {
  const fitting = moves.filter((move) => move.targets[move.cells.indexOf(marble)] === cell);
  return fitting.sort((a, b) => a.cells.length - b.cells.length)[0] ?? null;
}

/**
 * The move of a chosen group that reaches a cell it does not hold yet.
 * @param {Move[]} moves @param {string[]} group @param {string} cell
 */
export function groupTo(moves, group, cell) {
  const fitting = movesOf(moves, group).filter((move) => move.targets.includes(cell));
  return fitting.length === 1 ? fitting[0] : (fitting.find((move) => inLine(move)) ?? null);
}

/** @param {Move} move */
const inLine = (move) => move.cells.length > 1 && move.targets.some((cell) => move.cells.includes(cell));

/**
 * The cells that a tap may go to with this selection.
 * @param {Move[]} moves @param {string[]} selection
 * @returns {Map<string, Move>}
 */
export function targets(moves, selection) {
  /** @type {Map<string, Move>} */
  const ends = new Map();
  if (!selection.length) return ends;
  const [marble] = selection;
  const wanted = selection.length === 1 ? moves.filter((move) => move.cells.includes(marble)) : movesOf(moves, selection);
  for (const move of wanted) {
    const cells = selection.length === 1 ? [move.targets[move.cells.indexOf(marble)]] : move.targets;
    for (const cell of cells) {
      const meant = selection.length === 1 ? moveTo(moves, marble, cell) : groupTo(moves, selection, cell);
      if (meant && !selection.includes(cell)) ends.set(cell, meant);
    }
  }
  return ends;
}

/**
 * Up to three own marbles in a row between two ends.
 * @param {Map<string, Side>} marbles @param {Side} side @param {string} first @param {string} last
 */
export function group(marbles, side, first, last) {
  const row = rowBetween(first, last);
  const fits = row && row.length <= 3 && row.every((cell) => marbles.get(cell) === side);
  return fits ? row : null;
}

/**
 * The move that a drag along a line means: the group in hand, or the line that starts here.
 * @param {Move[]} moves @param {string[]} selection @param {string} marble @param {string} direction
 */
export function dragged(moves, selection, marble, direction) {
  if (selection.length > 1 && selection.includes(marble)) {
    return movesOf(moves, selection).find((move) => move.direction === direction) ?? null;
  }
  const next = beyond(marble, direction);
  return next ? moveTo(moves, marble, next) : null;
}

/**
 * Why a group may not go that way, if the graph says it.
 * @param {MoveGraph | null} graph @param {string[]} cells @param {string} direction
 */
export function whyNot(graph, cells, direction) {
  const key = groupKey(cells);
  const refusal = graph?.nodes[0].why?.find(([group, way]) => way === direction && group === key);
  return refusal ? (graph?.reasons[refusal[2]] ?? null) : null;
}
