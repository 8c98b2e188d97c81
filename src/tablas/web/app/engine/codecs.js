/**
 * Boards as pages know them and as the kernel does: the codec of each game, and what follows for
 * any of them. Every codec packs a position as its first side sees it; the kernel turns it round.
 */

/** @import {Graph, Position, Side} from "../../board/shared/types.js" */
/** @import {CubeSeen, Kernel, KernelNode, KernelStep, Roll} from "./kernel.js" */

/**
 * @typedef {{position: string, lost?: Record<Side, number>}} BoardText as boards show it
 * @typedef {BoardText & {turn: Side, dice: Roll | null, cube: CubeSeen | null, quiet?: number}} TextRead a position text
 * @typedef {{cells: string[], direction: string, targets: string[], pushed: string[], ejects: boolean, word: string}} MoveTold
 *
 * @typedef {object} Codec `games/<name>_bytes.js`
 * @property {Side} first who is to move in what `pack` makes
 * @property {(board: BoardText) => Uint8Array} pack
 * @property {(bytes: Uint8Array) => BoardText} unpack
 * @property {(text: string) => TextRead} read
 * @property {(board: BoardText, turn: Side, quiet: number) => string} write the text that `read` reads, with nobody's cube
 * @property {(step: KernelStep) => string} word one step in notation
 * @property {(step: KernelStep) => string} piece whom it moves
 * @property {(steps: KernelStep[]) => string} spell a whole play
 * @property {(a: KernelStep, b: KernelStep) => number} order in which boards list steps
 * @property {(code: number) => MoveTold} [move] of a game without dice
 */

/** @type {Map<string, Codec>} */
const known = new Map();

/** @param {string} game @returns {Promise<Codec>} */
export async function codecOf(game) {
  const found = known.get(game) ?? (await import(`../games/${game}_bytes.js`)).codec;
  known.set(game, found);
  return found;
}

/** A position as the player to move sees it, in bytes. @param {Kernel} kernel @param {string} game @param {Codec} codec @param {BoardText} board @param {Side} turn */
export function packed(kernel, game, codec, board, turn) {
  const bytes = codec.pack(board);
  return turn === codec.first ? bytes : kernel.passed(game, bytes);
}

/** @param {Kernel} kernel @param {string} game @param {Codec} codec @param {Uint8Array} bytes @param {Side} turn @returns {Position} */
export function unpacked(kernel, game, codec, bytes, turn) {
  return { game, turn, ...codec.unpack(turn === codec.first ? bytes : kernel.passed(game, bytes)) };
}

/** A key for a board. @param {Uint8Array} board */
export const keyOf = (board) => board.join();

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "white" ? "black" : "white");

/**
 * The ways through a turn of a dice game: for each board that it can end with, seen by the next player, one walk.
 * @param {Kernel} kernel @param {string} game @param {Codec} codec @param {KernelNode[]} nodes
 * @returns {Map<string, {board: Uint8Array, steps: KernelStep[]}>}
 */
export function walks(kernel, game, codec, nodes) {
  /** @type {(KernelStep[] | undefined)[]} */
  const way = [[]];
  /** @type {Map<string, {board: Uint8Array, steps: KernelStep[]}>} */
  const ends = new Map();
  nodes.forEach((node, at) => {
    const steps = way[at] ?? [];
    if (node.complete) {
      const board = kernel.passed(game, node.board);
      if (!ends.has(keyOf(board))) ends.set(keyOf(board), { board, steps });
    }
    for (const step of [...node.steps].sort(codec.order)) way[step.next] ??= [...steps, step];
  });
  return ends;
}

/** The walk that a text of words tells, or null. @param {Codec} codec @param {KernelNode[]} nodes @param {string} text */
export function walkOf(codec, nodes, text) {
  const words = text === "-" ? [] : text.trim().split(/\s+/).flatMap(spread);
  /** @type {KernelStep[]} */
  const steps = [];
  let node = nodes[0];
  for (const word of words) {
    const step = node.steps.find((one) => codec.word(one) === word);
    if (!step) return null;
    steps.push(step);
    node = nodes[step.next];
  }
  return node.complete ? { board: node.board, steps } : null;
}

/** `S13/10/7*(2)` as its single steps. @param {string} word */
function spread(word) {
  const [, letter = "", way = "", count = "1"] = /^([A-Z]?)([^()]*)(?:\((\d)\))?/.exec(word) ?? [];
  const places = way.split("/");
  const steps = places.slice(1).map((place, i) => `${letter}${places[i].replace(/[*^+]/, "")}/${place}`);
  return Array(Number(count)).fill(steps).flat();
}

/** The legal steps of the player to move, as boards take them. @param {Kernel} kernel @param {string} game @param {Codec} codec @param {Uint8Array} board @param {Side} side @param {Roll | null} dice @returns {Graph} */
export function graphOf(kernel, game, codec, board, side, dice) {
  const at = (/** @type {Uint8Array} */ bytes, /** @type {Side} */ turn) => unpacked(kernel, game, codec, bytes, turn).position;
  if (!dice) return moveGraph(kernel, game, codec, board, side, at);
  const [high, low] = [Math.max(...dice), Math.min(...dice)];
  const nodes = kernel.turn(game, board, dice).map(({ board: bytes, left, complete, steps }) => ({
    position: at(bytes, side),
    left: [...Array(left[0]).fill(high), ...Array(left[1]).fill(low)],
    complete,
    steps: [...steps].sort(codec.order).map((step) => ({ ...shown(codec, step), word: codec.word(step), next: step.next })),
  }));
  return /** @type {any} */ ({ game, side, dice: [high, low], nodes, reasons: [] });
}

/** A step as boards draw it. @param {Codec} codec @param {KernelStep} step */
export const shown = (codec, step) => ({ piece: codec.piece(step), source: step.source, target: step.target, die: step.die, effect: step.effect });

/** @param {Kernel} kernel @param {string} game @param {Codec} codec @param {Uint8Array} board @param {Side} side @param {(bytes: Uint8Array, turn: Side) => string} at @returns {any} */
function moveGraph(kernel, game, codec, board, side, at) {
  const reached = kernel.successors(game, board, null);
  const steps = kernel.moves(board).map((code, i) => ({ .../** @type {any} */ (codec.move)(code), next: i + 1 }));
  const ends = reached.map((bytes) => ({ position: at(bytes, otherSide(side)), complete: true, steps: [] }));
  return { game, side, nodes: [{ position: at(board, side), complete: false, steps, why: [] }, ...ends], reasons: [] };
}
