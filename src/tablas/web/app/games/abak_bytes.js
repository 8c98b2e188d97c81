/** Abak between the texts of boards and the bytes of the kernel (cpp/abak/rules.hpp), and plays as text. */

import { readStacks } from "../../board/abak/stacks.js";
import { barFirst, nameOf } from "./dice_words.js";
import { missing } from "./abak_team.js";

/** @import {Codec} from "../engine/codecs.js" */
/** @import {KernelStep} from "../engine/kernel.js" */

const WORDS = 8;
const POINT = 20n;
const UPPER = 60n;
const DIGITS = "?SGNDEO??sgndeo?";
const BARS = /** @type {[string, number, bigint, bigint][]} */ ([["S", 0, 0n, 15n], ["G", 1, 0n, 3n], ["N", 1, 2n, 1n], ["D", 1, 3n, 1n], ["E", 2, 0n, 1n], ["O", 2, 1n, 1n]]);
const MARKS = /** @type {Record<string, string>} */ ({ plain: "", hit: "*", trap: "^", "first half": "+", assault: "*" });

/** The upper nibbles of one side's four words. @param {string} bar in capitals @param {number} off */
function waiting(bar, off) {
  const nibbles = [0n, 0n, 0n, BigInt(off)];
  for (const letter of bar) {
    const [, word, bit] = /** @type {[string, number, bigint, bigint]} */ (BARS.find(([known]) => known === letter));
    nibbles[word] += 1n << bit;
  }
  return nibbles;
}

/** @param {bigint[]} nibbles */
const barred = (nibbles) => BARS.map(([letter, word, bit, most]) => letter.repeat(Number((nibbles[word] >> bit) & most))).join("");
/** @param {string} letters */
const sorted = (letters) => [...letters].sort().join("");

/** @type {Codec} */
export const codec = {
  first: "white",
  pack: ({ position }) => {
    const { points, bar, off } = readStacks(position);
    const words = new BigUint64Array(WORDS);
    points.slice(1).forEach((stack, i) => {
      const bits = [...stack].reduce((sum, letter) => (sum << 4n) | BigInt(DIGITS.indexOf(letter)), 0n);
      words[Math.floor(i / 3)] |= bits << (POINT * BigInt(i % 3));
    });
    const nibbles = [...waiting(bar.white, off.white.length), ...waiting(bar.black.toUpperCase(), off.black.length).reverse()];
    nibbles.forEach((nibble, word) => (words[word] |= nibble << UPPER));
    return new Uint8Array(words.buffer);
  },
  unpack: (bytes) => {
    const words = new BigUint64Array(bytes.slice().buffer);
    const points = Array.from({ length: 24 }, (_, i) => {
      const bits = (words[Math.floor(i / 3)] >> (POINT * BigInt(i % 3))) & 0xfffffn;
      return bits ? [...bits.toString(16)].map((digit) => DIGITS[parseInt(digit, 16)]).join("") : "";
    });
    const nibbles = [...words].map((word) => word >> UPPER);
    const [white, black] = [sorted(barred(nibbles.slice(0, 4))), sorted(barred(nibbles.slice(4).reverse())).toLowerCase()];
    const board = points.reverse().join("/");
    // Between two slashes, k + 1 slashes in a row are k empty points.
    const counted = `/${board}/`.replace(/\/{2,}/g, (gap) => `/${gap.length - 1}/`).slice(1, -1);
    const [off, oppOff] = missing(points.join("") + white + black);
    return { position: `${counted} ${white || "-"}/${black || "-"} ${off}/${oppOff}` };
  },
  read: (text) => {
    const [points, bar, off, turn = "w"] = text.trim().split(" ");
    if (!off) throw new TypeError(`position ${text}: expected '<points> <bar> <off> <turn>'`);
    return { position: `${points} ${bar} ${off}`, turn: turn === "b" ? "black" : "white", dice: null, cube: null };
  },
  write: ({ position }, turn) => `${position} ${turn[0]}`,
  word: (step) => `${DIGITS[step.piece]}${nameOf(step.source)}/${nameOf(step.target)}${MARKS[step.effect]}`,
  piece: (step) => DIGITS[step.piece],
  spell: (steps) => {
    const words = chains(steps).map((chain) => `${DIGITS[chain[0].piece]}${nameOf(chain[0].source)}${chain.map(({ target, effect }) => `/${nameOf(target)}${MARKS[effect]}`).join("")}`);
    return counted(words).join(" ") || "-";
  },
  order: barFirst,
};

/** The steps by checker; equal ones in a row stay apart, to be counted. @param {KernelStep[]} steps */
function chains(steps) {
  /** @type {KernelStep[][]} */
  const made = [];
  let open = -1; // where the last checker stands, if its chain may go on
  for (let i = 0; i < steps.length; ) {
    let end = i + 1;
    while (end < steps.length && codec.word(steps[end]) === codec.word(steps[i]) && steps[end].die === steps[i].die) end += 1;
    const alone = end === i + 1;
    if (alone && steps[i].source === open) made[made.length - 1].push(steps[i]);
    else for (const step of steps.slice(i, end)) made.push([step]);
    open = alone ? steps[i].target : -1;
    i = end;
  }
  return made;
}

/** @param {string[]} words */
function counted(words) {
  /** @type {string[]} */
  const told = [];
  for (let i = 0; i < words.length; ) {
    let end = i;
    while (words[end] === words[i]) end += 1;
    told.push(end - i > 1 ? `${words[i]}(${end - i})` : words[i]);
    i = end;
  }
  return told;
}
