/** The compression of GIF: codes of growing width for strings of pixels seen before. */

const COLOURS = 256;
const RESET = COLOURS;
const END = COLOURS + 1;
const MOST = 4096; // codes have 12 bits at most

/**
 * Pixels as GIF keeps them: the first width, blocks of up to 255 bytes, an empty one at the end.
 * @param {Uint8Array} pixels
 */
export function lzw(pixels) {
  const bits = new Bits();
  /** What a known string with one more pixel is called. @type {Map<number, number>} */
  let known = new Map();
  let [next, width] = [END + 1, 9];
  bits.put(RESET, width);
  let string = pixels[0];
  for (let i = 1; i < pixels.length; i += 1) {
    const key = string * COLOURS + pixels[i];
    const longer = known.get(key);
    if (longer !== undefined) {
      string = longer;
      continue;
    }
    bits.put(string, width);
    string = pixels[i];
    if (next < MOST) {
      if (next === 1 << width) width += 1;
      known.set(key, next);
      next += 1;
    } else {
      bits.put(RESET, width);
      known = new Map();
      [next, width] = [END + 1, 9];
    }
  }
  bits.put(string, width);
  // The reader, one string behind, counts on: its codes may have grown meanwhile.
  if (next === 1 << width && width < 12) width += 1;
  bits.put(END, width);
  return bits.blocks();
}

/** Bits, the lowest first. */
class Bits {
  bytes = new Uint8Array(1 << 16);
  length = 0;
  held = 0;
  count = 0;

  /** @param {number} code @param {number} width */
  put(code, width) {
    this.held |= code << this.count;
    this.count += width;
    while (this.count >= 8) this.flush();
  }

  flush() {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length] = this.held & 255;
    this.length += 1;
    this.held >>>= 8;
    this.count -= 8;
  }

  blocks() {
    if (this.count > 0) this.flush();
    const count = Math.ceil(this.length / 255);
    const all = new Uint8Array(this.length + count + 2);
    all[0] = 8;
    let at = 1;
    for (let i = 0; i < this.length; i += 255) {
      const block = this.bytes.subarray(i, Math.min(i + 255, this.length));
      all[at] = block.length;
      all.set(block, at + 1);
      at += block.length + 1;
    }
    return all;
  }
}
