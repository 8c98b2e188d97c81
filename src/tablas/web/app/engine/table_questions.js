/** What a table on this device asks of the kernel: how a board stands, the legal turn, where a play leads. */

import { graphOf, otherSide, shown, unpacked, walkOf, walks } from "./codecs.js";

/** @import {Codec} from "./codecs.js" */
/** @import {Level} from "./dice_thinking.js" */
/** @import {Kernel, Roll} from "./kernel.js" */
/** @import {Asked} from "./thinking.js" */

/**
 * @typedef {{board: any, text: string, quiet: number, shutOut: boolean}} Standing a position as tables show it
 * @typedef {{graph: any, forced: boolean, stuck: boolean}} Turn
 * @typedef {Standing & {play: string, last: any, ejects: boolean, points: number}} Reached `points` of who is to move, 0 before the end
 */

/** @type {Roll[]} */
const ROLLS = [];
for (let high = 1; high <= 6; high += 1) for (let low = 1; low <= high; low += 1) ROLLS.push([high, low]);

/** @param {Kernel} kernel @param {Codec} codec @param {Asked} asked @returns {Standing} */
export function standing(kernel, codec, { game, board, turn, quiet = 0 }) {
  const seen = unpacked(kernel, game, codec, board, turn);
  const text = codec.write(seen, turn, quiet);
  if (codec.move) return { board: seen, text, quiet, shutOut: false };
  const { pips: [own, opp], shutOut } = kernel.facts(game, board);
  return { board: { ...seen, pips: { [turn]: own, [otherSide(turn)]: opp } }, text, quiet, shutOut };
}

/** The legal steps of who is to play. @param {Kernel} kernel @param {Codec} codec @param {Asked} asked @returns {Turn} */
export function turnOf(kernel, codec, { game, board, turn, dice }) {
  const graph = graphOf(kernel, game, codec, board, turn, dice);
  if (!dice) return { graph, forced: false, stuck: false };
  const nodes = kernel.turn(game, board, dice);
  const stuck = nodes[0].steps.length === 0;
  return { graph, forced: !stuck && walks(kernel, game, codec, nodes).size === 1, stuck };
}

/** @param {Kernel} kernel @param {Codec} codec @param {Asked} asked @returns {Reached} */
export function reachedBy(kernel, codec, asked) {
  const made = asked.dice ? played(kernel, codec, asked) : moved(kernel, codec, asked);
  const { game, turn, quiet = 0 } = asked;
  const after = standing(kernel, codec, { ...asked, board: made.board, turn: otherSide(turn), quiet: made.ejects || asked.dice ? 0 : quiet + 1 });
  return { ...after, ...made, board: after.board, points: kernel.outcome(game, made.board) };
}

/** A play of dice. @param {Kernel} kernel @param {Codec} codec @param {Asked} asked */
function played(kernel, codec, { game, board, turn, dice, play }) {
  const walk = walkOf(codec, kernel.turn(game, board, /** @type {Roll} */ (dice)), play ?? "");
  if (!walk) throw new RangeError(`play ${play}: it is not allowed here`);
  const steps = walk.steps.map((step) => shown(codec, step));
  return { board: kernel.passed(game, walk.board), play: codec.spell(walk.steps), last: { side: turn, steps }, ejects: false };
}

/** A move of a game without dice. @param {Kernel} kernel @param {Codec} codec @param {Asked} asked */
function moved(kernel, codec, { game, board, turn, play }) {
  const told = kernel.moves(board).map((code) => /** @type {any} */ (codec.move)(code));
  const at = told.findIndex(({ word }) => word === play);
  if (at < 0) throw new RangeError(`move ${play}: it is not allowed here`);
  const { word, ...way } = told[at];
  return { board: kernel.successors(game, board, null)[at], play: word, last: { side: turn, ...way }, ejects: way.ejects };
}

/** Whether no roll can ever move anything again, for either side: ruling A7 of the Abak page. @param {Kernel} kernel @param {Asked} asked */
export function locked(kernel, { game, board }) {
  const both = [board, kernel.passed(game, board)];
  return both.every((seen) => ROLLS.every((roll) => kernel.turn(game, seen, roll)[0].steps.length === 0));
}

/** What a level does with the cube: whether it doubles, and its answer. @param {Kernel} kernel @param {Asked} asked @param {Level} level @param {() => number} gauss */
export function decide(kernel, { game, board, cube }, { noise, rules, cube_plies = 0 }, gauss) {
  if (!cube) throw new TypeError("there is no cube");
  if (rules) return kernel.heuristicCube(board); // by the board alone, whatever the score
  const { doubles, answer } = kernel.cube(game, board, cube, cube_plies, noise * gauss());
  return { doubles, answer };
}
