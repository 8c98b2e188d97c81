/** Shows turns at a pace that can be followed: a roll, a pause, each movement; live, again, in lessons. */

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Table} from "./table.js" */

import { TIMES, hopTime } from "../../board/shared/motion.js";
import { left } from "./table.js";

/** Milliseconds at usual speed, beside the times of the movements themselves. */
const PAUSES = { read: 450, between: 150, settle: 250, dance: 900, opening: 1100, cube: 700 };
const MOST_WAITING = 12; // who is further behind than that has come back from elsewhere

/**
 * @typedef {object} Scene
 * @property {Table} table as it stood then
 * @property {any} event what led to it
 * @property {number} hold how long it stays
 * @property {{white: number, black: number} | null} opening one die of each, before it is known who begins
 */

/**
 * One scene after the other, each for its time; what a scene holds besides is its owner's business.
 * @template {{hold: number}} S
 */
export class TurnPlayer {
  /** @param {{shown: (scene: S) => void, idle: () => void}} listener idle: nothing is left to be watched */
  constructor(listener) {
    this.listener = listener;
    /** @type {S[]} */
    this.waiting = [];
    /** @type {S | null} what is held now */
    this.scene = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.frame = 0;
  }

  /** @param {S} scene */
  add(scene) {
    if (this.waiting.length >= MOST_WAITING || document.hidden) this.skip();
    if (!this.scene && scene.hold <= 0) return this.listener.shown(scene);
    this.waiting.push(scene);
    if (!this.scene) this.next();
  }

  next() {
    this.scene = this.waiting.shift() ?? null;
    if (!this.scene) return this.listener.idle();
    this.listener.shown(this.scene);
    const { hold } = this.scene;
    // Its time begins once it can be seen: a busy device draws late.
    this.frame = requestAnimationFrame(() => {
      this.timer = setTimeout(() => this.next(), hold);
    });
  }

  /** To the present, at once. */
  skip() {
    if (!this.scene) return;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.waiting = [];
    this.scene = null;
    this.listener.idle();
  }
}

/**
 * How long a scene stays: nothing of my own waits, and a clock that runs out lets nobody wait.
 * @param {Table} table
 * @param {any} event
 * @param {number} speed 0: no pauses
 */
export function holdOf(table, event, speed) {
  if (!speed || table.you.length === 2) return 0;
  if (event.side && table.you.includes(event.side) && !danced(event)) return 0;
  const mine = table.you.length ? left(table, table.you[0], performance.now()) : null;
  const hurry = mine === null || mine >= 60_000 ? 1 : mine >= 20_000 ? 0.5 : 0;
  return (sceneTime(event, table.state.board?.last, table.state.forced) * hurry) / speed;
}

/** Whether somebody could not move: that is shown even to whom it happens. @param {any} event */
export const danced = (event) => event.do === "skipped" || (event.do === "played" && event.play === "-");

/**
 * The table of a scene. Of several events at once only the last tells the state: a roll before it
 * is put on the board as it was.
 * @param {Table} table
 * @param {any} event
 * @returns {Table}
 */
export function sceneTable(table, event) {
  const { state } = table;
  if (event.do !== "rolled" || state.dice) return table;
  return { ...table, state: { ...state, dice: event.dice, to_act: event.side, board: { ...state.board, turn: event.side } } };
}

/** How long an event is watched at usual speed. */
/** @param {any} event @param {any} [last] the play that it was @param {boolean} [forced] the roll can be played in one way only */
export function sceneTime(event, last, forced = false) {
  switch (event?.do) {
    case "opening":
      return TIMES.dice + PAUSES.opening;
    case "rolled":
      return TIMES.dice + (forced ? PAUSES.dance : PAUSES.read);
    case "played":
      return playTime(last);
    case "skipped":
      return PAUSES.dance;
    case "doubled":
    case "took":
    case "dropped":
    case "beavered":
    case "raccooned":
      return PAUSES.cube;
    default:
      return 0;
  }
}

/** @param {any} last */
function playTime(last) {
  const { steps } = last ?? {};
  if (!steps) return TIMES.push + PAUSES.settle;
  if (!steps.length) return PAUSES.dance;
  const hops = steps.map((/** @type {any} */ step) => hopTime(step.source - step.target) + PAUSES.between);
  return hops.reduce((/** @type {number} */ sum, /** @type {number} */ time) => sum + time, PAUSES.settle);
}

/**
 * The dice of the other side's last play: they lie there until somebody rolls again.
 * @param {Table} table
 * @returns {{side: Side, dice: number[]} | null}
 */
export function diceAtRest({ events, you, state }) {
  if (state.dice) return null;
  const played = events.findLastIndex((event) => event.do === "played");
  const side = events[played]?.side;
  if (played < 0 || (you.includes(side) && !danced(events[played])) || events.slice(played).some(({ do: what }) => what === "rolled" || what === "begun")) return null;
  const roll = events.slice(0, played).findLast(({ do: what }) => what === "rolled" || what === "opening");
  if (!roll) return null;
  return { side, dice: roll.do === "opening" ? [roll.white, roll.black] : roll.dice };
}
