/** What the kernel thinks of positions of the dice games: plays of a roll, luck, the cube, rollouts. */

import { keyOf, shown, walkOf, walks } from "./codecs.js";

/** @import {Codec} from "./codecs.js" */
/** @import {CubeSeen, Kernel, Roll} from "./kernel.js" */
/** @import {Asked, Settings} from "./thinking.js" */

/**
 * @typedef {object} Candidate a play with what it is worth to who makes it
 * @property {Uint8Array} board seen by the next player
 * @property {number[]} chances
 * @property {number} worth
 * @property {number} plies
 * @property {number} trials
 *
 * @typedef {{noise: number, race: number, cube_plies?: number, rules?: number}} Level the numbers that it is made of; `cube_plies`: how far it looks before a double; `rules`: it plays by rules of thumb, not by the net
 */

/** @type {Roll[]} */
const ROLLS = [];
for (let high = 1; high <= 6; high += 1) for (let low = 1; low <= high; low += 1) ROLLS.push([high, low]);

const LISTED = 6;
const BATCH = 12; // trials between two looks at whether to stop
const MOST_ROLLED_OUT = 4;

/** @param {number[]} chances */
export const swapped = ([win, gammon, backgammon, loseGammon, loseBackgammon]) => [1 - win, loseGammon, loseBackgammon, gammon, backgammon];
/** @param {number[]} chances */
const equity = ([win, gammon, backgammon, loseGammon, loseBackgammon]) => 2 * win - 1 + gammon + backgammon - loseGammon - loseBackgammon;

/** The cube as the other side sees it. @param {CubeSeen} cube @returns {CubeSeen} */
export function turnedCube(cube) {
  const owner = cube.owner === "centred" ? "centred" : cube.owner === "own" ? "opponent" : "own";
  return { ...cube, owner, away: [cube.away[1], cube.away[0]] };
}

/** What boards are worth to who has just played there; the chances are those of the next player. @param {Kernel} kernel @param {string} game @param {Uint8Array[]} boards @param {number[][]} chances @param {CubeSeen | null} cube */
export function worths(kernel, game, boards, chances, cube) {
  const seen = cube ? kernel.cubeEquities(game, boards, chances, turnedCube(cube)) : chances.map(equity);
  return seen.map((value) => -value);
}

/**
 * The plays of a roll, deeper and deeper: each level is told as soon as it is there.
 * @param {Kernel} kernel @param {Codec} codec @param {Asked} asked @param {Settings} settings
 * @param {{tell: (judged: any) => void, goOn: () => Promise<boolean>}} beside
 */
export async function judgePlays(kernel, codec, asked, settings, { tell, goOn }) {
  const { game, board, dice, play, care } = asked;
  const limits = settings.cares[care];
  const nodes = kernel.turn(game, board, /** @type {Roll} */ (dice));
  const ends = walks(kernel, game, codec, nodes);
  const made = play === null ? null : reachedBy(kernel, game, codec, nodes, ends, play);
  const chosen = made?.key ?? null;
  const forced = ends.size === 1;
  /** @type {number | undefined} */
  let luck;
  /** @type {Candidate[]} */
  let found = [];
  const answer = () => told(codec, ends, found, made, { asked, settings, forced, luck });
  for (let plies = 0; plies <= (forced ? 0 : limits.plies); plies += 1) {
    if (plies && !(await goOn())) return answer();
    found = ranked(kernel, asked, plies, chosen);
    tell(answer());
    luck ??= luckOf(kernel, asked);
  }
  if (limits.trials && !forced) await rollOut(kernel, asked, limits, chosen, found, { tell: () => tell(answer()), goOn });
  return answer();
}

