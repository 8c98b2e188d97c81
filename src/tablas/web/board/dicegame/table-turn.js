/** The board of backgammon and Abak without its looks: properties in, a turn, events out. */

/** @import {Cube, Graph, Language, LastMove, Position, Side, Stacks, Step} from "../shared/types.js" */
/** @import {Turn} from "./turn.js" */
/** @import {Voice} from "./speech.js" */
/** @import {WordKey} from "../shared/words.js" */

import { jsonChanged } from "../shared/json-changed.js";
import { withNames } from "./nb-names.js";
import { placeId, placeNumber } from "./stacks.js";
import { OnceAFrame } from "../shared/once-a-frame.js";
import { pieceName, placeWord, stepSentence } from "./speech.js";
import { bearOffBy, begun, diceOrder, isComplete, nodeOf, playText, played, reachable, sources, stepTo, stepsFrom, swapped, undone } from "./turn.js";
import { typed } from "./typed-play.js";
import { capital, listed, say } from "../shared/words.js";

const CLOCKS = [60_000, 20_000, 10_000];
const DOUBLE_TAP = 350; // milliseconds

/**
 * @typedef {object} DiceGame what tells the board of one dice game from another's
 * @property {string} name
 * @property {boolean} plain whether all checkers are alike, so that their order does not matter
 * @property {string} empty the text of an empty board
 * @property {string} example a play, for who types one
 * @property {(text: string) => Stacks} readStacks
 */

export class TableTurn extends OnceAFrame {
  /** Each game has its own. @type {DiceGame} */
  static game;

  static properties = {
    position: { type: Object, hasChanged: jsonChanged },
    graph: { type: Object },
    dice: { type: Array, hasChanged: jsonChanged },
    cube: { type: Object, hasChanged: jsonChanged },
    forced: { type: Boolean },
    rest: { type: Object, hasChanged: jsonChanged },
    opening: { type: Object, hasChanged: jsonChanged },
    lastMove: { type: Object, attribute: "last-move", hasChanged: jsonChanged },
    view: { type: String },
    mirror: { type: Boolean },
    layout: { type: String },
    fill: { type: Boolean, reflect: true },
    numbers: { type: String },
    notation: { type: String },
    counting: { type: String },
    told: { type: String },
    language: { type: String },
    letters: { type: Boolean, reflect: true },
    arrows: { type: Boolean },
    overlay: { attribute: false },
    guide: { type: Boolean },
    entry: { type: Boolean },
    still: { type: Boolean },
    canRoll: { type: Boolean, attribute: "can-roll" },
    canDouble: { type: Boolean, attribute: "can-double" },
    clock: { type: Number },
    turn: { state: true },
    picked: { state: true },
    announced: { state: true },
  };

  constructor() {
    super();
    /** @type {Position | null} */
    this.position = null;
    /** @type {Graph | null} the legal steps, without one nothing can be moved; a new one begins anew */
    this.graph = null;
    /** @type {number[] | null} what was rolled, where there is no graph that says it */
    this.dice = null;
    this.forced = false; // whether these dice can be played in one way only
    /** @type {Cube | null} */
    this.cube = null;
    /** @type {LastMove | null} */
    this.lastMove = null;
    /** @type {{side: Side, dice: number[]} | null} the dice of the turn before, which lie there until the next roll */
    this.rest = null;
    /** @type {{white: number, black: number} | null} one die of each, before it is known who begins */
    this.opening = null;
    /** @type {Side} who sits below */
    this.view = "white";
    this.mirror = false;
    this.fill = false;
    /** @type {"auto" | "flat" | "compact" | "rotated"} */
    this.layout = "auto";
    /** @type {"points" | "nb" | "none"} */
    this.numbers = "points";
    /** @type {"standard" | "nb"} */
    this.notation = "standard";
    /** @type {"mover" | "view"} from whose side points are numbered */
    this.counting = "mover";
    /** @type {"mover" | "reader"} from whose side a move of the other one is told */
    this.told = "mover";
    /** @type {Language | ""} */
    this.language = "";
    this.letters = false;
    this.arrows = false;
    /** @type {((board: any) => unknown) | null} what a page draws over it, in its measures */
    this.overlay = null;
    this.guide = false;
    this.entry = false;
    this.still = false;
    this.canRoll = false;
    this.canDouble = false;
    /** @type {number | null} milliseconds left to the player */
    this.clock = null;
    /** @type {Turn} */
    this.turn = begun(null);
    /** @type {{id: string, piece: string | null} | null} */
    this.picked = null;
    this.announced = "";
    this.sent = false;
    /** The tap before this one. */
    this.tapped = { id: "", at: -Infinity };
    /** What was read last. @type {{text: string, stacks: Stacks}} */
    this.read = { text: "", stacks: this.game.readStacks("") };
  }

  get game() {
    return /** @type {typeof TableTurn} */ (this.constructor).game;
  }

  /** @returns {Side} who moves */
  get side() {
    return this.graph?.side ?? this.position?.turn ?? "white";
  }

