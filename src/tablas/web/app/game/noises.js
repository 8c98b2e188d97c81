/** What is heard of a game: each thing at the moment at which it is seen. */

import { hopTime, paced, TIMES } from "../../board/shared/motion.js";
import { kindOf } from "../catalogue.js";
import { hush, prepare, sound } from "../sounds.js";
import { gameOf, left, mine, over, playing } from "./table.js";

/** @import {Sound} from "../sounds.js" */
/** @import {Standing, Table} from "./table.js" */

const BETWEEN = 150; // from one movement to the next, as checkers fly
const AFTERWARDS = 200; // until the end or my turn is told
const WARNINGS = [20_000, 10_000, 5000]; // left on my clock

/** @typedef {[sound: Sound, later: number]} Noise later: in milliseconds, at usual speed */

/** What one game of this kind will need first. @param {Table} table */
export const prepareFor = (table) => prepare(kindOf(gameOf(table)).dice ? ["roll", "move", "hit"] : ["push", "eject"]);

export class Noises {
  local = 0; // steps of the turn on my board that were heard when I made them
  /** @type {number | null} */
  time = null; // on my clock, when it was looked at last

  /** Something happened and is shown now. @param {Table} before @param {Table} now @param {any} event */
  happened(before, now, event) {
    const clock = now.you.length ? left(now, now.you[0], performance.now()) : null;
    const heard = event.do === "played" && this.local > 0;
    if (event.do === "played") this.local = 0;
    const noises = heard ? [] : noisesOf(now, event);
    for (const [name, later] of noises) sound(name, paced(later, clock));
    const after = paced((noises.at(-1)?.[1] ?? 0) + AFTERWARDS, clock);
    if (over(now) && !over(before)) sound(endOf(now), after);
    else if (mine(now) && !mine(before) && calls(now)) sound("turn", after);
  }

  /** My own turn on the board: every step as it is made. @param {Standing} standing */
  stepped({ steps, move }) {
    const made = steps?.length ?? (move ? 1 : 0);
    const last = /** @type {any} */ (steps?.at(-1) ?? move);
    if (made > this.local && last) sound(soundOf(last));
    this.local = made;
  }

  /** A move that is played as soon as it is made. @param {any} move */
  moved(move) {
    if (move && !this.local) this.stepped({ complete: true, move });
  }

  /** The clock runs: a warning when little is left of mine. @param {Table} table @param {number} now */
  ticked(table, now) {
    const [side] = table.you;
    const time = side && playing(table) && table.state.clock?.running === side ? left(table, side, now) : null;
    const before = this.time;
    this.time = time;
    if (time !== null && before !== null && WARNINGS.some((limit) => before > limit && time <= limit)) sound("clock");
  }

  /** Skipped to the present. */
  skipped() {
    hush();
  }
}

/** @param {Table} table @param {any} event @returns {Noise[]} */
export function noisesOf(table, event) {
  switch (event.do) {
    case "opening":
    case "rolled":
      return [["roll", 0]];
    case "doubled":
    case "took":
      return [["cube", 0]];
    case "played":
      return playNoises(table.state.board?.last);
    default:
      return [];
  }
}

/** @param {any} last @returns {Noise[]} */
function playNoises(last) {
  if (!last?.steps) return last ? [[soundOf(last), 0]] : [];
  return landings(last.steps).map((at, i) => [soundOf(last.steps[i]), at]);
}

/**
 * When each step of a turn arrives. One checker that goes on does so without a rest.
 * @param {{source: number, target: number}[]} steps
 */
export function landings(steps) {
  let clock = 0;
  /** @type {Set<number>} */
  const arrived = new Set();
  return steps.map(({ source, target }, i) => {
    const goesOn = arrived.delete(source);
    if (i > 0 && !goesOn) clock += BETWEEN;
    clock += target === 0 ? TIMES.hop : hopTime(source - target);
    arrived.add(target);
    return clock;
  });
}

/** @param {any} step of a checker, or a move of marbles @returns {Sound} */
function soundOf(step) {
  if (step.effect) return step.effect === "hit" || step.effect === "assault" ? "hit" : "move";
  return step.ejects || step.ejected ? "eject" : "push";
}

/** Whether I am called when it is my turn: bots keep nobody waiting, unless I look elsewhere. @param {Table} table */
const calls = ({ game, you }) => you.length === 1 && (document.hidden || !(game.white.bot || game.black.bot));

/** @param {Table} table @returns {Sound} */
function endOf(table) {
  const { winner } = table.state.result ?? {};
  if (table.you.length !== 1 || !winner || winner === "none") return "end";
  return table.you[0] === winner ? "win" : "loss";
}
