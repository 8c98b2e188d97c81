/** What comes after a play, shown on the board: the steps of a reply, found among the legal ones. */

import { get } from "../api.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Reply} from "./course.js" */

/**
 * The board that the reply leads to, with its steps as the move that glides there.
 * @param {GameName} game
 * @param {string} position before it, with whoever replies to move
 * @param {Reply} reply
 */
export async function replied(game, position, reply) {
  const { board, graph } = await lookedUp(game, position, reply.dice);
  const { steps, end } = walked(graph, reply.steps);
  const moved = { ...board, position: end.position, turn: graph.side };
  const lastMove = steps[0]?.cells ? { ...steps[0], side: graph.side } : { side: graph.side, steps };
  return { board: moved, dice: reply.dice ?? null, lastMove };
}

/**
 * A position as the server shows it, with the legal steps of this roll.
 * @param {GameName} game @param {string} position @param {[number, number]} [dice]
 */
export function lookedUp(game, position, dice) {
  const query = new URLSearchParams({ position });
  if (dice) {
    query.set("first", String(dice[0]));
    query.set("second", String(dice[1]));
  }
  return get(`/api/board/${game}?${query}`);
}

/** Along these words, then to the end of the turn by whatever is left. @param {any} graph @param {string[]} words */
function walked(graph, words) {
  const steps = [];
  let [node] = graph.nodes;
  for (let word = words[0]; !node.complete || word; word = words[steps.length]) {
    const step = word ? node.steps.find((/** @type {any} */ one) => one.word === word) : node.steps[0];
    if (!step) throw new Error(`${word} is no legal step in ${node.position}`);
    steps.push(step);
    node = graph.nodes[step.next];
  }
  return { steps, end: node };
}