  /** @returns {Language} */
  get spoken() {
    const tag = this.language || this.closest("[lang]")?.getAttribute("lang") || "en";
    return tag.startsWith("es") ? "es" : "en";
  }

  /** @returns {Voice} */
  get voice() {
    const counting = this.counting === "view" ? this.view : this.side;
    const nb = this.notation === "nb" || this.numbers === "nb";
    return { language: this.spoken, plain: this.game.plain, numbers: this.numbers, nb, counting };
  }

  /** @returns {Stacks} what is shown: the turn as far as it is played */
  get stacks() {
    const text = nodeOf(this.turn)?.position ?? this.position?.position ?? this.game.empty;
    if (this.read.text !== text) this.read = { text, stacks: this.game.readStacks(text) };
    return this.read.stacks;
  }

  /** Whether steps can be made. A graph that has come and is not drawn yet is taken up at once. */
  get active() {
    if (this.turn.graph !== this.graph) this.performUpdate();
    return !this.still && !this.sent && this.turn.graph !== null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("graph")) {
      this.turn = begun(this.graph);
      this.picked = null;
      this.sent = false;
      if (this.graph) this.tellRoll(this.graph.dice);
    }
    if (changed.has("dice") && this.dice && !this.graph) this.tellRoll(this.dice);
    if (changed.has("lastMove") && this.lastMove) this.tellLastMove(this.lastMove);
    if (changed.has("clock")) this.tellClock(/** @type {number | null} */ (changed.get("clock") ?? null));
  }

  /** @param {number[]} dice */
  tellRoll([high, low]) {
    const rolled = this.say("say.rolled", { side: this.say(`side.${this.side}`), high, low });
    const stuck = this.turn.graph && !nodeOf(this.turn)?.steps.length;
    this.announced = stuck ? `${rolled}. ${this.say("say.pass")}` : this.forced ? `${rolled}. ${this.say("forced")}` : rolled;
  }

  /** @param {LastMove} move */
  tellLastMove({ side, steps }) {
    const voice = { ...this.voice, counting: this.told === "reader" ? this.view : side };
    const spoken = steps.map((step) => stepSentence(voice, step, side)).join("; ") || this.say("say.pass");
    const line = this.say("say.played", { side: this.say(`side.${side}`), steps: spoken });
    const rolled = this.graph || this.dice;
    this.announced = rolled ? `${line}. ${this.announced}` : line;
  }

  /** @param {number | null} before */
  tellClock(before) {
    const { clock } = this;
    if (clock === null || before === null) return;
    const passed = CLOCKS.find((mark) => before >= mark && clock < mark);
    if (passed) this.announced = this.say("say.clock", { seconds: passed / 1000 });
  }

  /** @param {WordKey} key @param {Record<string, string | number>} [facts] */
  say(key, facts) {
    return say(this.spoken, key, facts);
  }

  /** @param {string} name @param {object} [detail] */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Steps are made at once; what glides only shows it. @param {Step[]} steps */
  make(steps) {
    if (!this.active || !steps.length) return false;
    this.turn = played(this.turn, steps);
    this.picked = null;
    const sentence = steps.map((step) => stepSentence(this.voice, step, this.side)).join("; ");
    this.announced = isComplete(this.turn) ? `${sentence}. ${this.say("say.complete")}` : sentence;
    this.tell("change", this.standing());
    return true;
  }

  standing() {
    return { play: playText(this.turn), complete: isComplete(this.turn), steps: this.turn.path };
  }

  /**
   * A tap: a checker plays the first die, a destination brings somebody there. `at` is when the
   * finger came down: a busy device may hear of it much later.
   * @param {string} id @param {number} index @param {number} [at] @returns {boolean}
   */
  tap(id, index, at = performance.now()) {
    const place = placeNumber(id, this.side);
    if (this.goesHome(id, at)) return true;
    if (!this.active || place === null) return this.refuse(id, index);
    if (this.picked && this.picked.id !== id && this.drop(id)) return true;
    const [step] = stepsFrom(this.turn, place, this.pieceAt(id, index));
    const meant = step ?? stepTo(this.turn, place);
    return meant ? this.make([meant]) : this.refuse(id, index);
  }

  /**
   * The second tap on a place: whoever has just left it goes on and off the board, if it can.
   * @param {string} id @param {number} at
   */
  goesHome(id, at) {
    const { tapped } = this;
    this.tapped = { id, at };
    const last = this.turn.path.at(-1);
    const twice = tapped.id === id && at - tapped.at < DOUBLE_TAP;
    if (!twice || !this.active || !last?.target || placeId(last.source, this.side) !== id) return false;
    const way = reachable(this.turn, last.target, last.piece).get(0);
    return way ? this.make(way) : false;
  }

  /** On the bar the class counts, elsewhere only the top reacts. @param {string} id @param {number} index */
  pieceAt(id, index) {
    if (!id.startsWith("bar") || index < 0) return null;
    const letter = this.stacks.bar[this.side][index]?.toUpperCase();
    const waits = letter && stepsFrom(this.turn, 25, letter).length;
    return waits ? letter : null;
  }

  /** Say why not; the looks show the card. @param {string} id @param {number} index @returns {boolean} */
  refuse(id, index) {
    void id;
    void index;
    return false;
  }

  /** Enter: pick a checker up, or put it where it may go. @param {string} id @returns {boolean} */
  pickOrDrop(id) {
    if (this.picked?.id === id) return this.nextClass(this.picked) || this.putBack();
    if (this.picked) {
      if (!this.drop(id)) this.announced = this.say("say.nowhere");
      return true;
    }
    const place = placeNumber(id, this.side);
    if (!this.active || place === null || !sources(this.turn).has(place)) return this.tap(id, -1);
    const [first] = stepsFrom(this.turn, place).map((step) => step.piece).sort();
    return this.pick(id, first);
  }

  /** @param {string} id @param {string} piece */
  pick(id, piece) {
    this.picked = { id, piece };
    const targets = [...this.targetsOf(id, piece).keys()];
    this.announced = this.say("say.picked", {
      checker: capital(pieceName(this.voice, piece)),
      place: placeWord(this.voice, id),
      targets: listed(this.spoken, targets.map((to) => placeWord(this.voice, to))),
    });
    return true;
  }

  /** On the bar, Enter goes on to the next class that waits. @param {{id: string, piece: string | null}} picked */
  nextClass({ id, piece }) {
    if (!id.startsWith("bar")) return false;
    const pieces = [...new Set(stepsFrom(this.turn, 25).map((step) => step.piece))].sort();
    const next = pieces[pieces.indexOf(piece ?? "") + 1];
    return next ? this.pick(id, next) : false;
  }

  /** @param {string} id where the checker in hand goes */
  drop(id) {
    const way = this.picked && this.targetsOf(this.picked.id, this.picked.piece).get(id);
    return way ? this.make(way) : false;
  }

  putBack() {
    if (!this.picked) return false;
    this.picked = null;
    this.announced = this.say("say.dropped");
    return true;
  }

  /** Where a checker can go, by name. @param {string} id @param {string | null} [piece] @returns {Map<string, Step[]>} */
  targetsOf(id, piece = null) {
    const place = placeNumber(id, this.side);
    if (!this.active || place === null) return new Map();
    const ways = reachable(this.turn, place, piece);
    return new Map([...ways].map(([target, way]) => [placeId(target, this.side), way]));
  }

  /** @param {number} die @param {string} [focus] the place that is looked at */
  playDie(die, focus = "") {
    if (!this.active) return false;
    const steps = nodeOf(this.turn)?.steps.filter((step) => step.die === die) ?? [];
    const place = placeNumber(this.picked?.id ?? focus, this.side);
    const piece = this.picked?.piece ?? null;
    const here = stepsFrom(this.turn, place ?? -1, piece).find((step) => step.die === die);
    if (here) return this.make([here]);
    if (steps.length === 1) return this.make(steps);
    this.announced = this.say(steps.length ? "say.choose" : "say.noDie", { die });
    return true;
  }

  /** A button, or its key. @param {string} name @param {number} [die] the face of the die that was pressed @returns {boolean} */
  act(name, die = 0) {
    switch (name) {
      case "undo":
        return this.undo();
      case "confirm":
        return this.confirm();
      case "dice":
        return isComplete(this.turn) ? this.confirm() : this.bearOff(die) || this.swapDice();
      case "roll":
        return this.rollOrConfirm();
      case "double":
        if (this.canDouble && !this.still) this.tell("double");
        return this.canDouble;
    }
    return false;
  }

  undo() {
    const last = this.turn.path.at(-1);
    if (!this.active || !last) return false;
    this.turn = undone(this.turn);
    this.picked = null;
    this.announced = this.say("say.undone", { step: stepSentence(this.voice, last, this.side) });
    this.tell("undo", this.standing());
    this.tell("change", this.standing());
    return true;
  }

  /** @param {number} die */
  bearOff(die) {
    const step = this.active ? bearOffBy(this.turn, die) : null;
    return step ? this.make([step]) : false;
  }

  swapDice() {
    if (!this.active) return false;
    this.turn = swapped(this.turn);
    this.announced = this.say("say.first", { die: diceOrder(this.turn)[0] });
    return true;
  }

  confirm() {
    if (!this.active || !isComplete(this.turn)) return false;
    this.sent = true;
    this.tell("play", this.standing());
    this.requestUpdate();
    return true;
  }

  rollOrConfirm() {
    if (this.turn.graph) return this.confirm();
    if (this.canRoll && !this.still) this.tell("roll");
    return this.canRoll;
  }

  /**
   * A play, or a part of it, in notation. Tells `typed` with what became of it.
   * @param {string} text
   */
  type(text) {
    const reading = this.active ? typed(this.turn, text, !this.game.plain) : { fault: /** @type {const} */ ("illegal") };
    if ("steps" in reading) {
      if (reading.steps.length) this.make(reading.steps);
    } else {
      const { example } = this.game;
      this.announced = this.say(`fault.${reading.fault}`, { text, example: this.notation === "nb" ? withNames(example, this.side) : example });
    }
    this.tell("typed", { text, ...reading });
    return "steps" in reading;
  }
}
