/** Where the player's way leads, drawn on the board: both homes, what lies between, an arrow. */

/** @import {Spot} from "../shared/types.js" */
/** @import {Geometry} from "./geometry.js" */
/** @import {Voice} from "./speech.js" */

import { svg } from "../../vendor/lit.js";
import { say } from "../shared/words.js";

const BESIDE = { flat: 0.2, compact: 0.2, rotated: 0.1 }; // of the arrow, from the checkers of a full point
const ENDS = 0.35; // of the arrow, from the rims
/** Where words stand along the board: on a phone beside the plate that asks for a roll. */
const WORDS = { flat: [3, 10], compact: [3, 10], rotated: [4.6, 8.4] };

/** Seen by whoever sits below. @param {Geometry} geometry @param {Voice} voice */
export function guideView(geometry, { language, plain }) {
  const far = geometry.measures.deep + BESIDE[geometry.shape];
  const near = geometry.across - far;
  const way = [geometry.at(13 - ENDS, far), geometry.at(ENDS, far), geometry.at(ENDS, near), geometry.at(13 - ENDS, near)];
  const [out, home] = WORDS[geometry.shape];
  const middle = say(language, plain ? "guide.outer" : "guide.midfield");
  return svg`<g class="guide">
    ${homeView(geometry, true)} ${homeView(geometry, false)}
    <polyline class="way" points=${way.map(({ x, y }) => `${x},${y}`).join(" ")}></polyline>
    <path class="way-head" d=${head(geometry, near)}></path>
    ${label(geometry, geometry.at(home, far), say(language, "guide.theirs"))}
    ${label(geometry, geometry.at(home, near), say(language, "guide.home"))}
    ${label(geometry, geometry.at(out, far), middle)} ${label(geometry, geometry.at(out, near), middle)}
  </g>`;
}

/** The rim of one's own home, with a tip where checkers leave the board: always there, and quiet. */
/** @param {Geometry} geometry */
export function homeward(geometry) {
  const rim = geometry.across + 0.07;
  const [from, to, tip] = [geometry.at(7.05, rim), geometry.at(12.8, rim), geometry.at(13.05, rim)];
  const wings = [geometry.at(12.72, rim - 0.1), geometry.at(12.72, rim + 0.1)];
  return svg`<path class="homeward" d="M${from.x} ${from.y} L${to.x} ${to.y}"></path>
    <path class="homeward tip" d="M${tip.x} ${tip.y} L${wings[0].x} ${wings[0].y} L${wings[1].x} ${wings[1].y}Z"></path>`;
}

/** The felt of one's own home is a little greener than the rest. @param {Geometry} geometry */
export function homeTint(geometry) {
  const { x, y, width, height } = geometry.box(7, geometry.across - geometry.measures.deep, 13, geometry.across);
  return svg`<rect class="home-tint" x=${x} y=${y} width=${width} height=${height}></rect>`;
}

/** @param {Geometry} geometry @param {boolean} near */
function homeView(geometry, near) {
  const { across, measures } = geometry;
  const box = near ? geometry.box(7, across - measures.deep, 13, across) : geometry.box(7, 0, 13, measures.deep);
  return svg`<rect class=${near ? "home mine" : "home"} x=${box.x} y=${box.y} width=${box.width} height=${box.height}></rect>`;
}

/** The tip of the arrow, where checkers leave the board. @param {Geometry} geometry @param {number} near */
function head(geometry, near) {
  const tip = geometry.at(13 - ENDS + 0.24, near);
  const wings = [geometry.at(13 - ENDS - 0.12, near - 0.14), geometry.at(13 - ENDS - 0.12, near + 0.14)];
  return `M${tip.x} ${tip.y} L${wings[0].x} ${wings[0].y} L${wings[1].x} ${wings[1].y}Z`;
}

/** On a phone the words run along the arrow, as it does. @param {Geometry} geometry @param {Spot} at @param {string} text */
function label(geometry, { x, y }, text) {
  const turned = geometry.rotated ? `rotate(90 ${x} ${y})` : "";
  return svg`<text class="way-name" x=${x} y=${y} transform=${turned}>${text}</text>`;
}
