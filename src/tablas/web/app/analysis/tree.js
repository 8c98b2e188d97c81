/**
 * The tree of an analysis: what was done from a position on, with variations and comments. It knows
 * no rules: what an act leads to is told by the server and kept beside it. Links and files hold the
 * acts alone.
 */

/** @import {GameName, Side} from "../../board/shared/types.js" */

/**
 * @typedef {"play" | "skip" | "double" | "take" | "drop"} Deed
 *
 * @typedef {object} Act
 * @property {Deed} do
 * @property {number[] | null} [dice]
 * @property {string} [play]
 *
 * @typedef {object} Standing what the server tells of a node
 * @property {string} position as text
 * @property {"to-roll" | "to-play" | "to-answer" | "over"} phase
 * @property {Side} turn whose decision it is
 * @property {any} [cube]
 * @property {any} [match]
 * @property {boolean} [may_double]
 * @property {boolean} [shut_out] no roll could move anything
 * @property {Side} [side] who did it
 * @property {string} [play]
 * @property {any} [last] the move, as boards show it
 *
 * @typedef {object} Node
 * @property {number} id
 * @property {Node | null} parent
 * @property {Node[]} children the main line first
 * @property {Act | null} act
 * @property {Standing} standing
 * @property {string} comment
 *
 * @typedef {[string, string, string, ...any[]]} Packed dice, what was done, comment, then what follows
 */

/** What a link calls the deeds that are no plays; a play stands there itself. @type {Record<string, Deed>} */
const DEEDS = { "=2": "double", "=t": "take", "=d": "drop", "=s": "skip" };

export class Tree {
  /** @param {GameName} game @param {Standing} standing of the beginning */
  constructor(game, standing) {
    this.game = game;
    this.count = 0;
    this.names = { white: "", black: "" };
    /** @type {Node} */
    this.root = this.node(null, null, standing);
  }

  /** @param {Node | null} parent @param {Act | null} act @param {Standing} standing @returns {Node} */
  node(parent, act, standing) {
    return { id: this.count++, parent, children: [], act, standing, comment: "" };
  }

  /** The node that an act leads to; one that stands there already is taken. @param {Node} parent @param {Act} act @param {Standing} standing */
  add(parent, act, standing) {
    const known = parent.children.find((one) => one.standing.position === standing.position && one.act?.do === act.do && faces(one.act) === faces(act));
    if (known) return known;
    const node = this.node(parent, { ...act, play: standing.play ?? act.play }, standing);
    parent.children.push(node);
    return node;
  }

  /** Everything in order, each after its parent. @returns {Node[]} */
  all() {
    /** @type {Node[]} */
    const list = [];
    const visit = (/** @type {Node} */ node) => {
      list.push(node);
      node.children.forEach(visit);
    };
    visit(this.root);
    return list;
  }

  /** The acts as the server works them out, and the nodes in the same order. */
  acts() {
    const nodes = this.all().slice(1);
    const numbers = new Map([[this.root, 0], ...nodes.map((node, i) => /** @type {[Node, number]} */ ([node, i + 1]))]);
    return { nodes, acts: nodes.map(({ parent, act }) => ({ parent: numbers.get(/** @type {Node} */ (parent)) ?? 0, ...asked(act) })) };
  }

  /** For links and files. @returns {Packed[]} */
  packed() {
    return this.root.children.map(packed);
  }
}

/** @param {Act | null} act */
const asked = (act) => ({ do: act?.do ?? "play", dice: act?.dice ?? null, play: act?.play ?? "" });

/** The dice as people say them, the higher first. @param {Act | null} act */
export const faces = (act) => [...(act?.dice ?? [])].sort((a, b) => b - a).join("");

/** @param {Node} node @returns {Packed} */
function packed({ act, comment, children }) {
  const deed = Object.keys(DEEDS).find((one) => DEEDS[one] === act?.do);
  return [faces(act), deed ?? act?.play ?? "", comment, ...children.map(packed)];
}

