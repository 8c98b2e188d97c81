/** The board of Abalone as SVG, from a scene; nothing here changes anything. */

/** @import {Language, Side, Spot} from "../shared/types.js" */
/** @import {Move} from "./selection.js" */

import { nothing, repeat, svg } from "../../vendor/lit.js";
import { CELLS, MARBLE, RIM, ROWS, WOOD, beyond, corners, spotOf, touch, vector } from "./hexagon.js";
import { otherSide } from "../shared/sides.js";
import { domed, grain, shadow, sloped } from "../shared/materials.js";
import { memo } from "../shared/memo.js";
import { say } from "../shared/words.js";

/**
 * @typedef {{key: string, en: string, es: string, side: Side, cells: string[]}} Formation
 *
 * @typedef {object} HexScene
 * @property {Map<string, Side>} marbles
 * @property {Record<Side, number>} lost
 * @property {Side} view
 * @property {Language} language
 * @property {string[]} selection
 * @property {Map<string, Move>} targets
 * @property {Set<string>} threats
 * @property {Formation[]} formations
 * @property {Move[]} arrows the moves of the selected group
 * @property {string | null} aim the direction that a drag points to
 * @property {Set<string>} last cells of the last move
 * @property {string} focus
 * @property {boolean} names
 * @property {boolean} letters
 * @property {number} most ejections that win
 */

/** What letters mode writes on a marble. @type {Record<Side, string>} */
const SIGNS = { white: "W", black: "B" };

const MATERIALS = svg`${shadow} ${grain()}
  ${sloped("rim", [[0, "var(--marble-rim-lit, #5b3a28)"], [0.5, "var(--marble-rim, #3a2318)"], [1, "var(--marble-rim-deep, #25150e)"]])}
  ${sloped("wood", [[0, "var(--marble-wood-lit, #d2a56e)"], [0.5, "var(--marble-wood, #bf8f57)"], [1, "var(--marble-wood-deep, #a87843)"]], [0.3, 1])}
  ${domed("hole", [[0, "var(--marble-hole-lit, #6d4a2a)"], [0.7, "var(--marble-hole, #5a3b20)"], [1, "var(--marble-hole-deep, #3c2613)"]], [0.5, 0.42, 0.6])}
  ${domed("pearl", [[0, "var(--marble-white-lit, #fff)"], [0.38, "var(--marble-white, #f5f1e8)"], [1, "var(--marble-white-deep, #dad2c1)"]], [0.36, 0.3, 0.78])}
  ${domed("obsidian", [[0, "var(--marble-black-lit, #77798a)"], [0.25, "var(--marble-black, #2a2b35)"], [1, "var(--marble-black-deep, #101116)"]], [0.36, 0.3, 0.78])}`;

/** Rim, wood, names of rows and diagonals, and the score. @param {HexScene} scene */
export function hexGround(scene) {
  const { view, language, names, lost, most } = scene;
  return memo([view, language, names, lost.white, lost.black, most].join(), () => groundView(scene));
}

/** @param {HexScene} scene */
function groundView(scene) {
  return svg`<defs>${MATERIALS}</defs>
    <g aria-hidden="true">
      <polygon class="rim" points=${corners(RIM)}></polygon>
      <polygon class="grain" points=${corners(RIM)}></polygon>
      <polygon class="rim-edge" points=${corners(RIM - 0.02)}></polygon>
      <polygon class="lip" points=${corners(WOOD + 0.11)}></polygon>
      <polygon class="wood" points=${corners(WOOD)}></polygon>
      <polygon class="grain" points=${corners(WOOD)}></polygon>
      ${scene.names ? cellNames(scene) : nothing}
    </g>
    ${score(scene, scene.view)} ${score(scene, otherSide(scene.view))}`;
}

/** Row letters on the left, the numbers of the diagonals at their lower right end. @param {HexScene} scene */
function cellNames({ view }) {
  const [left, down] = view === "black" ? ["w", "se"] : ["e", "nw"];
  const rows = [...ROWS].map((row) => {
    const ends = CELLS.filter((cell) => cell[0] === row);
    return { text: row, ...shifted(view === "black" ? ends[0] : ends[ends.length - 1], left, 0.6, view) };
  });
  const numbers = CELLS.filter((cell) => !beyond(cell, down)).map((cell) => ({
    text: cell[1],
    ...shifted(cell, down, 0.62, view),
  }));
  return [...rows, ...numbers].map(({ text, x, y }) => svg`<text class="cell-name" x=${x} y=${y}>${text}</text>`);
}

