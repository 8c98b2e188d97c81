/** Checkers that glide: each is already where it belongs, a copy above the board shows the way. */

/** @import {Side, Spot, Step, Stacks} from "../shared/types.js" */
/** @import {Geometry} from "./geometry.js" */

import { TIMES, hopTime, paced } from "../shared/motion.js";
import { lettersAt, placeId } from "./stacks.js";
import { otherSide } from "../shared/sides.js";

const BETWEEN = 150; // milliseconds from one movement to the next

/** @typedef {Pick<Step, "source" | "target" | "effect">} Movement */
/** @typedef {{id: string, height: number, way: Spot[], time: number, delay: number}} Flight */

/**
 * The flights of some steps, seen from the position after them.
 * @param {Geometry} geometry
 * @param {Movement[]} steps
 * @param {Side} side
 * @param {Stacks} before
 * @param {Stacks} after
 * @returns {Flight[]}
 */
export function flights(geometry, steps, side, before, after) {
  /** @type {Flight[]} */
  const all = [];
  let clock = 0;
  for (const step of steps) {
    const [source, target] = [placeId(step.source, side), placeId(step.target, side)];
    const time = step.target === 0 ? TIMES.hop : hopTime(step.source - step.target);
    const going = all.findLast((flight) => flight.id === source);
    const count = Math.max(lettersAt(before, source).length, 1);
    const way = going ? going.way : [geometry.spot(source, count - 1, count)];
    const landed = Math.max(lettersAt(after, target).length, 1);
    way.push(geometry.spot(target, landed - 1, landed));
    if (going) Object.assign(going, { id: target, time: going.time + time });
    else all.push({ id: target, height: 0, way, time, delay: clock });
    clock += time + (going ? 0 : BETWEEN);
    if (step.effect === "hit" || step.effect === "assault") {
      const bar = `bar-${otherSide(side)}`;
      const waiting = Math.max(lettersAt(after, bar).length, 1);
      const from = geometry.spot(target, 0, 1);
      const to = geometry.spot(bar, waiting - 1, waiting);
      all.push({ id: bar, height: 0, way: [from, to], time: TIMES.hit, delay: clock - BETWEEN - time / 2 });
    }
  }
  // Of several that came to one place, the last lies on top.
  for (const [i, flight] of all.entries()) {
    flight.height = all.slice(i + 1).filter((later) => later.id === flight.id).length;
  }
  return all;
}

/**
 * Show them: a copy flies in the layer above, the checker itself waits unseen.
 * @param {ParentNode} root
 * @param {Flight[]} found
 * @param {number | null} clock
 */
export function fly(root, found, clock) {
  const layer = root.querySelector(".flights");
  layer?.replaceChildren();
  for (const { id, height, way, time, delay } of found) {
    const stands = root.querySelector(`[data-place="${id}"]`)?.querySelectorAll(".stand") ?? [];
    const stand = stands[stands.length - 1 - height];
    const duration = paced(time, clock);
    if (!stand || !layer || !duration) continue;
    const wait = paced(delay, clock);
    const end = way[way.length - 1];
    const copy = /** @type {Element} */ (stand.cloneNode(true));
    layer.append(copy);
    stand.animate([{ opacity: 0 }, { opacity: 0 }], { duration: duration + wait });
    const frames = way.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
    const flight = copy
      .querySelector(".mover")
      ?.animate(frames, { duration, delay: wait, easing: "ease-in-out", fill: "backwards" });
    flight?.finished.then(() => copy.remove(), () => copy.remove());
  }
}
