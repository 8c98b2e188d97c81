/**
 * Plays the moments of a game on a board with the pace of a live one, as replays and reviews need it:
 *
 *     const player = new MomentPlayer(moments, () => draw());
 *     boardView({ game, view, counting: "view", still: true, settings: settings(), ...player.board() })
 *     player.forward();  player.back();  player.show(at);  player.toggle();  player.skip();
 *
 * `forward` rolls, waits and moves; `back` and `show` go there at once. The owner draws whenever it
 * is called back, and finds in `at` the moment that is seen, in `current` the one that is reached.
 */

import { SPEEDS, settings } from "../settings.js";
import { standingAt, stopsOf } from "./moments.js";
import { TurnPlayer, sceneTime } from "./turn_player.js";

/** @import {Moment} from "./moments.js" */

const BETWEEN_TURNS = 600; // milliseconds at usual speed, while it runs by itself
const STEP_BY_STEP = 700; // where moves are shown at once, those that run by themselves still take time

export class MomentPlayer {
  /** @param {Moment[]} moments @param {() => void} changed */
  constructor(moments, changed) {
    this.moments = moments;
    this.changed = changed;
    /** The moment that is seen. */
    this.at = 0;
    /** Whether it goes on by itself. */
    this.running = false;
    this.gliding = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {TurnPlayer<{at: number, hold: number}>} */
    this.scenes = new TurnPlayer({ shown: ({ at }) => this.see(at), idle: () => this.arrived() });
  }

  get last() {
    return this.moments.length - 1;
  }

  /** The stop that is seen, or that its scenes lead to: what a list of moves marks. */
  get current() {
    return this.scenes.waiting.at(-1)?.at ?? this.at;
  }

  /** What a board is told now; a clock of 0 keeps it from gliding where somebody has jumped. */
  board() {
    return { ...standingAt(this.moments, this.at), clock: this.gliding ? null : 0 };
  }

  /** @param {number} at */
  see(at) {
    this.at = at;
    this.changed();
  }

  /** Another game of the match, from its beginning. @param {Moment[]} moments */
  open(moments) {
    this.moments = moments;
    this.show(0);
  }

  /** At once. @param {number} at */
  show(at) {
    this.stop();
    this.skip();
    this.gliding = false;
    this.see(Math.max(0, Math.min(at, this.last)));
  }

  /** One turn on: its roll, a pause, its movements. Whoever asks again meanwhile is not kept waiting. */
  forward() {
    this.skip();
    clearTimeout(this.timer);
    const next = stopsOf(this.moments).find((stop) => stop > this.at);
    if (next === undefined) return this.stop();
    this.gliding = true;
    const speed = SPEEDS[settings().speed] ?? 1;
    for (let at = this.at + 1; at <= next; at += 1) {
      const { event, last, forced } = this.moments[at];
      this.scenes.add({ at, hold: speed ? sceneTime(event, last, forced) / speed : 0 });
    }
    if (!this.scenes.scene) this.arrived();
  }

  /** One turn back, at once. */
  back() {
    this.show(stopsOf(this.moments).findLast((stop) => stop < this.current) ?? 0);
  }

  /** What is being watched is over: at its end at once. */
  skip() {
    if (!this.scenes.scene) return;
    this.at = this.current;
    this.gliding = false;
    this.scenes.skip();
  }

  /** A turn has been seen to its end. */
  arrived() {
    this.changed();
    this.goOn();
  }

  goOn() {
    clearTimeout(this.timer);
    if (!this.running) return;
    if (this.at >= this.last) return this.stop();
    const speed = SPEEDS[settings().speed] ?? 1;
    this.timer = setTimeout(() => this.forward(), speed ? BETWEEN_TURNS / speed : STEP_BY_STEP);
  }

  /** Go on by itself to the end, or stay. */
  toggle() {
    if (this.running) return this.stop();
    if (this.at >= this.last) this.show(0);
    this.running = true;
    this.forward();
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.running) return;
    this.running = false;
    this.changed();
  }
}
