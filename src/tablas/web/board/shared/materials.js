/** Wood, felt, ivory, glass: gradients and grain that every board draws with; colours are variables. */

import { svg } from "../../vendor/lit.js";

/** @typedef {[offset: number, paint: string, opacity?: number]} Stop */

/** @param {Stop[]} stops */
const stopsView = (stops) =>
  stops.map(([offset, paint, opacity = 1]) => svg`<stop offset=${offset} stop-color=${paint} stop-opacity=${opacity}></stop>`);

/** Light from the upper left: a line of colours. @param {string} id @param {Stop[]} stops @param {[number, number]} [to] */
export const sloped = (id, stops, [x, y] = [0.25, 1]) =>
  svg`<linearGradient id=${id} x1="0" y1="0" x2=${x} y2=${y}>${stopsView(stops)}</linearGradient>`;

/** A round thing that bulges towards the light. @param {string} id @param {Stop[]} stops @param {[number, number, number]} [at] */
export const domed = (id, stops, [x, y, r] = [0.38, 0.32, 0.8]) =>
  svg`<radialGradient id=${id} cx=${x} cy=${y} r=${r}>${stopsView(stops)}</radialGradient>`;

/** The soft round shadow of what lies on the board; a gradient, since a filter would be slow. */
export const shadow = svg`<radialGradient id="shadow">
    <stop offset="0.62" stop-color="#000" stop-opacity="0.45"></stop><stop offset="1" stop-color="#000" stop-opacity="0"></stop>
  </radialGradient>`;

/** Always the same numbers between 0 and 1. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Thin wavy lines along the wood, in a tile of 2.7 by 0.6 units. */
function grainLines() {
  const next = numbers(7);
  return Array.from({ length: 26 }, () => {
    const [y, width, bend] = [next() * 0.6, 0.004 + next() * 0.015, (next() - 0.5) * 0.08];
    const paint = next() > 0.5 ? "#000" : "#fff";
    const d = `M-.1 ${y.toFixed(3)} C.7 ${(y + bend).toFixed(3)} 1.9 ${(y - bend).toFixed(3)} 2.8 ${y.toFixed(3)}`;
    return svg`<path d=${d} fill="none" stroke=${paint} stroke-opacity=${(0.03 + next() * 0.06).toFixed(3)} stroke-width=${width.toFixed(4)}></path>`;
  });
}

/** @param {number} [turn] degrees: along a board that is turned, the grain runs the other way */
export const grain = (turn = 1.2) =>
  svg`<pattern id="grain" width="2.7" height="0.6" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${grainLines()}</pattern>`;
