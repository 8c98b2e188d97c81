/**
 * The kernel of cpp/ in WebAssembly: what its C interface (cpp/wasm/) takes and gives, as arrays of
 * bytes and plain objects. It knows boards only as bytes; `codecs.js` knows what they mean.
 */

/** A tiny module with one vector instruction: what a browser without them refuses. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Which of the two builds this browser can run. */
export const build = () => (WebAssembly.validate(VECTORS) ? "simd" : "scalar");

const CHANCES = 5;
const CUBE_NUMBERS = 12;
const TRIAL_NUMBERS = 6;
const STEP_BYTES = 8;
const EFFECTS = ["plain", "hit", "trap", "first half", "assault"];
const ANSWERS = ["take", "drop", "beaver"];
const OWNERS = ["centred", "own", "opponent"];
const FAULTS = /** @type {Record<number, string>} */ ({
  [-1]: "no such game",
  [-2]: "no such position",
  [-3]: "each die is a number from 1 to 6",
  [-4]: "the answer needs more room",
  [-5]: "its net has not been loaded",
  [-6]: "a net that does not fit",
  [-7]: "the game is over",
});
const TOO_SMALL = -4;

/**
 * @typedef {[number, number]} Roll
 * @typedef {{board: Uint8Array, chances: number[], equity: number, plies: number}} RankedBoard
 * @typedef {{source: number, target: number, die: number, piece: number, effect: string, next: number}} KernelStep
 * @typedef {{board: Uint8Array, left: [number, number], complete: boolean, steps: KernelStep[]}} KernelNode
 * @typedef {{value: number, owner: "centred" | "own" | "opponent", away: [number, number], crawford: boolean, jacoby: boolean, beavers: boolean}} CubeSeen by who is to move
 * @typedef {{seconds?: number, nodes?: number, depth?: number, lines?: number, quiet?: number, target?: number, quietLimit?: number, plies?: number, repetition?: boolean, quietDecides?: boolean, press?: boolean}} SearchAsked
 */