/** @param {string} cell @param {string} direction @param {number} by @param {Side} view @returns {Spot} */
export function shifted(cell, direction, by, view) {
  const [spot, way] = [spotOf(cell, view), vector(direction, view)];
  return { x: spot.x + way.x * by, y: spot.y + way.y * by };
}

/** Six slots in the rim on the side of whoever filled them. @param {HexScene} scene @param {Side} side */
function score({ view, lost, language, most }, side) {
  const victim = otherSide(side);
  const count = lost[victim];
  const y = (side === view ? 1 : -1) * 4.64;
  const name = say(language, "score", { side: say(language, `side.${side}`), count, most });
  return svg`<g role="img" aria-label=${name}>${Array.from({ length: most }, (_, i) => {
    const x = (i - (most - 1) / 2) * 0.66;
    return svg`<circle class="slot" cx=${x} cy=${y} r="0.24"></circle>
      ${i < count ? svg`<g transform="translate(${x} ${y})">${marble(victim, 0.225, false)}</g>` : nothing}`;
  })}</g>`;
}

/** A marble around the origin; the dark ones carry a ring. @param {Side} side @param {number} radius @param {boolean} letters */
export function marble(side, radius, letters) {
  return svg`<g class="marble ${side}" transform="scale(${radius})">
    <ellipse class="shadow" cx="0.1" cy="0.22" rx="1.06" ry="1"></ellipse>
    <circle class="ball" r="0.97"></circle>
    ${side === "black" && !letters ? svg`<circle class="sign" r="0.32"></circle>` : nothing}
    <ellipse class="glint" cx="-0.3" cy="-0.42" rx="0.3" ry="0.18" transform="rotate(-32 -0.3 -0.42)"></ellipse>
    <path class="glow" d="M-.5.62 A.8.8 0 0 0 .72.34"></path>
    ${letters ? svg`<text class="sign-letter" y="0.04">${SIGNS[side]}</text>` : nothing}
  </g>`;
}

/** @param {HexScene} scene */
export const cells = (scene) =>
  repeat(CELLS, (cell) => cell, (cell) => memo(looks(scene, cell), () => cellView(scene, cell)));

/** Everything about one cell that can be seen or heard. @param {HexScene} scene @param {string} cell */
function looks(scene, cell) {
  return [
    scene.view,
    scene.language,
    scene.letters,
    scene.marbles.get(cell),
    scene.selection.includes(cell),
    scene.targets.has(cell),
    scene.threats.has(cell),
    scene.last.has(cell),
    scene.focus === cell,
  ].join();
}

/** @param {HexScene} scene @param {string} cell */
function cellView(scene, cell) {
  const { x, y } = spotOf(cell, scene.view);
  const side = scene.marbles.get(cell);
  const chosen = scene.selection.includes(cell);
  const target = scene.targets.has(cell);
  const threat = scene.threats.has(cell);
  return svg`<g class=${`cell ${target ? "target" : ""}`} role="button" data-cell=${cell}
      tabindex=${scene.focus === cell ? 0 : -1} aria-label=${spoken(scene, cell)} aria-pressed=${chosen ? "true" : "false"}
      transform="translate(${x} ${y})">
    <circle class="touch" r="0.5"></circle>
    <circle class="hole-lip" cy="0.02" r="0.4"></circle><circle class="hole" r="0.395"></circle>
    ${scene.last.has(cell) ? svg`<circle class="last" r="0.49"></circle>` : nothing}
    ${side ? svg`<g class="mover" aria-hidden="true">${marble(side, MARBLE, scene.letters)}</g>` : nothing}
    ${chosen ? svg`<circle class="chosen-under" r="0.47"></circle><circle class="chosen" r="0.47"></circle>` : nothing}
    ${threat ? svg`<circle class="threat-under" r="0.45"></circle><circle class="threat" r="0.45"></circle><text class="alarm" y="0.02">!</text>` : nothing}
    ${target ? svg`<circle class="dash-under" r="0.2"></circle><circle class="dash" r="0.2"></circle>` : nothing}
    <circle class="focus-under" r="0.5"></circle><circle class="focus" r="0.5"></circle>
  </g>`;
}

