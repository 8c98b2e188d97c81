/** What stands in the middle of the board: dice, cube, undo, confirm, roll. */

/** @import {Cube, Side} from "../shared/types.js" */
/** @import {Geometry} from "./geometry.js" */
/** @import {Turn} from "./turn.js" */
/** @import {Language, Spot} from "../shared/types.js" */

import { nothing, svg } from "../../vendor/lit.js";
import { cube as cubeView, die, roundButton } from "./dice.js";
import { bearOffBy, isComplete, nodeOf } from "./turn.js";
import { say } from "../shared/words.js";

/**
 * @typedef {object} Middle
 * @property {Geometry} geometry
 * @property {Language} language
 * @property {Turn} turn
 * @property {Side} side
 * @property {number[] | null} dice
 * @property {Cube | null} cube
 * @property {boolean} active whether the player may act
 * @property {boolean} canRoll
 * @property {boolean} canDouble
 */

/** @param {Middle} middle */
export function middleView(middle) {
  return svg`${middle.cube ? cubeButton(middle, middle.cube) : nothing}
    ${middle.dice ? diceView(middle, middle.dice) : nothing}
    ${middle.canRoll && !middle.dice ? rollButton(middle) : nothing}
    ${middle.active && middle.turn.graph ? turnButtons(middle) : nothing}`;
}

/**
 * A button around a spot: its name, what it does, and how far its focus ring reaches.
 * @param {string} act @param {string} name @param {Spot} spot @param {number} half @param {unknown} art @param {number} [die] its face
 */
function button(act, name, spot, half, art, die) {
  const ring = { x: -half, y: -half, width: 2 * half };
  return svg`<g class="act" role="button" tabindex="0" data-act=${act} data-die=${die ?? nothing} aria-label=${name}
      transform="translate(${spot.x} ${spot.y})">
    <g class="mover">${art}</g>
    <rect class="focus-under" x=${ring.x} y=${ring.y} width=${ring.width} height=${ring.width} rx="0.2"></rect>
    <rect class="focus" x=${ring.x} y=${ring.y} width=${ring.width} height=${ring.width} rx="0.2"></rect>
  </g>`;
}

/** The dice as they lie: the one that taps use first stands first. @param {Middle} middle @param {number[]} dice */
function diceView(middle, dice) {
  const { geometry, turn, language, side } = middle;
  const states = diceStates(turn, dice);
  const { middle: at, step } = geometry.dice(side);
  // Four dice leave room for the larger buttons of a phone only if they are smaller.
  const size = states.length > 2 && geometry.shape !== "flat" ? 0.83 : 1;
  const pitch = states.length > 2 ? 0.99 * size : 1.15;
  const swaps = middle.active && !isComplete(turn) && states.filter(({ state }) => state === "ready").length === 2 && states.length === 2;
  return states.map(({ face, state }, i) => {
    const out = (i - (states.length - 1) / 2) * pitch;
    const spot = { x: at.x + out * step.x, y: at.y + out * step.y };
    const off = middle.active && state === "ready" && bearOffBy(turn, face) !== null;
    const key = state !== "ready" ? /** @type {const} */ (`die.${state}`) : off ? "die.off" : swaps && i ? "die.ready" : "die.plain";
    const name = say(language, key, { face });
    const art = svg`<g transform="rotate(${tilt(states.length, i)}) scale(${size})">${die(face, state, side)}</g>`;
    if (middle.active && (swaps || off || isComplete(turn))) return button("dice", name, spot, 0.54 * size, art, face);
    return svg`<g role="img" aria-label=${name} transform="translate(${spot.x} ${spot.y})"><g class="mover">${art}</g></g>`;
  });
}

/** Dice come to rest a little askew; four have no room for it. @param {number} count @param {number} i */
const tilt = (count, i) => (count > 2 ? 0 : i ? 8 : -6);

/**
 * Each die with whether it is played, may still be played, or cannot be.
 * @param {Turn} turn
 * @param {number[]} dice
 * @returns {{face: number, state: "ready" | "played" | "dead"}[]}
 */
