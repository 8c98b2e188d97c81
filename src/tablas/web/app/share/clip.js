/** A game as a looping clip: every roll and every play, from the first to the last. */

import { standingAt } from "../game/moments.js";
import { GifWriter } from "./gif.js";
import { Stage } from "./stage.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */
/** @import {Moment} from "../game/moments.js" */

const WIDTH = 480;
const SAMPLES = 5; // frames from which the colours are taken
/** Milliseconds that each kind of moment stays. @type {Record<string, number>} */
const HOLDS = { opening: 900, rolled: 450, played: 750, skipped: 750, doubled: 900, took: 700, dropped: 900 };
const [FIRST, LAST] = [900, 2600];

/** What can be seen; a clock that was given more time cannot. @param {Moment[]} moments */
export function framesOf(moments) {
  const seen = moments.flatMap(({ event }, at) => (at === 0 || HOLDS[event?.do] ? [{ at, hold: at ? HOLDS[event.do] : FIRST }] : []));
  return seen.map((frame, i) => (i === seen.length - 1 ? { ...frame, hold: LAST } : frame));
}

/**
 * @param {{game: GameName, view: Side, target: number, moments: Moment[]}} what
 * @param {(share: number) => void} progress from 0 to 1
 * @param {AbortSignal} signal
 * @returns {Promise<Blob>}
 */
export async function makeClip({ game, view, target, moments }, progress, signal) {
  const frames = framesOf(moments);
  const stage = new Stage(WIDTH);
  const paint = (/** @type {number} */ at) => stage.paint({ game, view, target, ...standingAt(moments, at) });
  try {
    const writer = await begun(frames.map(({ at }) => at), paint);
    for (const [number, { at, hold }] of frames.entries()) {
      signal.throwIfAborted();
      writer.add({ pixels: pixelsOf(await paint(at)), hold });
      progress((number + 1) / frames.length);
      await new Promise((resolve) => setTimeout(resolve)); // the page stays awake meanwhile
    }
    return writer.finish();
  } finally {
    stage.close();
  }
}

/** @param {number[]} all @param {(at: number) => Promise<HTMLCanvasElement>} paint */
async function begun(all, paint) {
  const samples = [];
  const last = all.length - 1;
  for (let i = 0; i < Math.min(SAMPLES, all.length); i += 1) samples.push(await paint(all[Math.round((i * last) / Math.max(1, SAMPLES - 1))]));
  const [{ width, height }] = samples;
  return new GifWriter(width, height, samples.map(pixelsOf));
}

/** @param {HTMLCanvasElement} canvas */
const pixelsOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height).data;
