/** Questions about positions, answered by the kernel and its nets; runs in the worker, and in tests. */

import { codecOf, graphOf, otherSide, packed } from "./codecs.js";
import { choosePlay, judgeCube, judgePlays, luckOf } from "./dice_thinking.js";
import { Kernel, build } from "./kernel.js";
import { chooseMove, judgeMoves } from "./move_thinking.js";
import { cubeSeen } from "./cube_seen.js";
import { decide, locked, reachedBy, standing, turnOf } from "./table_questions.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {BoardText} from "./codecs.js" */
/** @import {CubeSeen, Roll} from "./kernel.js" */

/**
 * @typedef {"fast" | "normal" | "deep" | "rollout"} Care
 *
 * @typedef {object} Settings of a game, from `GET /api/engine`
 * @property {Record<string, string>} nets their addresses: `judge`, and `guess` in dice games
 * @property {"points" | "chances"} unit
 * @property {number} scale of a score without dice
 * @property {{doubtful: number, error: number, blunder: number}} thresholds
 * @property {Record<Care, any>} cares
 * @property {Record<string, any>} levels
 * @property {string | null} book the address of its openings
 *
 * @typedef {object} Question about a position, with plain things only: it comes from another thread
 * @property {"judge" | "cube" | "chances" | "luck" | "choose" | "decide" | "graph" | "standing" | "turn" | "after" | "locked" | "facts" | "numbers"} ask
 * @property {string} game
 * @property {string} [text] a position text, instead of board and turn
 * @property {BoardText} [position]
 * @property {Side} [turn]
 * @property {Roll | null} [dice]
 * @property {CubeSeen | null} [cube] as who is to move sees it; null: there is none
 * @property {{cube: any, match: any}} [beside] cube and score as tables tell them, where a text has no room for them
 * @property {BoardText[]} [history] before it, the oldest first, each with the other side to move
 * @property {string | null} [play]
 * @property {Care} [care]
 * @property {string} [level]
 * @property {number} [depth] of the numbers by which builds are compared
 * @property {number} [quiet]
 * @property {number} [target]
 * @property {number} [quietLimit]
 * @property {boolean} [repetition] whether it ends a game
 * @property {boolean} [quietDecides] whether who has ejected more wins then
 * @property {number} [plies] until the game is stopped
 *
 * @typedef {{game: string, board: Uint8Array, turn: Side, dice: Roll | null, cube: CubeSeen | null, play: string | null, care: Care, history?: Uint8Array[], quiet?: number, target?: number, quietLimit?: number, repetition?: boolean, quietDecides?: boolean, plies?: number}} Asked
 */

export class Thinking {
  /** @param {{kernel: Record<string, string>, games: Record<string, Settings>}} manifest @param {(path: string) => Promise<ArrayBuffer>} load */
  constructor(manifest, load) {
    this.manifest = manifest;
    this.load = load;
    /** @type {Promise<Kernel> | null} */
    this.kernel = null;
    /** @type {Map<string, Promise<void>>} */
    this.nets = new Map();
    /** @type {Promise<[ArrayBuffer, any]> | null} */
    this.book = null;
  }

  begin() {
    this.kernel ??= this.load(this.manifest.kernel[build()]).then((bytes) => WebAssembly.compile(bytes)).then((module) => Kernel.begin(module));
    return this.kernel;
  }

  /** The kernel with the nets of a game, which are fetched when they are first needed. @param {string} game */
  async ready(game) {
    const kernel = await this.begin();
    const fetched = this.nets.get(game) ?? this.loadNets(kernel, game);
    this.nets.set(game, fetched);
    await fetched;
    return kernel;
  }

  /** @param {Kernel} kernel @param {string} game */
  async loadNets(kernel, game) {
    const { nets } = this.manifest.games[game];
    const files = await Promise.all(Object.entries(nets).map(async ([use, path]) => /** @type {const} */ ([use, new Uint8Array(await this.load(path))])));
    for (const [use, file] of files) kernel.loadNet(game, use === "guess", file);
  }

