/** How long things take, and who glides where; under time pressure less, or not at all. */

/** @import {Spot} from "./types.js" */

/** Milliseconds; a hop adds 8 for each point, 260 at most. */
export const TIMES = { hop: 160, hit: 220, dice: 380, cube: 250, push: 180, ejection: 280 };
/** How far something must be dragged before it is a drag, in CSS pixels. */
export const DRAG = { mouse: 12, touch: 18 };
const HOP_POINT = 8;
const HOP_MOST = 260;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export const reducedMotion = () => reduced.matches;

/**
 * What is left of a time on this clock: half under a minute, nothing under 20 seconds.
 * @param {number} time
 * @param {number | null} clock milliseconds left to the player, null without a clock
 */
export function paced(time, clock) {
  const speed = Number(document.documentElement.dataset.speed ?? 1); // chosen for the page; 0: none
  if (reducedMotion() || !speed) return 0;
  return hurried(time / speed, clock);
}

/** @param {number} time @param {number | null} clock */
function hurried(time, clock) {
  if (clock === null || clock >= 60_000) return time;
  return clock < 20_000 ? 0 : time / 2;
}

/** @param {number} points how far */
export const hopTime = (points) => Math.min(TIMES.hop + HOP_POINT * Math.abs(points), HOP_MOST);

/**
 * Let something that already stands at its place glide there from another one.
 * @param {Element | null | undefined} element
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} time
 * @param {number} [delay]
 */
export function glide(element, from, to, time, delay = 0) {
  if (!element || !time) return;
  const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  element.animate([{ transform: shift }, { transform: "translate(0, 0)" }], {
    duration: time,
    delay,
    easing: "cubic-bezier(0.25, 0.6, 0.3, 1)",
    fill: "backwards",
  });
}

/**
 * Let copies of what stands at some places glide there together by one step, above everything; what
 * is copied waits unseen. One animation for all: each costs a slow phone a millisecond.
 * @param {Element} layer
 * @param {{original: SVGElement, spot: Spot}[]} moved
 * @param {Spot} way
 * @param {number} time
 */
export function hover(layer, moved, way, time) {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  for (const { original, spot } of moved) {
    const stand = document.createElementNS("http://www.w3.org/2000/svg", "g");
    stand.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
    const copy = /** @type {SVGElement} */ (original.cloneNode(true));
    copy.style.visibility = ""; // it may still wait for the end of the glide before
    stand.append(copy);
    group.append(stand);
    original.style.visibility = "hidden";
  }
  layer.append(group);
  glide(group, { x: -way.x, y: -way.y }, { x: 0, y: 0 }, time);
  setTimeout(() => {
    group.remove();
    for (const { original } of moved) original.style.visibility = "";
  }, time);
}

/** Dice tumble in. @param {Element | null | undefined} element @param {number} time @param {number} turn */
export function tumble(element, time, turn) {
  if (!element || !time) return;
  element.animate(
    [
      { transform: `rotate(${turn}deg) scale(0.4)`, opacity: 0 },
      { transform: `rotate(${turn / 4}deg) scale(1.12)`, opacity: 1, offset: 0.6 },
      { transform: "rotate(0) scale(1)", opacity: 1 },
    ],
    { duration: time, easing: "ease-out" },
  );
}

/** Something leaves: it flies on and fades. */
/** @param {Element | null | undefined} element @param {Spot} by @param {number} time */
export function leave(element, by, time) {
  if (!element || !time) return;
  element.animate(
    [
      { transform: "translate(0, 0)", opacity: 1 },
      { transform: `translate(${by.x}px, ${by.y}px)`, opacity: 0 },
    ],
    { duration: time, easing: "ease-in" },
  );
}
