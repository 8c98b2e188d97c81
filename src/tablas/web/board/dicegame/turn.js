/**
 * A turn as a walk along the legal-step graph: plain values in, plain values out.
 * Nothing here knows a rule; what is not an edge cannot be played.
 */

/** @import {Graph, Step, TurnNode} from "../shared/types.js" */

/**
 * @typedef {object} Turn
 * @property {Graph | null} graph
 * @property {Step[]} path the steps made so far
 * @property {boolean} swapped whether the smaller die is to be played first
 */

/** @param {Graph | null} graph @returns {Turn} */
export const begun = (graph) => ({ graph, path: [], swapped: false });

/** @param {Turn} turn @returns {TurnNode | null} */
export function nodeOf(turn) {
  if (!turn.graph) return null;
  return turn.graph.nodes[turn.path.at(-1)?.next ?? 0];
}

/** @param {Turn} turn @param {Step[]} steps @returns {Turn} */
export const played = (turn, steps) => ({ ...turn, path: [...turn.path, ...steps] });

/** @param {Turn} turn @returns {Turn} */
export const undone = (turn) => ({ ...turn, path: turn.path.slice(0, -1) });

/** @param {Turn} turn @returns {Turn} */
export const swapped = (turn) => ({ ...turn, swapped: !turn.swapped });

/** The whole play in notation, as the server reads it. @param {Turn} turn */
export const playText = (turn) => turn.path.map((step) => step.word).join(" ") || "-";

/** @param {Turn} turn */
export const isComplete = (turn) => nodeOf(turn)?.complete ?? false;

/**
 * The dice in the order in which taps use them: the larger first, unless swapped.
 * @param {Turn} turn
 */
export function diceOrder(turn) {
  const left = [...new Set(nodeOf(turn)?.left ?? [])].sort((a, b) => b - a);
  return turn.swapped ? left.reverse() : left;
}

/**
 * The steps that a checker may make now, in the order of the dice, forward before back.
 * @param {Turn} turn
 * @param {number} source
 * @param {string | null} [piece] on the bar several classes may wait
 */
export function stepsFrom(turn, source, piece = null) {
  const order = diceOrder(turn);
  const own = (nodeOf(turn)?.steps ?? []).filter(
    (step) => step.source === source && (piece === null || step.piece === piece),
  );
  /** @param {Step} step */
  const rank = (step) => order.indexOf(step.die) + (step.target > step.source ? 10 : 0);
  return own.sort((a, b) => rank(a) - rank(b));
}

/** Where somebody may start from. @param {Turn} turn */
export const sources = (turn) => new Set((nodeOf(turn)?.steps ?? []).map((step) => step.source));

/**
 * Every place that one checker can reach in this turn with the steps to it: one die, or several
 * in a row. Of several ways the one that touches nobody is meant, then the first die.
 * @param {Turn} turn
 * @param {number} source
 * @param {string | null} [piece]
 * @returns {Map<number, Step[]>}
 */
export function reachable(turn, source, piece = null) {
  /** @type {Map<number, Step[]>} */
  const reached = new Map();
  for (let ways = stepsFrom(turn, source, piece).map((step) => [step]); ways.length; ) {
    ways.sort((a, b) => touched(a) - touched(b));
    for (const way of ways) {
      const end = way[way.length - 1].target;
      if (end !== source && !reached.has(end)) reached.set(end, way);
    }
    ways = ways.flatMap((way) => goneOn(turn, way));
  }
  return reached;
}

/** How many points on the way, the last one aside, are not landed on plainly. @param {Step[]} way */
const touched = (way) => way.slice(0, -1).filter((step) => step.effect !== "plain").length;

/** @param {Turn} turn @param {Step[]} way @returns {Step[][]} */
function goneOn(turn, way) {
  const last = way[way.length - 1];
  if (last.target === 0) return [];
  return stepsFrom(played(turn, way), last.target, last.piece).map((step) => [...way, step]);
}

/**
 * The step that a tap on a destination means: the first die that brings somebody there.
 * @param {Turn} turn
 * @param {number} target
 */
export function stepTo(turn, target) {
  const order = diceOrder(turn);
  const ways = (nodeOf(turn)?.steps ?? []).filter((step) => step.target === target);
  return ways.sort((a, b) => order.indexOf(a.die) - order.indexOf(b.die))[0] ?? null;
}

/** The step by which a die bears somebody off: from its own point, else from the highest. */
/** @param {Turn} turn @param {number} die @returns {Step | null} */
export function bearOffBy(turn, die) {
  const steps = (nodeOf(turn)?.steps ?? []).filter((step) => step.die === die && step.target === 0);
  return steps.find((step) => step.source === die) ?? steps.sort((a, b) => b.source - a.source)[0] ?? null;
}

/**
 * The reasons against a checker: [die, reason], die 0 for any, negative for the way back.
 * @param {Turn} turn
 * @param {number} place
 * @param {number} index its height in the stack
 */
export function refusalsOf(turn, place, index) {
  const reasons = turn.graph?.reasons ?? [];
  return (nodeOf(turn)?.why ?? [])
    .filter(([where, height]) => where === place && height === index)
    .map(([, , die, number]) => ({ die, reason: reasons[number] }));
}
