/** Dice, cube and the round buttons beside them. */

/** @import {Side} from "../shared/types.js" */

import { nothing, svg } from "../../vendor/lit.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * One die around the origin, in the colour of whoever rolled it.
 * @param {number} face
 * @param {"ready" | "played" | "dead"} state dead: no legal way to play it
 * @param {Side} side
 */
export function die(face, state, side) {
  return svg`<g class="die ${state} ${side}">
    <rect class="cast" x="-0.41" y="-0.37" width="0.92" height="0.92" rx="0.19"></rect>
    <rect class="side" x="-0.46" y="-0.46" width="0.92" height="0.92" rx="0.19"></rect>
    <rect class="top" x="-0.41" y="-0.41" width="0.82" height="0.82" rx="0.28"></rect>
    ${PIPS[face].map(([x, y]) => svg`<circle cx=${x * 0.25} cy=${y * 0.25} r="0.09"></circle>`)}
    ${state === "dead" ? svg`<path class="strike" d="M-.36.36 L.36-.36"></path>` : nothing}
  </g>`;
}

/** The doubling cube around the origin. @param {number} value @param {boolean} offered */
export function cube(value, offered) {
  return svg`<g class=${offered ? "cube offered" : "cube"}>
    <rect class="cast" x="-0.4" y="-0.36" width="0.86" height="0.88" rx="0.17"></rect>
    <rect class="side" x="-0.43" y="-0.43" width="0.86" height="0.86" rx="0.17"></rect>
    <text class=${`digits-${String(value).length}`} y="0.03">${value}</text>
  </g>`;
}

/** @type {Record<"undo" | "confirm", string>} */
const ICONS = {
  undo: "M.2.2 A.24.24 0 1 0-.14-.14 L-.22-.06 M-.24-.26 L-.24-.05 L-.03-.05",
  confirm: "M-.21.02 L-.05.18 L.23-.16",
};

/** A round button around the origin; on a phone it is larger, and the finger may miss a little. */
/** @param {"undo" | "confirm"} icon @param {boolean} ready @param {boolean} large */
export function roundButton(icon, ready, large) {
  return svg`<rect class="touch" x="-0.75" y="-0.75" width="1.5" height="1.5"></rect>
    <g class=${`round ${icon} ${ready ? "ready" : ""}`} transform="scale(${large ? 1.35 : 1})">
      <circle r="0.44"></circle><path d=${ICONS[icon]}></path>
    </g>`;
}
