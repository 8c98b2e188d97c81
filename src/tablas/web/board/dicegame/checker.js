/** Checkers as SVG: classes differ by silhouette, sides by light and dark, never by hue alone. */

/** @import {Side} from "../shared/types.js" */

import { nothing, svg } from "../../vendor/lit.js";

/** Five points of a star around the middle. */
const STAR = Array.from({ length: 10 }, (_, i) => {
  const [r, angle] = [i % 2 ? 0.26 : 0.62, (i * Math.PI) / 5];
  return `${(r * Math.sin(angle)).toFixed(3)},${(-r * Math.cos(angle)).toFixed(3)}`;
}).join(" ");

/** A bandage with pips in a circle of radius 1. @param {number} turn @param {number[]} pips */
const band = (turn, pips) => svg`<g transform="rotate(${turn})">
    <rect class="glyph" x="-.7" y="-.28" width="1.4" height=".56" rx=".12"></rect>
    ${pips.map((x) => svg`<circle class="pip" cx=${x} r=".13"></circle>`)}</g>`;

/** Glyphs in a circle of radius 1. @type {Record<string, unknown>} */
const GLYPHS = {
  S: svg`<circle class="thin" r="0.3"></circle>`,
  G: svg`<path class="glyph" d="M0-.56 L.47-.4 V.06 C.47.36.22.53 0 .62 C-.22.53-.47.36-.47.06 V-.4Z"></path>
    <path class="cut" d="M0-.56V.62M-.47-.02H.47"></path>`,
  N: svg`<polygon class="glyph" points=${STAR} stroke-linejoin="round"></polygon>`,
  D: svg`<path class="glyph" d="M-.38.55 C-.68-.1-.1-.62.5-.55 C.57.08.07.57-.38.55Z"></path>
    <path class="cut vein" d="M-.5.68 L.2-.2"></path>`,
  E: band(45, [-0.22, 0.22]),
  O: band(-45, [-0.42, 0, 0.42]),
};

/** Where the light falls on the edge, upper left. */
const SHINE = "M-.68-.46 A.82.82 0 0 1 .3-.76";

/**
 * @typedef {object} Looks
 * @property {number} radius
 * @property {boolean} [buried] lies under another one of another class
 * @property {boolean} [trapped] lies under the other colour
 * @property {boolean} [movable]
 * @property {boolean} [picked]
 * @property {boolean} [letters] the class as a letter; where there are none, the side
 * @property {boolean} [plain] there are no classes in this game
 * @property {number} [count] printed on the checker
 */

/**
 * A checker around the origin.
 * @param {string} letter capital for White
 * @param {Side} side
 * @param {Looks} looks
 */
export function checker(letter, side, looks) {
  const ring = looks.movable || looks.picked;
  return svg`<g class="checker ${side}" transform="scale(${looks.radius})">
    <circle class="shadow" cx="0.08" cy="0.16" r="1.12"></circle>
    ${ring ? svg`<circle class="under" r="1.07"></circle><circle class=${looks.picked ? "ring picked" : "ring"} r="1.07"></circle>` : nothing}
    <circle class="disc" r="0.965"></circle>
    <circle class="groove" r="0.79"></circle>
    ${face(letter, looks)}
    <path class="shine" d=${SHINE}></path>
    ${looks.buried ? svg`<circle class="veil" r="0.965"></circle>` : nothing}
    ${looks.trapped ? svg`<circle class="collar-under" r="0.96"></circle><circle class="collar" r="0.96"></circle>` : nothing}
  </g>`;
}

/** @param {string} letter @param {Looks} looks */
function face(letter, looks) {
  if (looks.count) return svg`<text class="count" y="0.04">${looks.count}</text>`;
  if (!looks.letters) return GLYPHS[letter.toUpperCase()];
  return svg`<text class="letter" y="0.04">${letterOf(letter, looks.plain ?? false)}</text>`;
}

/** What letters mode writes on a checker: its class, or its side where there are no classes. */
/** @param {string} letter @param {boolean} plain */
export const letterOf = (letter, plain) => (plain ? (letter === "S" ? "W" : "B") : letter);

/** What will stand there: dashes, and the mark of the notation for what it does. */
/** @param {Side} side @param {boolean} hollow @param {string} mark */
export function ghost(side, hollow, mark) {
  return svg`<g class="ghost ${side}" transform="scale(0.47)">
    ${hollow ? nothing : svg`<circle class="shade" r="0.95"></circle>`}
    <circle class="dash-under" r="0.92"></circle><circle class="dash" r="0.92"></circle>
    ${mark ? svg`<text class="mark" y="0.06">${mark}</text>` : nothing}
  </g>`;
}

/** A borne-off checker, seen from its edge. */
/** @param {Side} side @param {import("../shared/types.js").Box} box */
export function edge(side, box) {
  return svg`<rect class="edge ${side}" x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="0.07"></rect>`;
}

export const MARKS = /** @type {Record<string, string>} */ ({
  plain: "",
  hit: "×",
  trap: "^",
  "first half": "+",
  assault: "×",
});