/** @param {Kernel} kernel @param {Asked} asked @param {number} plies @param {string | null} chosen @returns {Candidate[]} */
function ranked(kernel, { game, board, dice, cube }, plies, chosen) {
  const plays = kernel.plays(game, board, /** @type {Roll} */ (dice), { plies, cube });
  const found = plays.map((one) => ({ board: one.board, chances: one.chances, worth: one.equity, plies: one.plies, trials: 0 }));
  const deepest = found[0].plies;
  const index = found.findIndex((one) => keyOf(one.board) === chosen);
  if (chosen && (index < 0 || found[index].plies < deepest)) {
    // What was put aside early is judged as deeply as the best, so that costs compare like with like.
    const reached = index < 0 ? Uint8Array.from(chosen.split(",").map(Number)) : found[index].board;
    if (index >= 0) found.splice(index, 1);
    found.push({ board: reached, ...playedTo(kernel, game, reached, deepest, cube), plies: deepest, trials: 0 });
  }
  return found.sort((a, b) => b.plies - a.plies || b.worth - a.worth);
}

/** The chances and the worth of a board to who has just played there. @param {Kernel} kernel @param {string} game @param {Uint8Array} reached @param {number} plies @param {CubeSeen | null} cube */
function playedTo(kernel, game, reached, plies, cube) {
  const points = kernel.outcome(game, reached);
  if (points) return { chances: swapped(ended(points)), worth: worths(kernel, game, [reached], [ended(points)], cube)[0] };
  const [seen] = kernel.values(game, [reached], plies, cube && turnedCube(cube));
  return { chances: swapped(seen.chances), worth: -seen.equity };
}

/** The chances of a game that is over. @param {number} points */
const ended = (points) => [points > 0, points >= 2, points >= 3, points <= -2, points <= -3].map(Number);

/** @param {Kernel} kernel @param {Asked} asked @param {any} limits @param {string | null} chosen @param {Candidate[]} found @param {{tell: () => void, goOn: () => Promise<boolean>}} beside */
async function rollOut(kernel, { game, cube }, limits, chosen, found, { tell, goOn }) {
  const close = found.filter((one, i) => (i < MOST_ROLLED_OUT && found[0].worth - one.worth <= limits.close) || keyOf(one.board) === chosen);
  const rolled = close.filter(({ board }) => kernel.outcome(game, board) === 0);
  if (rolled.length < 2) return;
  const sums = rolled.map(() => Array(6).fill(0));
  for (let done = 0; done < limits.trials; done += BATCH) {
    if (!(await goOn())) return;
    const last = Math.min(limits.trials, done + BATCH);
    kernel.rollOut(game, rolled.map(({ board }) => board), { first: done, last, truncate: limits.truncate, seed: 1 }).forEach((trial, i) => trial.forEach((number, k) => (sums[i % rolled.length][k] += number)));
    const means = sums.map((sum) => sum.map((one) => one / last));
    const seen = worths(kernel, game, rolled.map(({ board }) => board), means.map((mean) => mean.slice(0, 5).map((one) => Math.min(1, Math.max(0, one)))), cube);
    rolled.forEach((one, i) => Object.assign(one, { chances: swapped(means[i].slice(0, 5)), worth: seen[i], trials: last }));
    found.sort((a, b) => Number(b.trials > 0) - Number(a.trials > 0) || b.plies - a.plies || b.worth - a.worth);
    tell();
  }
}

/** The board that a play reaches, as a key, and the play as it is written. @param {Kernel} kernel @param {string} game @param {Codec} codec @param {any[]} nodes @param {Map<string, any>} ends @param {string} play */
function reachedBy(kernel, game, codec, nodes, ends, play) {
  const walk = walkOf(codec, nodes, play);
  if (walk) return { key: keyOf(kernel.passed(game, walk.board)), text: codec.spell(walk.steps) };
  for (const [key, { steps }] of ends) if (codec.spell(steps) === play) return { key, text: play };
  throw new RangeError(`play ${play}: the kernel knows no such play of this roll`);
}