/** @param {HexScene} scene @param {string} cell */
function spoken({ language, marbles, selection, targets, threats, letters }, cell) {
  const side = marbles.get(cell);
  // What letters mode writes there is part of the name, for those who speak what they see.
  const upper = cell.toUpperCase() + (side && letters ? ` ${SIGNS[side]}` : "");
  let name = side
    ? say(language, "cell.marble", { cell: upper, marble: say(language, `marble.${side}`) })
    : say(language, "cell.empty", { cell: upper });
  if (threats.has(cell)) name = say(language, "cell.threat", { name });
  if (selection.includes(cell)) return say(language, "cell.selected", { name });
  return targets.has(cell) ? say(language, "cell.target", { name }) : name;
}

/** Up to six arrows around the selected group; only legal moves have one. @param {HexScene} scene */
export function hexArrows(scene) {
  return scene.arrows.map((move) => {
    const { x, y } = arrowSpot(move, scene.view);
    const way = vector(move.direction, scene.view);
    const angle = (Math.atan2(way.y, way.x) * 180) / Math.PI;
    const aimed = scene.aim === move.direction ? "aimed" : "";
    return svg`<g class=${`act arrow-button ${aimed}`} role="button" tabindex="0" data-way=${move.direction}
        aria-label=${arrowName(scene.language, move)} transform="translate(${x} ${y})">
      <circle class="plate" r="0.38"></circle>
      <path class="shaft" transform="rotate(${angle})" d="M-.2 0 H.14 M-.02-.17 L.16 0 L-.02.17"></path>
      ${move.pushed.length ? svg`<g transform="translate(0.3 -0.3)"><circle class="badge" r="0.17"></circle><text class="badge-text" y="0.01">${move.ejects ? "×" : move.pushed.length}</text></g>` : nothing}
      <circle class="focus-under" r="0.49"></circle><circle class="focus" r="0.49"></circle>
    </g>`;
  });
}

/** In line beyond the head; sideways beside the middle of the group. @param {Move} move @param {Side} view */
function arrowSpot(move, view) {
  const front = move.cells.find((cell) => !move.cells.includes(beyond(cell, move.direction) ?? "?"));
  const inLine = move.cells.some((cell) => move.cells.includes(beyond(cell, move.direction) ?? "?"));
  if (inLine || move.cells.length === 1) return shifted(front ?? move.cells[0], move.direction, 1.04, view);
  const spots = move.cells.map((cell) => shifted(cell, move.direction, 1.08, view));
  return { x: mean(spots.map(({ x }) => x)), y: mean(spots.map(({ y }) => y)) };
}

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** @param {Language} language @param {Move} move */
export function arrowName(language, move) {
  const way = say(language, /** @type {import("../shared/words.js").WordKey} */ (`way.${move.direction}`));
  const arrow = say(language, "arrow", { count: move.cells.length, way });
  if (move.ejects) return say(language, "arrow.eject", { arrow });
  return move.pushed.length ? say(language, "arrow.push", { arrow, pushed: move.pushed.length }) : arrow;
}

/** Formations of the glossary: a band around their marbles. @param {HexScene} scene */
export function formationBands({ formations, view }) {
  return svg`<g class="formations" aria-hidden="true">
    ${formations.map(({ cells: held }) => {
      const d = band(held, view);
      return svg`<path class="band-under" d=${d}></path><path class="band" d=${d}></path>`;
    })}</g>`;
}

/** Their names, above the marbles. @param {HexScene} scene */
export function formationNames({ formations, view, language }) {
  return svg`<g class="formation-names">${formations.map((formation) => {
      const spots = formation.cells.map((cell) => spotOf(cell, view));
      return svg`<text class="formation" x=${mean(spots.map(({ x }) => x))} y=${mean(spots.map(({ y }) => y))}>${formation[language]}</text>`;
    })}</g>`;
}

/** @param {string[]} held @param {Side} view */
function band(held, view) {
  const pairs = held.flatMap((one, i) => held.slice(i + 1).filter((other) => touch(one, other)).map((other) => [one, other]));
  return (pairs.length ? pairs : [[held[0], held[0]]])
    .map(([from, to]) => {
      const [p, q] = [spotOf(from, view), spotOf(to, view)];
      return `M${p.x} ${p.y} L${q.x + 0.0001} ${q.y}`;
    })
    .join(" ");
}
