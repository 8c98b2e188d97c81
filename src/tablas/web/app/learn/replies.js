/** What comes after a play, shown on the board: the steps of a reply, found among the legal ones. */

import { get } from "../api.js";
import { sceneTime } from "../game/turn_player.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Reply} from "./course.js" */

/**
 * The board that a reply leads to, with its steps as the move that glides there, and the board before it.
 * @param {GameName} game
 * @param {string} position before it, with whoever replies to move
 * @param {Reply | Reply[]} replies the first that is legal is played
 */
export async function replied(game, position, replies) {
  for (const reply of [replies].flat()) {
    const { board, graph } = await lookedUp(game, position, reply.dice);
    const steps = walked(graph, reply.steps);
    if (!steps) continue;
    const end = graph.nodes[steps.at(-1)?.next ?? 0];
    const lastMove = steps[0]?.cells ? { ...steps[0], side: graph.side } : { side: graph.side, steps };
    return { board: { ...board, position: end.position, turn: graph.side }, before: board, dice: reply.dice ?? null, lastMove };
  }
  return null;
}

/**
 * A reply as scenes of the turn player: the roll, then the play.
 * @param {any} reply as `replied` gives it
 * @param {number} speed 0: at once
 */
export function replyScenes(reply, speed) {
  const play = { after: reply, hold: held({ do: "played" }, speed, reply.lastMove) };
  if (!reply.dice) return [play];
  return [{ after: { ...reply, board: reply.before, lastMove: null }, hold: held({ do: "rolled" }, speed) }, play];
}

/** @param {{do: string}} event @param {number} speed @param {any} [last] */
const held = (event, speed, last) => (speed ? sceneTime(event, last) / speed : 0);

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

/**
 * Along these words, then to the end of the turn by whatever is left; null if that is not legal.
 * @param {any} graph @param {string[]} words @returns {any[] | null}
 */
function walked(graph, words) {
  const steps = [];
  let [node] = graph.nodes;
  for (let word = words[0]; !node.complete || word; word = words[steps.length]) {
    const step = word ? node.steps.find((/** @type {any} */ one) => one.word === word) : node.steps[0];
    if (!step) return null;
    steps.push(step);
    node = graph.nodes[step.next];
  }
  return steps;
}
