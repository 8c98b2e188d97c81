/** Typed notation looked up in the graph: `13/7 8/7`, `Ebar/20*`, `6/off(2)`, `24/18/15`, `N12-N8`. */

/** @import {Step} from "../shared/types.js" */
/** @import {Turn} from "./turn.js" */

import { withNumbers } from "./nb-names.js";
import { isComplete, nodeOf, played } from "./turn.js";

const MOVEMENT =
  /^([sgndeo]?)(bar|barra|\d{1,2})((?:\/(?:off|fuera|\d{1,2})[*+^]?)+)(?:\(([1-4])\))?\*?$/i;
const PASS = new Set(["-", "pass", "pasa"]);

/** @typedef {{piece: string, places: number[]}} Movement */

/**
 * What a text means from here: the steps, or why there are none. `ordered` is for games in which
 * the order of the movements is part of the play.
 * @param {Turn} turn
 * @param {string} text
 * @param {boolean} ordered
 * @returns {{steps: Step[]} | {fault: "unreadable" | "illegal" | "ambiguous"}}
 */
export function typed(turn, text, ordered) {
  const bare = withNumbers(text.trim().toLowerCase(), turn.graph?.side ?? "white");
  if (PASS.has(bare)) return isComplete(turn) ? { steps: [] } : { fault: "illegal" };
  const wanted = movements(bare);
  if (!wanted) return { fault: "unreadable" };
  /** @type {Map<string, Step[]>} */
  const ends = new Map();
  for (const steps of walks(turn, wanted, ordered)) {
    const key = nodeOf(played(turn, steps))?.position ?? "";
    const known = ends.get(key);
    if (!known || steps.length > known.length) ends.set(key, steps);
  }
  const quiet = [...ends.values()].filter((steps) => !bothers(steps, wanted));
  const meant = quiet.length ? quiet : [...ends.values()];
  if (meant.length === 1) return { steps: meant[0] };
  return { fault: meant.length ? "ambiguous" : "illegal" };
}

/** @param {string} text @returns {Movement[] | null} */
function movements(text) {
  /** @type {Movement[]} */
  const parts = [];
  for (const word of text.split(/[\s,]+/)) {
    const match = MOVEMENT.exec(word);
    if (!match) return null;
    const [, piece, source, targets, count] = match;
    const places = [source, ...targets.slice(1).split("/")].map(placeOf);
    for (let i = 0; i < Number(count ?? 1); i += 1) parts.push({ piece: piece.toUpperCase(), places });
  }
  return parts;
}

/** @param {string} name */
function placeOf(name) {
  const bare = name.replace(/[*+^]/, "");
  if (bare.startsWith("bar")) return 25;
  return bare === "off" || bare === "fuera" ? 0 : Number(bare);
}

/**
 * Every walk along the edges that makes these movements; points may be passed without a name.
 * @param {Turn} turn
 * @param {Movement[]} wanted
 * @param {boolean} ordered
 * @returns {Generator<Step[]>}
 */
function* walks(turn, wanted, ordered) {
  if (!wanted.length) {
    yield [];
    return;
  }
  const choices = ordered ? [0] : wanted.map((_, place) => place);
  for (const place of choices) {
    const { piece, places } = wanted[place];
    const [source, target] = places;
    for (const step of nodeOf(turn)?.steps ?? []) {
      const fits = step.source === source && (!piece || step.piece === piece);
      const back = step.target > step.source;
      // Not past the goal, and never towards the other end of the board.
      if (!fits || back !== target > source || (!back && step.target < target)) continue;
      const rest = step.target === target ? places.slice(1) : [step.target, ...places.slice(1)];
      const others = wanted.filter((_, other) => other !== place);
      const next = { piece: step.piece, places: rest };
      const ahead = rest.length > 1 ? [next, ...others] : others;
      for (const steps of walks(played(turn, [step]), ahead, ordered)) yield [step, ...steps];
    }
  }
}

/** Whether somebody is touched on a point that was not named. */
/** @param {Step[]} steps @param {Movement[]} wanted */
function bothers(steps, wanted) {
  const named = new Set(wanted.flatMap((movement) => movement.places));
  return steps.some((step) => step.effect !== "plain" && !named.has(step.target));
}
