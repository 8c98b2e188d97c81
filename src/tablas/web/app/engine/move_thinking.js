/** What the kernel thinks of positions of the game without dice: its search, deeper and deeper. */

import { markOf } from "./dice_thinking.js";

/** @import {Codec} from "./codecs.js" */
/** @import {Kernel} from "./kernel.js" */
/** @import {Asked, Settings} from "./thinking.js" */

const WIN = 30000;
const PROVEN = WIN - 100;
const LINES = 4;
const ALL_MOVES = 349;
const DEEPEST = 40;

/** The chance of winning that a score means. @param {number} score @param {number} unit the score at which one side wins e times as often */
function chance(score, unit) {
  if (Math.abs(score) >= PROVEN) return score > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score / unit));
}

/** What ends the game, as the search wants it. @param {Asked} asked */
const endsOf = ({ quiet = 0, target = 6, quietLimit = 200, repetition, quietDecides, plies }) => ({ quiet, target, quietLimit, repetition, quietDecides, plies });

/**
 * @param {Kernel} kernel @param {Codec} codec @param {Asked} asked @param {Settings} settings
 * @param {{tell: (judged: any) => void, goOn: () => Promise<boolean>}} beside
 */
export async function judgeMoves(kernel, codec, asked, settings, { tell, goOn }) {
  const { game, board, play, care, history = [] } = asked;
  const { nodes } = settings.cares[care];
  const codes = kernel.moves(board);
  const reached = kernel.successors(game, board, null);
  const moveOf = (/** @type {number} */ code) => /** @type {any} */ (codec.move)(code);
  const chosen = play === null ? null : codes.find((code) => moveOf(code).word === play.replace(/x$/i, "").toLowerCase());
  if (chosen === undefined) throw new RangeError(`move ${play}: the kernel knows no such move here`);
  /** @type {any} */
  let judged = null;
  let spent = 0;
  for (let depth = 1; depth <= DEEPEST && spent < nodes; depth += 1) {
    if (depth > 1 && !(await goOn())) break;
    const found = kernel.bestMoves(board, history, { ...endsOf(asked), depth, lines: LINES });
    spent += found.nodes;
    const scored = found.lines.map(({ score, moves }) => ({ code: moves[0], score }));
    if (chosen !== null && !scored.some(({ code }) => code === chosen)) {
      const after = reached[codes.indexOf(chosen)];
      const score = kernel.outcome(game, after) ? WIN : -kernel.bestMoves(after, [], { ...endsOf(asked), depth: Math.max(1, depth - 1) }).lines[0].score;
      scored.push({ code: chosen, score });
      scored.sort((a, b) => b.score - a.score);
    }
    judged = told(asked, settings, scored.map(({ code, score }) => ({ move: moveOf(code), code, worth: chance(score, settings.scale) })), chosen, { depth, forced: codes.length === 1 });
    tell(judged);
    if (found.depth < depth || Math.abs(scored[0].score) >= PROVEN) break;
  }
  return judged;
}

/** @param {Asked} asked @param {Settings} settings @param {{move: any, code: number, worth: number}[]} found @param {number | null} chosen @param {{depth: number, forced: boolean}} about */
function told(asked, settings, found, chosen, { depth, forced }) {
  const played = found.find(({ code }) => code === chosen) ?? found[0];
  const cost = Math.max(0, found[0].worth - played.worth);
  return {
    unit: settings.unit,
    care: asked.care,
    played: played.move.word,
    best: found[0].move.word,
    cost,
    mark: markOf(cost, settings.thresholds),
    forced,
    alternatives: found.map(({ move, worth }) => ({ text: move.word, worth, chances: [worth], plies: depth, trials: 0 })),
    does: [],
    shown: { why: {}, ways: found.map(({ move: { word: _, ...way } }) => way) },
  };
}

/** The move of a level: the best one, or the best one seen through its noise. @param {Kernel} kernel @param {Codec} codec @param {Asked} asked @param {{depth: number, noise: number}} level @param {() => number} gauss */
export function chooseMove(kernel, codec, asked, { depth, noise }, gauss) {
  const { lines } = kernel.bestMoves(asked.board, asked.history ?? [], { ...endsOf(asked), depth, lines: noise ? ALL_MOVES : 1, press: true });
  const seen = lines.map(({ score }) => score + noise * gauss());
  const { word, ...way } = /** @type {any} */ (codec.move)(lines[seen.indexOf(Math.max(...seen))].moves[0]);
  return { text: word, words: word, way };
}
