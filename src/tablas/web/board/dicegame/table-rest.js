/** What lies there of the turn before: dice at rest, marks of what moved; and why nothing did. */

/** @import {LastMove, Language, Side, Stacks} from "../shared/types.js" */
/** @import {Geometry} from "./geometry.js" */

import { nothing, svg } from "../../vendor/lit.js";
import { say } from "../shared/words.js";
import { die } from "./dice.js";
import { lettersAt, placeId } from "./stacks.js";

/** @param {Geometry} geometry @param {Language} language @param {Side} side @param {number[]} faces */
export function diceAtRest(geometry, language, side, faces) {
  const { middle, step } = geometry.dice(side);
  return svg`<g class="rest">${faces.map((face, i) => {
    const out = (i - (faces.length - 1) / 2) * 1.15;
    return svg`<g role="img" aria-label=${say(language, "die.plain", { face })} transform="translate(${middle.x + out * step.x} ${middle.y + out * step.y}) rotate(${i ? 8 : -6})">
      ${die(face, "ready", side)}</g>`;
  })}</g>`;
}

/** Each side's one die, before it is known who begins. */
/** @param {Geometry} geometry @param {Language} language @param {{white: number, black: number}} opening */
export const openingDice = (geometry, language, { white, black }) =>
  svg`${diceAtRest(geometry, language, "white", [white])} ${diceAtRest(geometry, language, "black", [black])}`;

/** Where checkers left, a small dashed circle; where they arrived, a ring. */
/** @param {Geometry} geometry @param {Stacks} stacks @param {LastMove} move */
export function marks(geometry, stacks, { side, steps }) {
  const ends = distinct(ways(steps));
  return svg`<g class="marks" aria-hidden="true">${ends.map(({ source, target }) => {
    const [from, to] = [placeId(source, side), placeId(target, side)];
    const count = lettersAt(stacks, from).length;
    const left = geometry.spot(from, count, count + 1);
    const arrived = lettersAt(stacks, to).length;
    const at = geometry.spot(to, Math.max(0, arrived - 1), Math.max(1, arrived));
    return svg`${source > 24 ? nothing : svg`<circle class="left" cx=${left.x} cy=${left.y} r="0.24"></circle>`}
      ${target < 1 || !arrived ? nothing : svg`<circle class="arrived-under" cx=${at.x} cy=${at.y} r="0.52"></circle><circle class="arrived" cx=${at.x} cy=${at.y} r="0.52"></circle>`}`;
  })}</g>`;
}

/** Several steps of one checker are one way. @param {{source: number, target: number}[]} steps */
function ways(steps) {
  /** @type {{source: number, target: number}[]} */
  const all = [];
  for (const { source, target } of steps) {
    const going = all.find((way) => way.target === source);
    if (going) going.target = target;
    else all.push({ source, target });
  }
  return all;
}

/** Two that went the same way leave one mark: one above the other they would be a blot. @param {{source: number, target: number}[]} all */
const distinct = (all) => all.filter(({ source, target }, i) => all.findIndex((one) => one.source === source && one.target === target) === i);

/** On the half of whoever cannot move, or cannot choose, under their dice. */
/** @param {Geometry} geometry @param {Side} side @param {string} text */
export function plate(geometry, side, text) {
  const { middle } = geometry.dice(side);
  return svg`<g class="dance" aria-hidden="true" transform="translate(${middle.x} ${middle.y + (geometry.rotated ? 1.5 : 0.85)})">
    <rect class="dance-plate" x="-1.5" y="-0.3" width="3" height="0.6" rx="0.3"></rect>
    <text class="dance-text" y="0.02">${text}</text></g>`;
}