  /**
   * @param {Question} question
   * @param {(judged: any) => void} [tell] what is known so far
   * @param {() => Promise<boolean>} [goOn] whether somebody still wants to know
   * @returns {Promise<any>}
   */
  async answer(question, tell = () => {}, goOn = async () => true) {
    const { ask, game } = question;
    if (ask === "numbers") return numbers(await this.begin(), question.depth ?? 1);
    const thinks = !["graph", "standing", "turn", "after", "locked", "facts"].includes(ask);
    const kernel = await (thinks ? this.ready(game) : this.begin());
    const codec = await codecOf(game);
    const asked = this.asked(kernel, codec, question);
    const { board, turn, dice } = asked;
    const settings = this.manifest.games[game];
    const beside = { tell, goOn };
    switch (ask) {
      case "judge":
        if (!dice && !codec.move && asked.play !== null) throw new RangeError("what to do with the cube is judged by the server");
        if (!dice && !codec.move) return judgeCube(kernel, asked, settings);
        return dice ? judgePlays(kernel, codec, asked, settings, beside) : judgeMoves(kernel, codec, asked, settings, beside);
      case "cube":
        return judgeCube(kernel, asked, settings);
      case "chances":
        return codec.move ? (await judgeMoves(kernel, codec, asked, settings, beside)).alternatives[0].chances : kernel.chances(game, [board], 1)[0];
      case "luck":
        return luckOf(kernel, asked);
      case "choose":
        return this.choose(kernel, codec, asked, question.level ?? "");
      case "decide":
        return decide(kernel, asked, this.level(game, question.level ?? ""), gauss);
      case "graph":
        return graphOf(kernel, game, codec, board, turn, dice);
      case "standing":
        return standing(kernel, codec, asked);
      case "turn":
        return turnOf(kernel, codec, asked);
      case "after":
        return reachedBy(kernel, codec, asked);
      case "locked":
        return locked(kernel, asked);
      case "facts":
        return { ...(codec.move ? {} : kernel.facts(game, board)), outcome: kernel.outcome(game, board) };
      default:
        throw new TypeError(`the engine knows no question ${ask}`);
    }
  }

  /** @param {Kernel} kernel @param {any} codec @param {Question} question @returns {Asked} */
  asked(kernel, codec, question) {
    const { game, text, care = "normal", play = null, quietLimit, target } = question;
    const read = text === undefined ? null : codec.read(text);
    const turn = read?.turn ?? question.turn ?? codec.first;
    const position = read ?? question.position ?? codec.unpack(kernel.start(game));
    const dice = question.dice ?? read?.dice ?? null;
    const told = question.beside ? cubeSeen({ ...question.beside, turn }, {}) : question.cube;
    // Positions before it were seen by the sides in turn.
    const past = question.history ?? [];
    const history = past.map((one, i) => packed(kernel, game, codec, one, (past.length - i) % 2 ? otherSide(turn) : turn));
    return { game, board: packed(kernel, game, codec, position, turn), turn, dice, cube: told === undefined ? (read?.cube ?? null) : told, play, care, history, quiet: question.quiet ?? read?.quiet, target, quietLimit, repetition: question.repetition, quietDecides: question.quietDecides, plies: question.plies };
  }

  /** The numbers that a level is made of. @param {string} game @param {string} name */
  level(game, name) {
    const { levels } = this.manifest.games[game];
    if (!levels[name]) throw new TypeError(`level ${name}: the engine here has ${Object.keys(levels).join(", ")}`);
    return levels[name];
  }

  /** @param {Kernel} kernel @param {any} codec @param {Asked} asked @param {string} name */
  async choose(kernel, codec, asked, name) {
    const level = this.level(asked.game, name);
    if (!codec.move) return choosePlay(kernel, codec, asked, level, gauss);
    const known = level.book ? await this.fromBook(kernel, codec, asked) : null;
    return known ?? chooseMove(kernel, codec, asked, level, gauss);
  }

  /** A move that is as good as the best of the book, if the position stands there. @param {Kernel} kernel @param {any} codec @param {Asked} asked */
  async fromBook(kernel, codec, { game, board }) {
    const { book } = this.manifest.games[game];
    if (!book) return null;
    this.book ??= Promise.all([this.load(book), import(`../games/${game}_book.js`)]);
    const [bytes, { movesKnown }] = await this.book;
    const found = movesKnown(JSON.parse(new TextDecoder().decode(bytes)), board, (/** @type {Uint8Array} */ seen) => kernel.moves(seen).map(codec.move));
    if (!found.length) return null;
    const { word, ...way } = found[Math.floor(Math.random() * found.length)];
    return { text: word, words: word, way };
  }
}

/** The numbers by which builds of the kernel are compared. @param {Kernel} kernel @param {number} depth */
function numbers(kernel, depth) {
  const perft = Object.fromEntries(kernel.games.map((game) => [game, String(kernel.perft(game, kernel.start(game), depth))]));
  return { build: build(), signature: String(kernel.signature()), search: String(kernel.searchSignature()), perft };
}

/** A number about 0 with deviation 1. */
function gauss() {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}
