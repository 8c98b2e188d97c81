/** The board of backgammon and Abak as SVG, from a scene; nothing here changes anything. */

/** @import {Side, Spot, Stacks, Step} from "../shared/types.js" */
/** @import {Geometry} from "./geometry.js" */
/** @import {Voice} from "./speech.js" */

import { nothing, repeat, svg } from "../../vendor/lit.js";
import { MARKS, checker, edge, ghost, letterOf } from "./checker.js";
import { RADIUS } from "./geometry.js";
import { tableMaterials } from "./materials.js";
import { memo } from "../shared/memo.js";
import { lettersAt, placeId, sideOf, trappedCount } from "./stacks.js";
import { guideView, homeTint, homeward } from "./guide.js";
import { placeName, pointLabel } from "./speech.js";
import { listed, say } from "../shared/words.js";
import { allPlaces } from "./arrow-keys.js";

/**
 * @typedef {object} Scene
 * @property {Geometry} geometry
 * @property {Voice} voice
 * @property {Stacks} stacks
 * @property {Side} side who moves
 * @property {boolean} letters
 * @property {boolean} guide whether homes and the direction of travel are drawn
 * @property {Set<string>} movable places from which somebody may go
 * @property {Set<string>} barPieces the classes that may enter now
 * @property {Map<string, Step[]>} targets places that the checker in hand, or shown, can reach
 * @property {string | null} picked
 * @property {string | null} pickedPiece its class
 * @property {string} focus the place that the tab key finds
 * @property {{id: string, index: number} | null} lifted the checker under the finger
 * @property {string | null} described the place whose card is shown
 */

const POINTS = Array.from({ length: 24 }, (_, i) => i + 1);

/** How everything is drawn and spoken, whatever stands there. @param {Scene} scene */
function manner({ geometry, voice, letters, guide }) {
  const { shape, view, mirror, across } = geometry;
  return [shape, view, mirror, across, voice.language, voice.plain, voice.numbers, voice.nb, voice.counting, letters, guide].join();
}

/** Frame, felt, triangles and numbers. @param {Scene} scene */
export const ground = (scene) => memo(manner(scene), () => groundView(scene));

/** @param {Scene} scene */
function groundView({ geometry, voice, guide }) {
  const { width, height, ridge } = geometry;
  const round = geometry.shape === "flat" ? 0.3 : 0.16;
  return svg`<defs>${tableMaterials(geometry.rotated)}</defs><g class="ground" aria-hidden="true">
    <rect class="frame" width=${width} height=${height} rx=${round}></rect>
    <rect class="grain" width=${width} height=${height} rx=${round}></rect>
    <rect class="frame-edge" x="0.035" y="0.035" width=${width - 0.07} height=${height - 0.07} rx=${round - 0.03}></rect>
    ${[true, false].map((near) => trayView(geometry, near))}
    ${geometry.fields().map((box) => fieldView(box))} ${homeTint(geometry)}
    <rect class="ridge" x=${ridge.x} y=${ridge.y} width=${ridge.width} height=${ridge.height}></rect>
    <rect class="grain" x=${ridge.x} y=${ridge.y} width=${ridge.width} height=${ridge.height}></rect>
    <path class="hinge" d=${hinge(geometry)}></path>
    ${POINTS.map((point) => svg`<path class=${point % 2 ? "triangle one" : "triangle two"} d=${geometry.triangle(point)}></path>
      <path class="inlay" d=${geometry.inlay(point)}></path>`)}
    ${homeward(geometry)} ${guide ? guideView(geometry, voice) : nothing}
    ${voice.numbers === "none" ? nothing : POINTS.map((point) => numberView(geometry, voice, point))}
  </g>`;
}

/** Felt in a sunken frame. @param {import("../shared/types.js").Box} box */
function fieldView({ x, y, width, height }) {
  return svg`<rect class="sunk" x=${x - 0.05} y=${y - 0.05} width=${width + 0.1} height=${height + 0.1} rx="0.1"></rect>
    <rect class="felt" x=${x} y=${y} width=${width} height=${height} rx="0.05"></rect>`;
}