/** @param {Codec} codec @param {Map<string, any>} ends @param {Candidate[]} found @param {{key: string, text: string} | null} made @param {{asked: Asked, settings: Settings, forced: boolean, luck: number | undefined}} about */
function told(codec, ends, found, made, { asked, settings, forced, luck }) {
  const key = made?.key ?? keyOf(found[0].board);
  const played = found.find(({ board }) => keyOf(board) === key) ?? found[0];
  const kept = found.filter((one, i) => i < LISTED || one === played);
  const text = (/** @type {Candidate} */ one) => (one === played && made ? made.text : codec.spell(ends.get(keyOf(one.board)).steps));
  const cost = Math.max(0, found[0].worth - played.worth);
  return {
    unit: settings.unit,
    care: asked.care,
    played: text(played),
    best: text(found[0]),
    cost,
    mark: markOf(cost, settings.thresholds),
    forced,
    luck,
    alternatives: kept.map((one) => ({ text: text(one), worth: one.worth, chances: one.chances, plies: one.plies, trials: one.trials })),
    does: [],
    shown: { why: {}, ways: kept.map(({ board }) => ({ steps: ends.get(keyOf(board)).steps.map((/** @type {any} */ step) => shown(codec, step)) })) },
  };
}

/** @param {number} cost @param {{doubtful: number, error: number, blunder: number}} thresholds */
export function markOf(cost, { doubtful, error, blunder }) {
  return cost >= blunder ? "blunder" : cost >= error ? "error" : cost >= doubtful ? "doubtful" : "fine";
}

/** What the best play of the roll is worth, less the mean over all rolls. @param {Kernel} kernel @param {Asked} asked */
export function luckOf(kernel, { game, board, dice, cube }) {
  const values = ROLLS.map((roll) => {
    const boards = kernel.successors(game, board, roll);
    return Math.max(...worths(kernel, game, boards, kernel.chances(game, boards), cube));
  });
  const weights = ROLLS.map(([high, low]) => (high === low ? 1 : 2));
  const mean = values.reduce((sum, value, i) => sum + weights[i] * value, 0) / 36;
  const [high, low] = [Math.max(...(dice ?? [1, 1])), Math.min(...(dice ?? [1, 1]))];
  return values[ROLLS.findIndex(([one, other]) => one === high && other === low)] - mean;
}

/** What to do with the cube before a roll. @param {Kernel} kernel @param {Asked} asked @param {Settings} settings */
export function judgeCube(kernel, { game, board, cube, care }, settings) {
  const money = /** @type {CubeSeen} */ ({ value: 1, owner: "centred", away: [0, 0], crawford: false, jacoby: false, beavers: false });
  const found = kernel.cube(game, board, cube ?? money, settings.cares[care].cube_plies);
  const { chances, hold, take, drop, doubles, answer } = found;
  return { unit: settings.unit, care, chances, cube: { no_double: hold, double_take: take, double_drop: drop, doubles, answer } };
}

/** The play of a level. @param {Kernel} kernel @param {Codec} codec @param {Asked} asked @param {Level} level @param {() => number} gauss */
export function choosePlay(kernel, codec, asked, level, gauss) {
  const { game, board, dice } = asked;
  const ends = [...walks(kernel, game, codec, kernel.turn(game, board, /** @type {Roll} */ (dice))).values()];
  const boards = ends.map((end) => end.board);
  const seen = level.rules ? kernel.heuristicEvaluations(boards).map((pips) => -pips) : seenWith(kernel, asked, boards, level, gauss);
  const { steps } = ends[seen.indexOf(Math.max(...seen))];
  return { text: codec.spell(steps), words: steps.map(codec.word).join(" ") || "-", way: { steps: steps.map((step) => shown(codec, step)) } };
}

/** What boards after a play are worth to a level of the net: each judged with an error of its own. @param {Kernel} kernel @param {Asked} asked @param {Uint8Array[]} boards @param {Level} level @param {() => number} gauss */
function seenWith(kernel, { game, board, cube }, boards, { noise, race }, gauss) {
  const spread = noise * (noise && kernel.facts(game, board).racing ? race : 1);
  return worths(kernel, game, boards, kernel.chances(game, boards), cube).map((worth) => worth + spread * gauss());
}
