/** Abalone between the texts of boards and the bytes of the kernel (cpp/abalone/cells.hpp), and moves as text. */

/** @import {Codec} from "../engine/codecs.js" */

const CELLS = 61;
const ROWS = "abcdefghi";
const DIRECTIONS = ["e", "ne", "nw", "w", "sw", "se"];
const STEPS = [[0, 1], [1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0]]; // of row and number
const LOST = 61n;

/** @param {number} row @param {number} number */
const onBoard = (row, number) => row >= 0 && row <= 8 && number >= 1 && number <= 9 && number - row <= 5 && row - number <= 3;
/** @param {number} row @param {number} number */
const bitOf = (row, number) => (CELLS + 30 + 13 * (row - 4) + (number - 5)) % CELLS;

/** The cells by their bits. @type {{row: number, number: number, name: string}[]} */
export const cells = [];
for (let row = 0; row < 9; row += 1) {
  for (let number = 1; number <= 9; number += 1) {
    if (onBoard(row, number)) cells[bitOf(row, number)] = { row, number, name: `${ROWS[row]}${number}` };
  }
}
/** The rows from the top, each from the left. */
const TOP_DOWN = [...ROWS].reverse().map((letter) => cells.filter(({ name }) => name[0] === letter).sort((a, b) => a.number - b.number));

/** @param {{row: number, number: number}} cell @param {number} direction @param {number} [steps] */
function after({ row, number }, direction, steps = 1) {
  const [up, along] = STEPS[direction];
  return cells[bitOf(row + up * steps, number + along * steps)];
}

/** @param {bigint} word */
const marbles = (word) => new Set(cells.filter((_, bit) => (word >> BigInt(bit)) & 1n));

/** @type {Codec} */
export const codec = {
  first: "black",
  pack: ({ position, lost }) => {
    const words = { b: 0n, w: 0n };
    position.split("/").forEach((row, line) => {
      let at = 0;
      for (const mark of row) {
        if (/\d/.test(mark)) at += Number(mark);
        else {
          const { row: of, number } = TOP_DOWN[line][at];
          words[/** @type {"b" | "w"} */ (mark)] |= 1n << BigInt(bitOf(of, number));
          at += 1;
        }
      }
    });
    const { black = 0, white = 0 } = lost ?? {};
    return new Uint8Array(new BigUint64Array([words.b | (BigInt(black) << LOST), words.w | (BigInt(white) << LOST)]).buffer);
  },
  unpack: (bytes) => {
    const [black, white] = new BigUint64Array(bytes.slice().buffer);
    const [b, w] = [marbles(black), marbles(white)];
    const rows = TOP_DOWN.map((row) => row.map((cell) => (b.has(cell) ? "b" : w.has(cell) ? "w" : ".")).join("").replace(/\.+/g, ({ length }) => String(length)));
    return { position: rows.join("/"), lost: { black: Number(black >> LOST), white: Number(white >> LOST) } };
  },
  read: (text) => {
    const [rows, turn = "b", ejected, quiet = "0"] = text.trim().split(/\s+/);
    if (rows.split("/").length !== 9) throw new TypeError(`position ${text}: expected nine rows`);
    const count = (/** @type {string} */ letter) => rows.split(letter).length - 1;
    const [white, black] = ejected ? ejected.split("-").map(Number) : [14 - count("w"), 14 - count("b")];
    return { position: rows, lost: { black, white }, turn: turn === "w" ? "white" : "black", dice: null, cube: null, quiet: Number(quiet) };
  },
  write: ({ position, lost }, turn, quiet) => `${position} ${turn[0]} ${lost?.white ?? 0}-${lost?.black ?? 0} ${quiet}`,
  /** A move by its number: bits as in cpp/abalone/rules.hpp. */
  move: (code) => {
    const [cell, direction, form, count] = [cells[code & 63], (code >> 6) & 7, (code >> 9) & 7, (code >> 12) & 3];
    const inLine = form < 3;
    const axis = (direction + ((form - 1) >> 1)) % 3;
    const size = inLine ? form + 1 : form % 2 === 0 ? 3 : 2;
    // In line the front marble is named, and moves are told from the tail; broadside it is the first of the row.
    const row = Array.from({ length: size }, (_, i) => (inLine ? after(cell, direction, i + 1 - size) : after(cell, axis, i)));
    const ends = inLine ? row[0].name : row[0].name + row[size - 1].name;
    const listed = [...row].sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      cells: listed.map(({ name }) => name),
      direction: DIRECTIONS[direction],
      targets: listed.map((one) => after(one, direction).name),
      pushed: Array.from({ length: count }, (_, i) => after(cell, direction, i + 1).name),
      ejects: ((code >> 14) & 1) === 1,
      word: ends + after(row[0], direction).name,
    };
  },
  word: () => "",
  piece: () => "",
  spell: () => "",
  order: () => 0,
};
