/** Backgammon between the texts of boards and the bytes of the kernel (cpp/backgammon/rules.hpp), and plays as text. */

import { barFirst, chainsOf, nameOf } from "./dice_words.js";

/** @import {Codec, TextRead} from "../engine/codecs.js" */

const PLACES = 26;
const SIDE_BYTES = 16;
const CHECKERS = 15;

/** @param {number[]} counts by place, from the owner's side */
function packed(counts) {
  const bytes = new Uint8Array(SIDE_BYTES);
  counts.forEach((count, place) => (bytes[place >> 1] |= count << (place % 2 ? 4 : 0)));
  return bytes;
}

/** @param {Uint8Array} bytes */
const counts = (bytes) => Array.from({ length: PLACES }, (_, place) => (bytes[place >> 1] >> (place % 2 ? 4 : 0)) & 15);

/** @type {Codec} */
export const codec = {
  first: "white",
  pack: ({ position }) => {
    const [white, black] = [Array(PLACES).fill(0), Array(PLACES).fill(0)];
    [...position].forEach((mark, place) => {
      if (mark === "-") return;
      const count = mark.toLowerCase().charCodeAt(0) - 96;
      if (mark === mark.toUpperCase()) white[place] = count;
      else black[25 - place] = count;
    });
    for (const side of [white, black]) side[0] = CHECKERS - side.reduce((sum, count) => sum + count, 0);
    return new Uint8Array([...packed(white), ...packed(black)]);
  },
  unpack: (bytes) => {
    const [white, black] = [counts(bytes.subarray(0, SIDE_BYTES)), counts(bytes.subarray(SIDE_BYTES))];
    const letter = (/** @type {number} */ own, /** @type {number} */ opp) => (own ? String.fromCharCode(64 + own) : opp ? String.fromCharCode(96 + opp) : "-");
    return { position: Array.from({ length: PLACES }, (_, place) => letter(place ? white[place] : 0, place < 25 ? black[25 - place] : 0)).join("") };
  },
  /** @returns {TextRead} */
  read: (text) => {
    const fields = text.trim().replace(/^XGID=/i, "").split(":");
    const [position, cube, owner, turn, dice, white, black, options, length] = fields;
    if (fields.length !== 10 || !/^[-a-oA-O]{26}$/.test(position)) throw new TypeError(`position ${text}: expected an XGID`);
    const mover = turn === "-1" ? "black" : "white";
    const away = [Number(length) - Number(white), Number(length) - Number(black)];
    const match = Number(length) > 0;
    return {
      position,
      turn: mover,
      dice: /^[1-6]{2}$/.test(dice) ? [Number(dice[0]), Number(dice[1])] : null,
      cube: {
        value: 1 << Number(cube),
        owner: owner === "0" ? "centred" : (owner === "1") === (mover === "white") ? "own" : "opponent",
        away: match ? /** @type {[number, number]} */ (mover === "white" ? away : away.reverse()) : [0, 0],
        crawford: match && options === "1",
        jacoby: !match && (Number(options) & 1) === 1,
        beavers: !match && (Number(options) & 2) === 2,
      },
    };
  },
  write: ({ position }, turn) => `XGID=${position}:0:0:${turn === "white" ? 1 : -1}:00:0:0:0:0:10`,
  word: ({ source, target, effect }) => `${nameOf(source)}/${nameOf(target)}${effect === "hit" ? "*" : ""}`,
  piece: () => "S",
  spell: (steps) => {
    const hits = new Set(steps.filter(({ effect }) => effect === "hit").map(({ target }) => target));
    /** @type {Map<string, {path: number[], stars: Set<number>, count: number}>} */
    const ways = new Map();
    const chains = chainsOf([...steps].sort((a, b) => b.source - a.source)).sort((a, b) => b[0] - a[0] || b[b.length - 1] - a[a.length - 1]);
    for (const chain of chains) {
      const ends = [chain[0], chain[chain.length - 1]];
      const way = ways.get(String(ends)) ?? { path: ends, stars: new Set(), count: 0 };
      way.count += 1;
      for (const place of chain.slice(1)) if (hits.delete(place)) way.stars.add(place);
      ways.set(String(ends), way);
    }
    const words = [...ways.values()].map(({ path: [source, target], stars, count }) => {
      const between = [...stars].filter((place) => place !== target).sort((a, b) => b - a);
      const names = [source, ...between, target].map((place) => nameOf(place) + (stars.has(place) ? "*" : ""));
      return names.join("/") + (count > 1 ? `(${count})` : "");
    });
    return words.join(" ") || "-";
  },
  order: barFirst,
};