export function diceStates(turn, dice) {
  const [high, low] = [Math.max(...dice), Math.min(...dice)];
  const faces = high === low ? [high, high, high, high] : turn.swapped ? [low, high] : [high, low];
  const node = nodeOf(turn);
  if (!node) return faces.map((face) => ({ face, state: "ready" }));
  const left = [...node.left];
  const usable = playable(turn, turn.path.at(-1)?.next ?? 0);
  // From the last die on, so that of a double the first ones look played.
  return faces
    .reverse()
    .map((face) => {
      const place = left.indexOf(face);
      if (place < 0) return { face, state: /** @type {const} */ ("played") };
      left.splice(place, 1);
      const spent = usable.splice(usable.indexOf(face) < 0 ? usable.length : usable.indexOf(face), 1);
      return { face, state: /** @type {"ready" | "dead"} */ (spent.length ? "ready" : "dead") };
    })
    .reverse();
}

/** What `playable` has found: many ways lead to one node. @type {WeakMap<import("../shared/types.js").TurnNode, number[]>} */
const known = new WeakMap();

/**
 * The dice of the longest way on from a node, and for two different dice all that begin one.
 * @param {Turn} turn
 * @param {number} number
 * @returns {number[]}
 */
function playable(turn, number) {
  const node = turn.graph?.nodes[number];
  if (!node) return [];
  const dice = known.get(node) ?? playableFrom(turn, node);
  known.set(node, dice);
  return [...dice];
}

/** @param {Turn} turn @param {import("../shared/types.js").TurnNode} node */
function playableFrom(turn, node) {
  /** @type {Map<number, number>} */
  const most = new Map();
  for (const step of node.steps) {
    const way = [step.die, ...playable(turn, step.next)];
    for (const face of way) {
      const count = way.filter((other) => other === face).length;
      most.set(face, Math.max(most.get(face) ?? 0, count));
    }
  }
  return [...most].flatMap(([face, count]) => Array(count).fill(face));
}

/** @param {Middle} middle */
function turnButtons({ geometry, turn, language, side }) {
  const spots = geometry.buttons(side);
  const none = !turn.path.length && isComplete(turn);
  const large = geometry.shape !== "flat";
  const reach = large ? 0.66 : 0.5;
  return svg`
    ${turn.path.length ? button("undo", say(language, "button.undo"), spots.undo, reach, roundButton("undo", false, large)) : nothing}
    ${isComplete(turn) ? button("confirm", say(language, none ? "button.pass" : "button.confirm"), spots.confirm, reach, roundButton("confirm", true, large)) : nothing}`;
}

/** @param {Middle} middle */
function rollButton({ geometry, language, side }) {
  const { middle } = geometry.dice(side);
  const art = svg`<rect class="roll-plate" x="-1.1" y="-0.45" width="2.2" height="0.9" rx="0.45"></rect>
    <text class="roll-text" y="0.02">${say(language, "button.rollShort")}</text>`;
  return svg`<g class="act" role="button" tabindex="0" data-act="roll" aria-label=${say(language, "button.roll")}
      transform="translate(${middle.x} ${middle.y})">
    ${art}
    <rect class="focus-under" x="-1.2" y="-0.55" width="2.4" height="1.1" rx="0.5"></rect>
    <rect class="focus" x="-1.2" y="-0.55" width="2.4" height="1.1" rx="0.5"></rect>
  </g>`;
}

/** @param {Middle} middle @param {Cube} cube */
function cubeButton({ geometry, language, canDouble }, cube) {
  const spot = geometry.cube(cube.owner);
  const value = cube.offer?.value ?? cube.value;
  let name = say(language, `cube.${cube.owner ?? "middle"}`, { value: cube.value });
  if (cube.offer) {
    name = say(language, "cube.offered", { side: say(language, `side.${cube.offer.by}`), value });
  }
  const art = cubeView(value, Boolean(cube.offer));
  if (!canDouble) {
    return svg`<g class="cube-place" role="img" aria-label=${name} transform="translate(${spot.x} ${spot.y})"><g class="mover">${art}</g></g>`;
  }
  return button("double", say(language, "cube.double", { cube: name }), spot, 0.5, art);
}