/** The board folds along the middle of the bar. @param {Geometry} geometry */
function hinge({ ridge: { x, y, width, height }, rotated }) {
  return rotated ? `M${x} ${y + height / 2} h${width}` : `M${x + width / 2} ${y} v${height}`;
}

/** @param {Geometry} geometry @param {Voice} voice @param {number} point */
function numberView(geometry, voice, point) {
  const { x, y } = geometry.label(point);
  const label = pointLabel(voice, point);
  return svg`<text class=${label.length > 2 ? "number long" : "number"} x=${x} y=${y}>${label}</text>`;
}

/** @param {Geometry} geometry @param {boolean} near */
function trayView(geometry, near) {
  const box = geometry.tray(near);
  return svg`<rect class="tray" x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="0.1"></rect>`;
}

/** Every point, bar and tray as a button with what lies there. @param {Scene} scene */
export function places(scene) {
  const all = manner(scene);
  return repeat(
    allPlaces(scene.geometry.view),
    (id) => id,
    (id) => memo(`${all} ${looks(scene, id)}`, () => placeView(scene, id)),
  );
}

/** Everything about one place that can be seen or heard. @param {Scene} scene @param {string} id */
function looks(scene, id) {
  const way = scene.targets.get(id);
  return [
    lettersAt(scene.stacks, id),
    scene.movable.has(id),
    id.startsWith("bar") ? [...scene.barPieces].join("") : "",
    way ? way.map((step) => step.die).join("+") : "",
    scene.picked === id ? `picked ${scene.pickedPiece}` : "",
    scene.focus === id,
    scene.lifted?.id === id ? scene.lifted.index : "",
    scene.described === id,
  ].join();
}

/** @param {Scene} scene @param {string} id */
function placeView(scene, id) {
  const box = scene.geometry.target(id);
  const way = scene.targets.get(id);
  const classes = ["place"];
  if (scene.movable.has(id)) classes.push("movable");
  if (way) classes.push("target");
  return svg`<g class=${classes.join(" ")} role="button" data-place=${id}
      tabindex=${scene.focus === id ? 0 : -1} aria-label=${spoken(scene, id)}
      aria-describedby=${scene.described === id ? "card" : nothing}>
    <rect class="touch" x=${box.x} y=${box.y} width=${box.width} height=${box.height}></rect>
    ${id.startsWith("off") ? borneOff(scene, id) : stack(scene, id)}
    <rect class="focus-under" x=${box.x + 0.03} y=${box.y + 0.03} width=${box.width - 0.06} height=${box.height - 0.06} rx="0.1"></rect>
    <rect class="focus" x=${box.x + 0.03} y=${box.y + 0.03} width=${box.width - 0.06} height=${box.height - 0.06} rx="0.1"></rect>
  </g>`;
}

/** @param {Scene} scene @param {string} id */
function spoken(scene, id) {
  const { voice, stacks, movable, targets, picked } = scene;
  const { language } = voice;
  const name = placeName(voice, stacks, id) + (scene.letters ? written(scene, id) : "");
  const way = targets.get(id);
  if (picked === id) return say(language, "name.picked", { name });
  if (way) {
    const dice = listed(language, way.map((step) => String(step.die)));
    return say(language, "name.target", { name, dice });
  }
  return movable.has(id) ? say(language, "name.movable", { name }) : name;
}

/** What letters mode writes there is part of the name, for those who speak what they see. */
/** @param {Scene} scene @param {string} id */
function written({ voice, stacks }, id) {
  const letters = lettersAt(stacks, id);
  if (!letters || id.startsWith("off")) return "";
  const signs = [...letters].map((letter) => letterOf(letter, voice.plain));
  if (id.startsWith("p") && signs.length > 5) signs[signs.length - 1] = String(signs.length);
  return ` – ${signs.join(" ")} –`;
}

