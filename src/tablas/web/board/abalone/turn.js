/** The board of Abalone without its looks: properties in, a selection, one move, events out. */

/** @import {Language, Position, Side} from "../shared/types.js" */
/** @import {Formation} from "./view.js" */
/** @import {Move, MoveGraph} from "./selection.js" */
/** @import {WordKey} from "../shared/words.js" */

import { arrowName } from "./view.js";
import { jsonChanged } from "../shared/json-changed.js";
import { DIRECTIONS, beyond, readRows } from "./hexagon.js";
import { OnceAFrame } from "../shared/once-a-frame.js";
import { group, groupTo, moveTo, movesOf, targets, whyNot } from "./selection.js";
import { capital, listed, say } from "../shared/words.js";

const EMPTY = "5/6/7/8/9/8/7/6/5";

export class AbaloneTurn extends OnceAFrame {
  static properties = {
    position: { type: Object, hasChanged: jsonChanged },
    graph: { type: Object },
    threats: { type: Object },
    formations: { type: Array },
    shownFormations: { type: Array, attribute: "shown-formations" },
    showThreats: { type: Boolean, attribute: "show-threats" },
    lastMove: { type: Object, attribute: "last-move", hasChanged: jsonChanged },
    selection: { type: Array },
    view: { type: String },
    fill: { type: Boolean, reflect: true },
    numbers: { type: String },
    language: { type: String },
    letters: { type: Boolean, reflect: true },
    confirmMoves: { type: Boolean, attribute: "confirm-moves" },
    entry: { type: Boolean },
    still: { type: Boolean },
    overlay: { attribute: false },
    most: { type: Number },
    clock: { type: Number },
    done: { state: true },
    announced: { state: true },
  };

  constructor() {
    super();
    /** @type {Position | null} */
    this.position = null;
    /** @type {MoveGraph | null} the legal moves, without one nothing can be moved; a new one begins anew */
    this.graph = null;
    /** @type {Record<Side, string[]> | null} marbles that can be ejected, by their side */
    this.threats = null;
    /** @type {Formation[]} */
    this.formations = [];
    /** @type {string[]} the keys of those to show */
    this.shownFormations = [];
    this.showThreats = false;
    /** @type {(Move & {side: Side}) | null} */
    this.lastMove = null;
    this.fill = false;
    /** @type {string[]} */
    this.selection = [];
    /** @type {Side} who sits below */
    this.view = "black";
    /** @type {"points" | "nb" | "none"} */
    this.numbers = "points";
    /** @type {Language | ""} */
    this.language = "";
    this.letters = false;
    this.confirmMoves = false;
    this.entry = false;
    this.still = false;
    /** @type {((board: any) => unknown) | null} what a page draws over it, in its measures */
    this.overlay = null;
    this.most = 6;
    /** @type {number | null} milliseconds left to the player */
    this.clock = null;
    /** @type {Move | null} the move made, until the position says so too */
    this.done = null;
    this.announced = "";
    this.sent = false;
    /** The graph that the turn began with. @type {MoveGraph | null} */
    this.taken = null;
  }

  /** @returns {Side} */
  get side() {
    return this.graph?.side ?? this.position?.turn ?? "black";
  }

  /** @returns {Language} */
  get spoken() {
    const tag = this.language || this.closest("[lang]")?.getAttribute("lang") || "en";
    return tag.startsWith("es") ? "es" : "en";
  }

  /** A graph that has come and is not drawn yet is taken up at once. @returns {Move[]} */
  get moves() {
    if (this.taken !== this.graph) this.performUpdate();
    return this.still || this.done || !this.graph ? [] : this.graph.nodes[0].steps;
  }

  get marbles() {
    const node = this.done && this.graph?.nodes[this.done.next];
    return readRows(node?.position ?? this.graph?.nodes[0].position ?? this.position?.position ?? EMPTY);
  }

  /** @returns {Record<Side, number>} */
  get lost() {
    const { white = 0, black = 0 } = this.position?.lost ?? {};
    const one = this.done?.ejects ? 1 : 0;
    return this.side === "black" ? { white: white + one, black } : { white, black: black + one };
  }

