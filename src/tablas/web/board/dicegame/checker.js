/** Checkers as SVG: classes differ by silhouette, sides by light and dark, never by hue alone. */

/** @import {Side} from "../shared/types.js" */

import { nothing, svg } from "../../vendor/lit.js";

/** Five points of a star around the middle, radius 0.56, inner radius 0.23. */
const STAR = Array.from({ length: 10 }, (_, i) => {
  const [r, angle] = [i % 2 ? 0.25 : 0.6, (i * Math.PI) / 5];
  return `${(r * Math.sin(angle)).toFixed(3)},${(-r * Math.cos(angle)).toFixed(3)}`;
}).join(" ");

/** Glyphs in a circle of radius 1. @type {Record<string, unknown>} */
const GLYPHS = {
  S: svg`<circle class="thin" r="0.62"></circle>`,
  G: svg`<path class="glyph" d="M-.46-.48 H.46 V.02 C.46.34.22.5 0 .62 C-.22.5-.46.34-.46.02Z"></path>
    <path class="cut" d="M0-.5V.64M-.48-.06H.48"></path>`,
  N: svg`<polygon class="glyph" points=${STAR}></polygon>`,
  D: svg`<path class="glyph" d="M-.36.58 C-.62.02-.3-.5.42-.62 C.62.04.34.56-.2.5Z"></path>
    <path class="cut vein" d="M-.42.68 C-.2.2.02-.1.26-.38"></path>`,
  E: svg`<g transform="rotate(45)"><rect class="glyph" x="-.72" y="-.34" width="1.44" height=".68" rx=".06"></rect>
    <circle class="pip" cx="-.27" r=".15"></circle><circle class="pip" cx=".27" r=".15"></circle></g>`,
  O: svg`<g transform="rotate(-45)"><rect class="glyph" x="-.72" y="-.34" width="1.44" height=".68" rx=".06"></rect>
    <circle class="pip" cx="-.44" r=".14"></circle><circle class="pip" r=".14"></circle>
    <circle class="pip" cx=".44" r=".14"></circle></g>`,
};

/**
 * @typedef {object} Looks
 * @property {number} radius
 * @property {boolean} [buried] lies under another one
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
  const kind = letter.toUpperCase();
  const ring = looks.movable || looks.picked;
  const names = ["checker", side, looks.buried ? "buried" : "", kind === "G" ? "guard" : ""];
  return svg`<g class=${names.filter(Boolean).join(" ")} transform="scale(${looks.radius})">
    ${ring ? svg`<circle class="under" r="1.06"></circle>` : nothing}
    <circle class="disc" r=${kind === "G" ? 0.91 : 0.955}></circle>
    ${face(letter, looks)}
    ${looks.trapped ? svg`<circle class="collar-under" r="0.94"></circle><circle class="collar" r="0.94"></circle>` : nothing}
    ${ring ? svg`<circle class=${looks.picked ? "ring picked" : "ring"} r="1.04"></circle>` : nothing}
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
  return svg`<g class="ghost ${side}" transform="scale(0.485)">
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