/** The checkers of a point or a bar, bottom first. @param {Scene} scene @param {string} id */
function stack(scene, id) {
  const { geometry, stacks } = scene;
  const letters = lettersAt(stacks, id);
  const bar = id.startsWith("bar");
  const trapped = bar ? 0 : trappedCount(letters);
  const top = letters.length - 1;
  const pressed = !bar && letters.length > 5;
  const mixed = new Set(letters).size > 1; // where all are alike, it does not matter who is on top
  return [...letters].map((letter, index) => {
    const { x, y } = geometry.spot(id, index, letters.length);
    const free = bar || index === top;
    const lifted = scene.lifted?.id === id && scene.lifted.index === index;
    const movable =
      scene.movable.has(id) && free && (!bar || scene.barPieces.has(letter.toUpperCase()));
    return svg`<g class=${lifted ? "stand lifted" : "stand"} data-index=${index} aria-hidden="true" transform="translate(${x} ${y})">
      <g class="mover">${checker(letter, sideOf(letter), {
        radius: RADIUS,
        buried: !free && mixed,
        trapped: index < trapped,
        movable,
        picked: scene.picked === id && free && (!bar || scene.pickedPiece === letter.toUpperCase()),
        letters: scene.letters,
        plain: scene.voice.plain,
        count: pressed && index === top ? letters.length : 0,
      })}</g></g>`;
  });
}

/** Borne-off checkers lie on their edge; in a small tray a number tells them. */
/** @param {Scene} scene @param {string} id */
function borneOff({ geometry, stacks }, id) {
  const count = lettersAt(stacks, id).length;
  if (!count) return nothing;
  const near = id.endsWith(geometry.view);
  const side = /** @type {Side} */ (id.slice(4));
  const box = geometry.tray(near);
  if (geometry.shape === "compact") {
    const { x, y } = geometry.spot(id, 0, 1);
    return svg`<g transform="translate(${x} ${y})">${checker("S", side, { radius: 0.42, count })}</g>`;
  }
  const long = geometry.rotated ? box.width : box.height;
  const step = Math.min(0.3, (long - 0.14) / 15);
  return Array.from({ length: count }, (_, i) => {
    // From the rim inwards: below upwards, above downwards, on a phone left and right.
    const shift = 0.07 + i * step;
    if (geometry.rotated) {
      const x = near ? box.x + shift : box.x + box.width - shift - step + 0.05;
      return edge(side, { x, y: box.y + 0.1, width: step - 0.05, height: box.height - 0.2 });
    }
    const y = near ? box.y + box.height - shift - step + 0.05 : box.y + shift;
    return edge(side, { x: box.x + 0.1, y, width: box.width - 0.2, height: step - 0.05 });
  });
}

/** Where the shown checker would land; behind, for the general's way back, hollow. @param {Scene} scene */
export function ghosts({ geometry, stacks, targets, side }) {
  return svg`<g class="ghosts" aria-hidden="true">${[...targets].map(([id, way]) => {
    const step = way[way.length - 1];
    const { x, y } = landing(geometry, stacks, id, step);
    const back = way.some((one) => one.target > one.source);
    return svg`<g transform="translate(${x} ${y})">${ghost(side, back, MARKS[step.effect] ?? "")}</g>`;
  })}</g>`;
}

/** @param {Geometry} geometry @param {Stacks} stacks @param {string} id @param {Step} step @returns {Spot} */
function landing(geometry, stacks, id, step) {
  const count = lettersAt(stacks, id).length - (step.effect === "hit" ? 1 : 0);
  return geometry.spot(id, count, count + 1);
}

/** Arrows for what was played last, where nothing glides or somebody asked for them. */
/** @param {Geometry} geometry @param {Side} side @param {{source: number, target: number}[]} steps */
export function arrows(geometry, side, steps) {
  return svg`<g class="arrows" aria-hidden="true">${steps.map(({ source, target }) => {
    const from = geometry.spot(placeId(source, side), 1, 3);
    const to = geometry.spot(placeId(target, side), 1, 3);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const bend = geometry.rotated ? { x: from.x === to.x ? 1 : 0, y: 0 } : { x: 0, y: from.y === to.y ? (from.y > geometry.height / 2 ? -1 : 1) : 0 };
    const d = `M${from.x} ${from.y} Q${middle.x + bend.x} ${middle.y + bend.y} ${to.x} ${to.y}`;
    return svg`<path class="arrow-under" d=${d}></path><path class="arrow" d=${d} marker-end="url(#arrowhead)"></path>`;
  })}</g>`;
}
