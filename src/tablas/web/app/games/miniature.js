/** Small pictures of boards for the cards of the first page, in the colours of the chosen board. */

/** @import {Stacks} from "../../board/shared/types.js" */

import { html, svg } from "../../vendor/lit.js";

const POINTS = Array.from({ length: 24 }, (_, i) => i + 1);

/** @param {string} id @param {string} lit @param {string} deep */
const shade = (id, lit, deep) =>
  svg`<radialGradient id=${id} cx="0.4" cy="0.35" r="0.8"><stop class=${lit}></stop><stop offset="1" class=${deep}></stop></radialGradient>`;

/** Where a point lies, White below. @param {number} point */
function column(point) {
  const c = point <= 12 ? 12 - point : point - 13;
  return { x: 1.1 + c + 0.5 + (c > 5 ? 1 : 0), top: point > 12 };
}

/**
 * The board of 24 points.
 * @param {string} id its own, since three pictures stand in one page
 * @param {Stacks} stacks
 * @param {Record<string, string>} [signs] by letter what tells a checker from others, as a path in a circle of radius 1
 */
export function tableMiniature(id, stacks, signs = {}) {
  return html`<svg class="miniature" viewBox="0 0 15.2 13.4" aria-hidden="true">
    <defs>${shade(`${id}-frame`, "frame-1", "frame-2")}${shade(`${id}-felt`, "felt-1", "felt-2")}
      ${shade(`${id}-white`, "white-1", "white-2")}${shade(`${id}-black`, "black-1", "black-2")}</defs>
    <rect width="15.2" height="13.4" rx="0.5" fill="url(#${id}-frame)"></rect>
    ${[1.1, 8.1].map((x) => svg`<rect x=${x} y="0.7" width="6" height="12" fill="url(#${id}-felt)"></rect>`)}
    ${POINTS.map((point) => triangle(point))}
    ${POINTS.map((point) => [...stacks.points[point]].map((letter, i) => disc(id, point, letter, i, stacks.points[point].length, signs[letter.toUpperCase()])))}
  </svg>`;
}

/** @param {number} point */
function triangle(point) {
  const { x, top } = column(point);
  const [rim, tip] = top ? [0.7, 5.6] : [12.7, 7.8];
  return svg`<path class=${point % 2 ? "one" : "two"} d="M${x - 0.46} ${rim} H${x + 0.46} L${x} ${tip}Z"></path>`;
}

/** @param {string} id @param {number} point @param {string} letter @param {number} i @param {number} count @param {string} [sign] */
function disc(id, point, letter, i, count, sign) {
  const { x, top } = column(point);
  const depth = 0.5 + i * Math.min(1, 4 / Math.max(1, count - 1));
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const y = top ? 0.7 + depth : 12.7 - depth;
  return svg`<circle class=${side} cx=${x} cy=${y} r="0.44" fill="url(#${id}-${side})"></circle>
    ${sign ? svg`<path class="sign ${side}" transform="translate(${x} ${y}) scale(0.44)" d=${sign}></path>` : ""}`;
}

const RISE = Math.sqrt(3) / 2;

/** A hexagon with the cells of its rows from the top: `w`, `b` or a dot. @param {string} id @param {string[]} rows */
export function hexMiniature(id, rows) {
  const hex = (/** @type {number} */ r) => [0, 1, 2, 3, 4, 5].map((i) => `${(r * Math.cos((i * Math.PI) / 3)).toFixed(2)},${(r * Math.sin((i * Math.PI) / 3)).toFixed(2)}`).join(" ");
  return html`<svg class="miniature" viewBox="-6.05 -5.35 12.1 10.7" aria-hidden="true">
    <defs>${shade(`${id}-frame`, "rim-1", "rim-2")}${shade(`${id}-wood`, "wood-1", "wood-2")}
      ${shade(`${id}-w`, "pearl-1", "pearl-2")}${shade(`${id}-b`, "glass-1", "glass-2")}</defs>
    <polygon points=${hex(5.9)} fill="url(#${id}-frame)"></polygon>
    <polygon points=${hex(5)} fill="url(#${id}-wood)"></polygon>
    ${rows.map((row, r) => [...row].map((mark, i) => {
      const [x, y] = [i - (row.length - 1) / 2, (r - 4) * RISE];
      return svg`<circle class=${mark === "." ? "hole" : `marble-${mark}`} cx=${x} cy=${y.toFixed(3)} r=${mark === "." ? 0.38 : 0.45} fill=${mark === "." ? "" : `url(#${id}-${mark})`}></circle>`;
    }))}
  </svg>`;
}
