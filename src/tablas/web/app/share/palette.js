/** The colours of a clip: boxes of the colour cube cut where most pixels lie (Heckbert, 1982). */

const COLOURS = 255; // the last entry is kept for what is clear
const STEP = 7; // every seventh pixel is enough to know the colours
const SPREAD = 10; // how far a pixel is shifted before it is matched: gradients show no bands
/** A 4 by 4 pattern of thresholds (Bayer, 1973): the same pixel is always shifted alike. */
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];


/**
 * The colours that serve these pictures best, 256 times red, green and blue.
 * @param {Uint8ClampedArray[]} pictures
 * @param {number} clear the entry that is left out
 */
export function paletteOf(pictures, clear) {
  const counts = counted(pictures);
  let boxes = [[...counts.keys()]];
  while (boxes.length < COLOURS) {
    const largest = boxes.reduce((best, box) => (weight(box, counts) > weight(best, counts) ? box : best), boxes[0]);
    if (largest.length < 2) break;
    boxes = boxes.filter((box) => box !== largest).concat(cut(largest, counts));
  }
  const palette = new Uint8Array(256 * 3);
  boxes.forEach((box, i) => palette.set(average(box, counts), (i < clear ? i : i + 1) * 3));
  return palette;
}

/** How often each colour occurs, to 5 bits a channel. @param {Uint8ClampedArray[]} pictures */
function counted(pictures) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pixels of pictures) {
    for (let at = 0; at < pixels.length; at += 4 * STEP) {
      const key = ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** @param {number} key @param {number} channel 0 red, 1 green, 2 blue */
const part = (key, channel) => (key >> (10 - 5 * channel)) & 31;

/** How much a box asks to be cut: its longest side, and a little what lies in it. */
/** @param {number[]} box @param {Map<number, number>} counts */
function weight(box, counts) {
  if (box.length < 2) return 0;
  const pixels = box.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  return Math.max(...[0, 1, 2].map((channel) => side(box, channel))) * Math.sqrt(pixels);
}

/** @param {number[]} box @param {number} channel */
function side(box, channel) {
  let [least, most] = [31, 0];
  for (const key of box) {
    const value = part(key, channel);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least;
}

/** Across its longest side, with as many pixels before as behind. @param {number[]} box @param {Map<number, number>} counts */
function cut(box, counts) {
  const sides = [0, 1, 2].map((channel) => side(box, channel));
  const channel = sides.indexOf(Math.max(...sides));
  const sorted = [...box].sort((a, b) => part(a, channel) - part(b, channel));
  const half = sorted.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0) / 2;
  let [at, sum] = [0, 0];
  while (at < sorted.length - 2 && sum + (counts.get(sorted[at]) ?? 0) < half) {
    sum += counts.get(sorted[at]) ?? 0;
    at += 1;
  }
  return [sorted.slice(0, at + 1), sorted.slice(at + 1)];
}

/** @param {number[]} box @param {Map<number, number>} counts */
function average(box, counts) {
  const total = box.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0) || 1;
  return [0, 1, 2].map((channel) =>
    Math.round(box.reduce((sum, key) => sum + (part(key, channel) * 8 + 4) * (counts.get(key) ?? 0), 0) / total),
  );
}

/**
 * Finds the entry nearest to a colour at a place; each colour is looked for once.
 * @param {Uint8Array} palette
 * @returns {(red: number, green: number, blue: number, x: number, y: number) => number}
 */
export function matcher(palette) {
  const nearest = new Int16Array(1 << 18).fill(-1);
  const search = (/** @type {number} */ red, /** @type {number} */ green, /** @type {number} */ blue) => {
    let [best, least] = [0, Infinity];
    for (let i = 0; i < COLOURS; i += 1) {
      const [r, g, b] = [palette[i * 3] - red, palette[i * 3 + 1] - green, palette[i * 3 + 2] - blue];
      const distance = 2 * r * r + 4 * g * g + 3 * b * b;
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  };
  const clamp = (/** @type {number} */ value) => (value < 0 ? 0 : value > 255 ? 255 : value);
  return (red, green, blue, x, y) => {
    const shift = (PATTERN[(y & 3) * 4 + (x & 3)] / 15 - 0.5) * SPREAD;
    const [r, g, b] = [clamp(red + shift) >> 2, clamp(green + shift) >> 2, clamp(blue + shift) >> 2];
    const key = (r << 12) | (g << 6) | b;
    if (nearest[key] < 0) nearest[key] = search(r * 4 + 2, g * 4 + 2, b * 4 + 2);
    return nearest[key];
  };
}
