/** A game on this device as the server's frames show tables: what stands there, and what I may do. */

import { mayDouble, toAct } from "./game_state.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Action, State} from "./game_state.js" */

/** @param {State} state @param {boolean} aborted @param {any} [rematch] */
export function viewOf(state, aborted, rematch) {
  const { board, last, text, turn, phase, roll, legal, cube, dice, agreement, resignation, drawOffer, result } = state;
  return {
    status: aborted ? "aborted" : result ? "finished" : "playing",
    position: text,
    turn,
    phase,
    to_act: aborted ? null : toAct(state),
    board: last ? { ...board, last } : board,
    ...(roll ? { dice: roll, ...(legal?.forced ? { forced: true } : {}) } : {}),
    ...(dice && agreement.cube !== false ? { cube: { value: cube.value, owner: cube.owner, ...(cube.offer ? { offer: cube.offer } : {}) } } : {}),
    ...(resignation ? { resignation } : {}),
    ...(drawOffer ? { draw_offer: drawOffer } : {}),
    ...(result ? { result } : {}),
    ...(rematch ? { rematch } : {}),
  };
}

/** Every command that is open to me, as `may` of a frame. @param {State} state @param {Side} side @param {Action[]} actions @param {boolean} aborted @returns {Record<string, any>} */
export function mayOf(state, side, actions, aborted) {
  if (state.result || aborted) return { rematch: true };
  const acts = toAct(state) === side;
  return {
    ...(acts && state.phase === "to-roll" ? { roll: true } : {}),
    ...(acts && mayDouble(state, side) ? { double: true } : {}),
    ...(acts && state.phase === "to-answer" ? { take: true, drop: true } : {}),
    ...(acts && state.phase === "to-play" ? { play: true } : {}),
    ...(state.phase === "opening" || state.resignation ? {} : { resign: state.dice ? [1, 2, 3] : [1] }),
    ...(!state.dice && !state.drawOffer ? { "offer-draw": true } : {}),
    ...(lastMove(actions, side) >= 0 ? { "offer-takeback": true } : {}),
    ...(state.plies ? {} : { abort: true }),
  };
}

/** Where my last choice stands that can be taken back. @param {Action[]} actions @param {Side} side */
export const lastMove = (actions, side) => actions.findLastIndex((one) => one.do === "played" && one.side === side && one.play !== "-");