  get targets() {
    return targets(this.moves, this.selection);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("graph")) {
      this.taken = this.graph;
      this.done = null;
      this.sent = false;
      if (!changed.has("selection")) this.selection = [];
    }
    if (changed.has("lastMove") && this.lastMove) {
      const { side } = this.lastMove;
      this.announced = this.say("say.moved", { side: this.say(`side.${side}`), move: arrowName(this.spoken, this.lastMove) });
    }
    if (changed.has("showThreats") && this.showThreats && this.threats) {
      this.announced = this.say("say.threats", { count: this.threats.black.length + this.threats.white.length });
    }
  }

  /** @param {WordKey} key @param {Record<string, string | number>} [facts] */
  say(key, facts) {
    return say(this.spoken, key, facts);
  }

  /** @param {string} name @param {object} [detail] */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @param {string[]} cells */
  select(cells) {
    this.selection = cells;
    this.tell("select", { cells });
    if (!cells.length) {
      this.announced = this.say("say.unselected");
      return true;
    }
    const ways = movesOf(this.moves, cells).map((move) => this.say(/** @type {WordKey} */ (`way.${move.direction}`)));
    this.announced = ways.length || cells.length > 1
      ? this.say("say.selected", { count: cells.length, ways: listed(this.spoken, ways) || "–" })
      : `${cells[0].toUpperCase()}: ${this.say("say.stuck")}`;
    return true;
  }

  /**
   * Two taps: a marble, then the cell where it arrives; both ends choose a group.
   * @param {string} cell @returns {boolean}
   */
  tap(cell) {
    if (!this.moves.length) return false;
    const own = this.marbles.get(cell) === this.side;
    const { selection } = this;
    if (!selection.length) return own ? this.select([cell]) : this.marbles.has(cell) && this.notYours(cell);
    if (selection.includes(cell)) return this.select(selection.length === 1 ? [] : [cell]);
    if (own) return this.select(group(this.marbles, this.side, selection[0], cell) ?? [cell]);
    const move = selection.length === 1 ? moveTo(this.moves, selection[0], cell) : groupTo(this.moves, selection, cell);
    if (move) return this.make(move);
    const pushed = this.marbles.has(cell) && DIRECTIONS.find((one) => selection.some((from) => beyond(from, one) === cell));
    return pushed ? this.refuse(selection, pushed) : this.select([]);
  }

  /** Somebody has taken hold of a marble of the other side. @param {string} cell @returns {boolean} */
  notYours(cell) {
    const text = this.say("say.theirs");
    this.announced = text;
    this.tell("refused", { cells: [cell], direction: "", reason: { en: text, es: text } });
    return true;
  }

  /** The selected group goes that way, or says why not. @param {string} direction @returns {boolean} */
  push(direction) {
    if (!this.selection.length) return false;
    const move = movesOf(this.moves, this.selection).find((one) => one.direction === direction);
    return move ? this.make(move) : this.refuse(this.selection, direction);
  }

  /** @param {string[]} cells @param {string} direction @returns {boolean} */
  refuse(cells, direction) {
    const reason = whyNot(this.graph, cells, direction);
    if (reason) this.announced = capital(reason[this.spoken]);
    this.tell("refused", { cells, direction, reason });
    return true;
  }

  /** @param {Move} move */
  make(move) {
    this.done = move;
    this.selection = [];
    const side = this.say(`side.${this.side}`);
    this.announced = this.say("say.moved", { side, move: arrowName(this.spoken, move) });
    this.tell("change", { play: move.word, complete: true, move });
    if (!this.confirmMoves) this.confirm();
    return true;
  }

  confirm() {
    if (!this.done || this.sent) return false;
    this.sent = true;
    this.tell("play", { play: this.done.word, move: this.done });
    return true;
  }

  undo() {
    if (!this.done || this.sent) return false;
    const { word } = this.done;
    this.done = null;
    this.announced = this.say("say.undone", { step: word });
    this.tell("undo", { play: "" });
    this.tell("change", { play: "", complete: false });
    return true;
  }

  /** A move in Aba-Pro. @param {string} text */
  type(text) {
    const word = text.trim().toLowerCase().replace(/x$/, "");
    const move = this.moves.find((one) => one.word === word);
    if (move) this.make(move);
    else this.announced = this.say("fault.illegal", { text });
    this.tell("typed", move ? { text, move } : { text, fault: "illegal" });
    return Boolean(move);
  }
}
