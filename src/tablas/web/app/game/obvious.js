/** Turns in which nothing is to be decided: one play only, or a race in which every die bears off. */

/** @import {Graph, Side, Stacks, Step, TurnNode} from "../../board/shared/types.js" */

import { sideOf } from "../../board/dicegame/stacks.js";

/**
 * The steps of the turn that plays itself, or null where there is something to decide. A turn in
 * which nothing can be moved has none: the server passes by itself.
 * @param {Graph} graph
 * @param {(text: string) => Stacks} readStacks
 * @returns {Step[] | null}
 */
export function obviousPlay(graph, readStacks) {
  const [first] = graph.nodes;
  if (!first.steps.length) return null;
  const ends = graph.nodes.filter((node) => node.complete);
  const results = new Set(ends.map((node) => node.position));
  if (results.size === 1) return wayTo(graph, ends[0].position);
  if (!raced(graph, readStacks)) return null;
  // As many as there are dice leave the board: whoever comes off then, nobody has a better play.
  const away = ends.filter((node) => borneOff(graph, readStacks, node) === dice(graph));
  const after = new Set(away.map((node) => node.position));
  return after.size === 1 ? wayTo(graph, away[0].position) : null;
}

/** How many movements a roll has. @param {Graph} graph */
const dice = ({ dice: [high, low] }) => (high === low ? 4 : 2);

/** Who of a side has left in this turn. @param {Graph} graph @param {(text: string) => Stacks} readStacks @param {TurnNode} node */
function borneOff(graph, readStacks, node) {
  const [before, after] = [graph.nodes[0], node].map(({ position }) => readStacks(position).off[graph.side].length);
  return after - before;
}

/** Whether both sides have passed each other, and nobody may turn back. @param {Graph} graph @param {(text: string) => Stacks} readStacks */
function raced(graph, readStacks) {
  const { points, bar } = readStacks(graph.nodes[0].position);
  if (bar.white || bar.black) return false;
  const held = (/** @type {Side} */ side) => points.flatMap((stack, point) => ([...(stack ?? "")].some((letter) => sideOf(letter) === side) ? [point] : []));
  const [white, black] = [held("white"), held("black")];
  return Math.max(0, ...white) < Math.min(25, ...black) && graph.nodes.every(({ steps }) => steps.every(({ source, target }) => target < source));
}

/** The first way to such a position, by the fewest steps. @param {Graph} graph @param {string} position @returns {Step[] | null} */
function wayTo(graph, position) {
  /** @type {Step[][]} */
  let ways = [[]];
  while (ways.length) {
    const there = ways.find((way) => {
      const node = graph.nodes[way.at(-1)?.next ?? 0];
      return node.complete && node.position === position;
    });
    if (there) return there;
    ways = ways.flatMap((way) => graph.nodes[way.at(-1)?.next ?? 0].steps.map((step) => [...way, step]));
  }
  return null;
}
