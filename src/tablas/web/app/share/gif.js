/**
 * An encoder of looping GIFs: one palette for all frames, of each frame only what has changed.
 * GIF, because it moves wherever pictures can be sent; the format is that of GIF89a (CompuServe,
 * 1990) with the loop of Netscape's extension.
 */

import { lzw } from "./lzw.js";
import { matcher, paletteOf } from "./palette.js";

/** @typedef {{pixels: Uint8ClampedArray, hold: number}} Frame red, green, blue and opacity of each; hold in milliseconds */

const CLEAR = 255; // the entry of the palette that lets the frame before shine through

export class GifWriter {
  /** @param {number} width @param {number} height @param {Uint8ClampedArray[]} samples frames whose colours count */
  constructor(width, height, samples) {
    this.width = width;
    this.height = height;
    const palette = paletteOf(samples, CLEAR);
    this.match = matcher(palette);
    /** @type {Uint8Array | null} */
    this.before = null;
    /** @type {Uint8Array[]} */
    this.parts = [header(width, height, palette)];
  }

  /** @param {Frame} frame */
  add({ pixels, hold }) {
    const now = this.indexed(pixels);
    const box = this.changed(now);
    this.parts.push(control(hold), this.picture(now, box));
    this.before = now;
  }

  /** Every pixel by its place in the palette. @param {Uint8ClampedArray} pixels */
  indexed(pixels) {
    const found = new Uint8Array(this.width * this.height);
    for (let i = 0; i < found.length; i += 1) {
      const at = i * 4;
      found[i] = this.match(pixels[at], pixels[at + 1], pixels[at + 2], i % this.width, Math.floor(i / this.width));
    }
    return found;
  }

  /** The smallest rectangle that holds all that has changed; never empty. @param {Uint8Array} now */
  changed(now) {
    const { before, width, height } = this;
    if (!before) return { left: 0, top: 0, right: width - 1, bottom: height - 1 };
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let i = 0; i < now.length; i += 1) {
      if (now[i] === before[i]) continue;
      const [x, y] = [i % width, Math.floor(i / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    return right < 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
  }

  /** @param {Uint8Array} now @param {{left: number, top: number, right: number, bottom: number}} box */
  picture(now, { left, top, right, bottom }) {
    const [wide, high] = [right - left + 1, bottom - top + 1];
    const part = new Uint8Array(wide * high);
    for (let y = 0; y < high; y += 1) {
      for (let x = 0; x < wide; x += 1) {
        const i = (top + y) * this.width + left + x;
        part[y * wide + x] = this.before && this.before[i] === now[i] ? CLEAR : now[i];
      }
    }
    return joined([new Uint8Array([0x2c, ...two(left), ...two(top), ...two(wide), ...two(high), 0]), lzw(part)]);
  }

  finish() {
    return new Blob(/** @type {BlobPart[]} */ ([...this.parts, new Uint8Array([0x3b])]), { type: "image/gif" });
  }
}

/** @param {number} number */
const two = (number) => [number & 255, number >> 8];

/** @param {string} text */
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));

/** @param {number} width @param {number} height @param {Uint8Array} palette 256 colours */
function header(width, height, palette) {
  const forever = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
  return new Uint8Array([...letters("GIF89a"), ...two(width), ...two(height), 0xf7, 0, 0, ...palette, ...forever]);
}

/** How long a frame stays, and which entry is clear. @param {number} hold */
const control = (hold) => new Uint8Array([0x21, 0xf9, 4, 0b00000101, ...two(Math.max(2, Math.round(hold / 10))), CLEAR, 0]);

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