export class Kernel {
  /** @param {WebAssembly.Module} module */
  static async begin(module) {
    /** @type {any} */
    let own = null;
    const clock = (/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ to) => {
      new DataView(own.memory.buffer).setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    };
    const nothing = () => 8; // no such file: the kernel has none
    const { exports } = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: { clock_time_get: clock, fd_close: nothing, fd_seek: nothing, fd_write: nothing },
    });
    own = exports;
    own._initialize();
    return new Kernel(own);
  }

  /** @param {any} exports */
  constructor(exports) {
    this.exports = exports;
    /** The games in the order in which the kernel numbers them. @type {string[]} */
    this.games = [];
    for (let i = 0; exports.tablas_name(i); i += 1) this.games.push(this.text(exports.tablas_name(i)));
  }

  /** @param {string} name */
  number(name) {
    const found = this.games.indexOf(name);
    if (found < 0) throw new TypeError(`game ${name}: the kernel has ${this.games.join(", ")}`);
    return found;
  }

  /** @param {string} name */
  size(name) {
    return this.exports.tablas_board_size(this.number(name));
  }

  /** How much memory all of it takes. */
  get bytes() {
    return this.exports.memory.buffer.byteLength;
  }

  signature = () => BigInt.asUintN(64, this.exports.tablas_signature());
  searchSignature = () => BigInt.asUintN(64, this.exports.tablas_search_signature());

  /** @param {string} name @param {Uint8Array} board @param {number} depth */
  perft(name, board, depth) {
    return this.with([board], (at) => BigInt.asUintN(64, this.exports.tablas_perft(this.number(name), at, depth)));
  }

  /** @param {string} name */
  start(name) {
    const size = this.size(name);
    return this.with([size], (at) => {
      this.exports.tablas_start(this.number(name), at);
      return this.read(at, size);
    });
  }

  /** The board seen by the other side. @param {string} name @param {Uint8Array} board */
  passed(name, board) {
    return this.with([board, board.length], (from, to) => {
      this.exports.tablas_passed(this.number(name), from, to);
      return this.read(to, board.length);
    });
  }

  /** Points of who is to move, 0 before the end. @param {string} name @param {Uint8Array} board */
  outcome(name, board) {
    return this.with([board], (at) => {
      this.sound(this.exports.tablas_check(this.number(name), at));
      return this.exports.tablas_outcome(this.number(name), at);
    });
  }

  /** The boards after a turn, seen by the next player. @param {string} name @param {Uint8Array} board @param {Roll | null} dice */
  successors(name, board, dice) {
    const [one, other] = dice ?? [0, 0];
    return this.with([board, this.exports.tablas_width(this.number(name)) * board.length], (from, to) => {
      const count = this.sound(this.exports.tablas_successors(this.number(name), from, one, other, to));
      return Array.from({ length: count }, (_, i) => this.read(to + i * board.length, board.length));
    });
  }

  /** Pips of both sides, whether they have passed each other, whether nothing can enter. @param {string} name @param {Uint8Array} board */
  facts(name, board) {
    return this.with([board, 16], (from, to) => {
      this.sound(this.exports.tablas_facts(this.number(name), from, to));
      const [own, opp, racing, shut] = new Int32Array(this.exports.memory.buffer, to, 4);
      return { pips: [own, opp], racing: racing === 1, shutOut: shut === 1 };
    });
  }

  /** The legal steps of a turn. @param {string} name @param {Uint8Array} board @param {Roll} dice @returns {KernelNode[]} */
  turn(name, board, dice) {
    const ask = (/** @type {number} */ room) =>
      this.with([board, room, 4], (from, to, count) => {
        const written = this.exports.tablas_turn(this.number(name), from, dice[0], dice[1], to, room, count);
        if (written === TOO_SMALL) return null;
        this.sound(written);
        return this.nodes(to, new Uint32Array(this.exports.memory.buffer, count, 1)[0], board.length);
      });
    for (let room = 1 << 16; ; room *= 4) {
      const nodes = ask(room);
      if (nodes) return nodes;
    }
  }

  /** @param {number} at @param {number} count @param {number} size of a board @returns {KernelNode[]} */
  nodes(at, count, size) {
    const view = new DataView(this.exports.memory.buffer);
    return Array.from({ length: count }, () => {
      const board = this.read(at, size);
      at += size;
      const [high, low, complete, steps] = this.read(at, 4);
      at += 4;
      const all = Array.from({ length: steps }, (_, i) => {
        const [source, target, die, piece, effect] = this.read(at + i * STEP_BYTES, STEP_BYTES);
        return { source, target, die, piece, effect: EFFECTS[effect], next: view.getUint16(at + i * STEP_BYTES + 6, true) };
      });
      at += steps * STEP_BYTES;
      return { board, left: /** @type {[number, number]} */ ([high, low]), complete: complete === 1, steps: all };
    });
  }

  /** The moves of a game without dice, as numbers, in the order of `successors`. @param {Uint8Array} board */
  moves(board) {
    return this.with([board, 2 * 349], (from, to) => {
      const count = this.sound(this.exports.tablas_moves(from, to));
      return [...new Uint16Array(this.exports.memory.buffer, to, count)];
    });
  }

  /** @param {string} name @param {boolean} helps @param {Uint8Array} file */
  loadNet(name, helps, file) {
    this.with([file], (at) => this.sound(this.exports.tablas_load_net(this.number(name), helps ? 1 : 0, at, file.length)));
  }

  /** The chances of boards, before the roll. @param {string} name @param {Uint8Array[]} boards @param {number} [plies] */
  chances(name, boards, plies = 0) {
    if (plies) return this.values(name, boards, plies, null).map(({ chances }) => chances);
    return this.with([joined(boards), 4 * CHANCES * boards.length], (from, to) => {
      this.sound(this.exports.tablas_judge(this.number(name), from, boards.length, to));
      const found = [...new Float32Array(this.exports.memory.buffer, to, CHANCES * boards.length)];
      return boards.map((_, i) => found.slice(CHANCES * i, CHANCES * (i + 1)));
    });
  }

  /** Chances and equity of boards before the roll, at this cube or in points. @param {string} name @param {Uint8Array[]} boards @param {number} plies @param {CubeSeen | null} cube */
  values(name, boards, plies, cube) {
    const row = CHANCES + 1;
    return this.with([joined(boards), cube ? cubeBytes(cube) : 1, 4 * row * boards.length], (from, asked, to) => {
      this.sound(this.exports.tablas_values(this.number(name), from, boards.length, plies, cube ? asked : 0, to));
      const found = [...new Float32Array(this.exports.memory.buffer, to, row * boards.length)];
      return boards.map((_, i) => ({ chances: found.slice(row * i, row * i + CHANCES), equity: found[row * i + CHANCES] }));
    });
  }

  /** The plays of a roll, the best first at this cube or in points. @param {string} name @param {Uint8Array} board @param {Roll} dice @param {{plies: number, seconds?: number, cube?: CubeSeen | null}} how */
  plays(name, board, dice, { plies, seconds = 0, cube = null }) {
    const row = board.length + 4 * CHANCES + 8;
    const room = row * 64;
    return this.with([board, cube ? cubeBytes(cube) : 1, room, 4], (from, asked, to, reached) => {
      const count = this.sound(this.exports.tablas_plays(this.number(name), from, dice[0], dice[1], plies, seconds, cube ? asked : 0, to, room, reached));
      const view = new DataView(this.exports.memory.buffer);
      return Array.from({ length: count }, (_, i) => {
        const at = to + i * row + board.length;
        const chances = Array.from({ length: CHANCES }, (__, k) => view.getFloat32(at + 4 * k, true));
        return {
          board: this.read(to + i * row, board.length),
          chances,
          equity: view.getFloat32(at + 4 * CHANCES, true),
          plies: view.getInt32(at + 4 * CHANCES + 4, true),
        };
      });
    });
  }

  /** What boards are worth with a cube to who is to move. @param {string} name @param {Uint8Array[]} boards @param {number[][]} chances @param {CubeSeen} cube */
  cubeEquities(name, boards, chances, cube) {
    const known = new Uint8Array(Float32Array.from(chances.flat()).buffer);
    return this.with([joined(boards), known, cubeBytes(cube), 8 * boards.length], (from, said, asked, to) => {
      this.sound(this.exports.tablas_cube_equities(this.number(name), from, said, boards.length, asked, to));
      return [...new Float64Array(this.exports.memory.buffer, to, boards.length)];
    });
  }

  /** The decision before a roll; `error` is how much too well the game is seen. @param {string} name @param {Uint8Array} board @param {CubeSeen} cube @param {number} plies @param {number} [error] */
  cube(name, board, cube, plies, error = 0) {
    return this.with([board, cubeBytes(cube), 8 * CUBE_NUMBERS], (from, asked, to) => {
      this.sound(this.exports.tablas_cube(this.number(name), from, asked, plies, error, to));
      const told = [...new Float64Array(this.exports.memory.buffer, to, CUBE_NUMBERS)];
      const [hold, take, drop, doubles, tooGood, answer, available] = told.slice(CHANCES);
      return { chances: told.slice(0, CHANCES), hold, take, drop, doubles: doubles === 1, tooGood: tooGood === 1, answer: ANSWERS[answer], available: available === 1 };
    });
  }

  /** What boards are worth in pips to who is to move, by the rules of thumb of the game that has such a level. @param {Uint8Array[]} boards */
  heuristicEvaluations(boards) {
    return this.with([joined(boards), 4 * boards.length], (from, to) => {
      this.sound(this.exports.tablas_heuristic_evaluations(from, boards.length, to));
      return [...new Float32Array(this.exports.memory.buffer, to, boards.length)];
    });
  }

  /** What that level does with the cube before a roll: whether who is to move doubles, and what the other side answers. @param {Uint8Array} board */
  heuristicCube(board) {
    return this.with([board, 8], (from, to) => {
      this.sound(this.exports.tablas_heuristic_cube(from, to));
      const [doubles, takes] = new Int32Array(this.exports.memory.buffer, to, 2);
      return { doubles: doubles === 1, answer: takes === 1 ? "take" : "drop" };
    });
  }

  /** Trials of boards whose players are about to roll: chances and points of each. @param {string} name @param {Uint8Array[]} boards @param {{first: number, last: number, truncate: number, seed: number}} plan */
  rollOut(name, boards, { first, last, truncate, seed }) {
    const count = (last - first) * boards.length * TRIAL_NUMBERS;
    return this.with([joined(boards), 8 * count], (from, to) => {
      this.sound(this.exports.tablas_roll_out(this.number(name), from, boards.length, first, last, truncate, seed, to));
      const numbers = [...new Float64Array(this.exports.memory.buffer, to, count)];
      return Array.from({ length: (last - first) * boards.length }, (_, i) => numbers.slice(i * TRIAL_NUMBERS, (i + 1) * TRIAL_NUMBERS));
    });
  }

  /** The best moves of the game without dice. @param {Uint8Array} board @param {Uint8Array[]} history @param {SearchAsked} asked */
  bestMoves(board, history, asked) {
    const bytes = new ArrayBuffer(48);
    const view = new DataView(bytes);
    const { seconds = 0, nodes = 0, depth = 0, lines = 1, quiet = 0, target = 6, quietLimit = 200, plies = 0, repetition = true, quietDecides = false, press = false } = asked;
    view.setFloat64(0, seconds, true);
    [nodes, depth, lines, quiet, target, quietLimit, plies, Number(repetition), Number(quietDecides), Number(press)].forEach((value, i) => view.setUint32(8 + 4 * i, value, true));
    const room = 1 << 18;
    return this.with([board, joined(history), new Uint8Array(bytes), room, 12], (from, past, question, to, told) => {
      const count = this.sound(this.exports.tablas_best_moves(from, past, history.length, question, to, room, told));
      const [reached, searched, milliseconds] = new Uint32Array(this.exports.memory.buffer, told, 3);
      const answer = new DataView(this.exports.memory.buffer);
      let at = to;
      const found = Array.from({ length: count }, () => {
        const length = answer.getUint16(at + 4, true);
        const line = { score: answer.getInt32(at, true), moves: Array.from({ length }, (_, i) => answer.getUint16(at + 6 + 2 * i, true)) };
        at += 6 + 2 * length;
        return line;
      });
      return { lines: found, depth: reached, nodes: searched, milliseconds };
    });
  }

  /** What the network adds to the score of boards of the game without dice. @param {Uint8Array[]} boards */
  addedScores(boards) {
    return this.with([joined(boards), 4 * boards.length], (from, to) => {
      this.sound(this.exports.tablas_added_scores(from, boards.length, to));
      return [...new Int32Array(this.exports.memory.buffer, to, boards.length)];
    });
  }

  /** Before another game. */
  forget() {
    this.exports.tablas_forget();
  }

  /**
   * Calls `use` with the places of some bytes in the kernel's memory, or of so many empty ones.
   * @template T
   * @param {(Uint8Array | number)[]} parts
   * @param {(...at: number[]) => T} use
   * @returns {T}
   */
  with(parts, use) {
    const places = parts.map((part) => this.exports.tablas_room(typeof part === "number" ? part : part.length));
    const memory = new Uint8Array(this.exports.memory.buffer);
    parts.forEach((part, i) => typeof part !== "number" && memory.set(part, places[i]));
    try {
      return use(...places);
    } finally {
      for (const place of places) this.exports.tablas_release(place);
    }
  }

  /** @param {number} at @param {number} size */
  read(at, size) {
    return new Uint8Array(this.exports.memory.buffer).slice(at, at + size);
  }

  /** @param {number} at */
  text(at) {
    const memory = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  /** The answer, unless it says that something was wrong. @param {number} answer */
  sound(answer) {
    if (answer >= 0) return answer;
    throw new RangeError(`kernel: ${FAULTS[answer]} ${this.text(this.exports.tablas_last_fault())}`.trim());
  }
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** @param {CubeSeen} cube */
function cubeBytes({ value, owner, away, crawford, jacoby, beavers }) {
  const fields = [value, OWNERS.indexOf(owner), ...away, Number(crawford), Number(jacoby), Number(beavers)];
  return new Uint8Array(Int32Array.from(fields).buffer);
}