/** What a link or a file says, as acts in order with their comments; throws where it makes no sense. @param {unknown} list */
export function unpacked(list) {
  /** @type {{parent: number, do: Deed, dice: number[] | null, play: string, comment: string}[]} */
  const acts = [];
  const visit = (/** @type {unknown} */ one, /** @type {number} */ parent) => {
    if (!Array.isArray(one) || one.slice(0, 3).some((part) => typeof part !== "string")) throw new TypeError("tree");
    const [dice, text, comment, ...children] = one;
    const deed = DEEDS[text];
    acts.push({ parent, do: deed ?? "play", dice: dice ? [...dice].map(Number) : null, play: deed ? "" : text, comment });
    const number = acts.length;
    children.forEach((child) => visit(child, number));
  };
  if (!Array.isArray(list)) throw new TypeError("tree");
  list.forEach((one) => visit(one, 0));
  return acts;
}

/** A tree from what the server has worked out. @param {GameName} game @param {{parent: number, do: Deed, dice?: number[] | null, play?: string, comment?: string}[]} acts @param {Standing[]} standings */
export function grown(game, acts, standings) {
  const tree = new Tree(game, standings[0]);
  const nodes = [tree.root];
  acts.forEach(({ parent, comment = "", ...act }, i) => {
    const node = tree.add(nodes[parent], act, standings[i + 1]);
    node.comment ||= comment;
    nodes.push(node);
  });
  return { tree, nodes };
}

/** From the beginning to a node, without the beginning. @param {Node} node @returns {Node[]} */
export function lineTo(node) {
  /** @type {Node[]} */
  const line = [];
  for (let one = node; one.parent; one = one.parent) line.unshift(one);
  return line;
}

/** The line through a node to its end, along the main line after it. @param {Node} node */
export function lineThrough(node) {
  const line = lineTo(node);
  for (let [next] = node.children; next; [next] = next.children) line.push(next);
  return line;
}

/** Make the line of a node the main one where it branches off last. @param {Node} node @returns {boolean} whether it was none */
export function promote(node) {
  for (let one = node; one.parent; one = one.parent) {
    const { children } = one.parent;
    const place = children.indexOf(one);
    if (!place) continue;
    children.splice(place, 1);
    children.unshift(one);
    return true;
  }
  return false;
}

/** Take a node out with all that follows; gives where to go then. @param {Node} node */
export function removed(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((one) => one !== node);
  return parent;
}

/** The variation beside a node. @param {Node} node @param {1 | -1} way */
export function beside(node, way) {
  const around = node.parent?.children ?? [];
  return around[around.indexOf(node) + way] ?? node;
}

/** Of a game that was played: the acts that a tree can hold, and the moment behind each. @param {import("../game/moments.js").Moment[]} moments */
export function actsOf(moments) {
  const deeds = /** @type {Record<string, Deed>} */ ({ played: "play", skipped: "skip", doubled: "double", took: "take", dropped: "drop" });
  /** @type {{acts: ReturnType<typeof unpacked>, moments: number[], position: string, match: any, stopped: any}} */
  const all = { acts: [], moments: [], position: moments[0]?.position ?? "", match: /** @type {any} */ (moments[0])?.match ?? null, stopped: null };
  /** @type {number[] | null} */
  let dice = null;
  for (const [at, moment] of moments.entries()) {
    const { event } = moment;
    if (event?.do === "opening") dice = event.white === event.black ? null : [event.white, event.black];
    if (event?.do === "rolled") dice = event.dice;
    if (!all.acts.length && at > 0 && moment.position && (event?.do === "opening" || event?.do === "rolled")) all.position = moment.position;
    const deed = deeds[event?.do];
    if (!deed) continue;
    if (/** @type {any} */ (moment).illegal) {
      all.stopped = /** @type {any} */ (moment).illegal;
      break;
    }
    all.acts.push({ parent: all.acts.length, do: deed, dice: deed === "play" ? dice : null, play: deed === "play" ? event.play : "", comment: event.comment ?? "" });
    all.moments.push(at);
    if (deed === "play") dice = null;
  }
  return all;
}
