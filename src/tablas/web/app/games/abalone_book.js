/** Openings of Abalone: positions that a turn or a mirror image makes equal are one, as in src/tablas/engine/abalone/book.py. */

import { cells } from "./abalone_bytes.js";

/** @import {MoveTold} from "../engine/codecs.js" */

const MIDDLE = { row: 4, number: 5 };

/** Where each cell goes, by its bit: six turns, and six of the mirror image. @type {number[][]} */
const SYMMETRIES = [false, true].flatMap((mirrored) =>
  Array.from({ length: 6 }, (_, turns) => cells.map((cell) => goes(cell, turns, mirrored))),
);

/** @param {{row: number, number: number}} cell @param {number} turns @param {boolean} mirrored */
function goes({ row, number }, turns, mirrored) {
  let [up, along] = [row - MIDDLE.row, number - MIDDLE.number];
  if (mirrored) [up, along] = [along, up];
  for (let turn = 0; turn < turns; turn += 1) [up, along] = [along, along - up];
  return cells.findIndex((one) => one.row === up + MIDDLE.row && one.number === along + MIDDLE.number);
}

/** A board as it lies after this. @param {Uint8Array} board @param {number[]} symmetry */
function laid(board, symmetry) {
  const words = new BigUint64Array(board.slice().buffer).map((word) => {
    const marbles = symmetry.reduce((sum, to, from) => sum | (((word >> BigInt(from)) & 1n) << BigInt(to)), 0n);
    return marbles | ((word >> BigInt(cells.length)) << BigInt(cells.length));
  });
  return new Uint8Array(words.buffer);
}

/** @param {Uint8Array} board */
const hex = (board) => Array.from(board, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The same marbles going the same way, whatever they are called. @param {MoveTold} move @param {(cell: string) => string} at */
const wayOf = ({ cells: from, targets }, at) => [from, targets].map((names) => names.map(at).sort().join()).join(">");

/**
 * The moves that the book holds for as good as the best one here; none outside it.
 * @param {Record<string, string[]>} book moves in words, by the position as it usually lies
 * @param {Uint8Array} board
 * @param {(board: Uint8Array) => MoveTold[]} moves
 * @returns {MoveTold[]}
 */
export function movesKnown(book, board, moves) {
  const lying = SYMMETRIES.map((symmetry) => ({ symmetry, there: laid(board, symmetry) }));
  const usual = lying.reduce((least, one) => (hex(one.there) < hex(least.there) ? one : least));
  const words = book[hex(usual.there)];
  if (!words) return [];
  const names = cells.map(({ name }) => name);
  const back = (/** @type {string} */ cell) => names[usual.symmetry.indexOf(names.indexOf(cell))];
  const ways = new Set(moves(usual.there).filter(({ word }) => words.includes(word)).map((move) => wayOf(move, back)));
  return moves(board).filter((move) => ways.has(wayOf(move, (cell) => cell)));
}
