/** The board of backgammon and Abak: one drawing of the turn, fingers and keys, cards, glides. */

/** @import {Shape} from "./geometry.js" */
/** @import {Scene} from "./table-view.js" */
/** @import {Cube, Stacks} from "../shared/types.js" */
/** @import {WordKey} from "../shared/words.js" */

import { html, nothing, svg } from "../../vendor/lit.js";
import { boardStyle } from "../shared/board-style.js";
import { cardOf, cardSpot, cardText, cardView } from "./checker-card.js";
import { checker } from "./checker.js";
import { Geometry, RADIUS } from "./geometry.js";
import { TIMES, glide, paced, reducedMotion, tumble } from "../shared/motion.js";
import { lettersAt, placeId, placeNumber } from "./stacks.js";
import { fly, flights } from "./table-flights.js";
import { TableInput } from "./table-input.js";
import { middleView } from "./table-middle.js";
import { diceStyle, tableStyle } from "./table-style.js";
import { TableTurn } from "./table-turn.js";
import { arrows, ghosts, ground, places } from "./table-view.js";
import { diceAtRest, marks, openingDice, plate } from "./table-rest.js";
import { nodeOf, sources } from "./turn.js";
import { allPlaces } from "./arrow-keys.js";

const NARROW = 560; // px: below that, a portrait phone turns the board

export class TableBoard extends TableTurn {
  static styles = [boardStyle, tableStyle, diceStyle];

  static properties = {
    ...TableTurn.properties,
    shape: { state: true },
    aspect: { state: true },
    looked: { state: true },
    lifted: { state: true },
    card: { state: true },
    focusedPlace: { state: true },
  };

  constructor() {
    super();
    /** @type {Shape} */
    this.shape = "flat";
    this.aspect = 0; // height by width of the room, where the board fills it
    /** @type {{id: string, piece: string | null} | null} the checker under the mouse */
    this.looked = null;
    /** @type {{id: string, index: number} | null} */
    this.lifted = null;
    /** Where the finger is. @type {import("../shared/types.js").Spot} */
    this.carried = { x: 0, y: 0 };
    /** @type {{id: string, index: number} | null} */
    this.card = null;
    this.focusedPlace = "p24";
    this.buttonFocused = false;
    this.input = new TableInput(this);
    /** @type {Stacks | null} what was shown last, where glides begin */
    this.shown = null;
    this.resized = new ResizeObserver(() => this.fit());
  }

  connectedCallback() {
    super.connectedCallback();
    this.resized.observe(this);
    this.fit();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  /** @returns {SVGSVGElement | null | undefined} */
  get drawing() {
    return this.renderRoot?.querySelector("svg");
  }

  get geometry() {
    return new Geometry(this.shape, this.view, this.mirror, this.aspect);
  }

  /** Choose the shape for the room there is. */
  fit() {
    const narrow = this.clientWidth > 0 && this.clientWidth < NARROW;
    const upright = window.innerHeight > window.innerWidth;
    this.shape = this.layout === "auto" ? (narrow && upright ? "rotated" : "flat") : this.layout;
    this.dataset.shape = this.shape;
    this.aspect = this.fill && this.shape === "rotated" ? this.clientHeight / this.clientWidth : 0;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("layout") || changed.has("fill")) this.fit();
    if (changed.has("graph") || changed.has("position")) this.card = null;
  }

  /** @returns {Scene} */
  scene() {
    const hand = this.picked ?? (this.lifted ? { id: this.lifted.id, piece: this.pieceAt(this.lifted.id, this.lifted.index) } : this.looked);
    const steps = this.active ? (nodeOf(this.turn)?.steps ?? []) : [];
    return {
      geometry: this.geometry,
      voice: this.voice,
      stacks: this.stacks,
      side: this.side,
      letters: this.letters,
      guide: this.guide,
      movable: new Set(this.active ? [...sources(this.turn)].map((place) => placeId(place, this.side)) : []),
      barPieces: new Set(steps.filter((step) => step.source === 25).map((step) => step.piece)),
      targets: hand ? this.targetsOf(hand.id, hand.piece) : new Map(),
      picked: this.picked?.id ?? null,
      pickedPiece: this.picked?.piece ?? null,
      focus: this.focusedPlace,
      lifted: this.lifted,
      described: this.card?.id ?? null,
    };
  }

  render() {
    const scene = this.scene();
    const { geometry } = scene;
    const { input } = this;
    const dice = this.graph?.dice ?? this.dice;
    const move = this.lastMove;
    return html`<svg viewBox="0 0 ${geometry.width} ${geometry.height}" role="group"
        aria-label=${this.say(/** @type {WordKey} */ (`board.${this.game.name}`))}
        @pointerdown=${input.down} @pointermove=${input.move} @pointerup=${input.up}
        @touchmove=${input.touchMove} @pointercancel=${input.cancel} @pointerleave=${input.leave} @click=${input.click}
        @keydown=${input.key} @focusin=${this.focused} @focusout=${this.hideCard}
        @contextmenu=${hush}>
      <defs><marker id="arrowhead" viewBox="0 0 4 4" refX="2.4" refY="2" markerWidth="4" markerHeight="4" orient="auto">
        <path d="M0 0 L4 2 L0 4Z" fill="#fff" stroke="#000" stroke-width="0.4"></path></marker></defs>
      ${ground(scene)} ${places(scene)} ${ghosts(scene)}
      ${move && (this.arrows || reducedMotion()) ? arrows(geometry, move.side, move.steps) : nothing}
      ${this.restView(scene, dice)} ${this.overlay?.(this) ?? nothing}
      ${middleView({ geometry, language: this.spoken, turn: this.turn, side: this.side, dice, cube: this.cube, active: this.active, canRoll: this.canRoll, canDouble: this.canDouble && !this.still })}
      <g class="flights" aria-hidden="true"></g>
      ${this.lifted ? this.hand(this.lifted, scene.stacks) : nothing}
    </svg>
    ${this.cardBox(scene)} ${this.entry ? this.entryView() : nothing}
    <slot></slot>
    <div class="unseen" role="status">${this.announced}</div>`;
  }

  /** The way of each checker of a play. @param {import("../shared/types.js").LastMove} move */
  lines({ side, steps }) {
    const spot = (/** @type {number} */ place) => this.geometry.spot(placeId(place, side), 1, 3);
    return steps.map(({ source, target }) => [spot(source), spot(target)]);
  }

  /** What is left of the turn before, and what cannot be done in this one. @param {Scene} scene @param {number[] | null} dice */
  restView({ geometry, stacks }, dice) {
    const { lastMove: move, spoken } = this;
    const begun = this.turn.path.length > 0;
    const stuck = this.turn.graph && !begun && !nodeOf(this.turn)?.steps.length;
    const danced = move && !move.steps.length && !dice ? move.side : null;
    const side = stuck ? this.side : danced;
    const forced = this.forced && dice && !begun && !side;
    return svg`${move && !begun ? marks(geometry, stacks, move) : nothing}
      ${this.opening ? openingDice(geometry, spoken, this.opening) : nothing}
      ${this.rest && !dice && !this.opening ? diceAtRest(geometry, spoken, this.rest.side, this.rest.dice) : nothing}
      ${side ? plate(geometry, side, this.say("dance")) : forced ? plate(geometry, this.side, this.say("forced")) : nothing}`;
  }

  /** The checker under the finger; carry() moves it. @param {{id: string, index: number}} lifted @param {Stacks} stacks */
  hand({ id, index }, stacks) {
    const letter = lettersAt(stacks, id)[index];
    return svg`<g class="hand" aria-hidden="true">${letter ? checker(letter, this.side, { radius: RADIUS * 1.12, movable: true, letters: this.letters }) : nothing}</g>`;
  }

  /** @param {Scene} scene */
  cardBox(scene) {
    const card = this.card && cardOf(scene.voice, scene.stacks, this.turn, this.card.id, this.card.index);
    return card ? html`<div class="card" id="card" role="tooltip">${cardView(scene.voice, card)}</div>` : nothing;
  }

  entryView() {
    /** @param {SubmitEvent} event */
    const submitted = (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (this.renderRoot.querySelector("input"));
      if (this.type(field.value)) field.value = "";
    };
    const label = this.say("typed.label");
    return html`<form @submit=${submitted}>
      <input aria-label=${label} placeholder=${label} autocomplete="off" autocapitalize="off" spellcheck="false" />
      <button>${this.say("typed.go")}</button>
    </form>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    this.placeCard();
    if (this.lifted) this.placeHand();
    // A button that was pressed may be gone; the board keeps the keyboard.
    // Only a focus that went with its button comes back: who has gone on by Tab is not fetched.
    const lost = document.activeElement === document.body;
    if (this.buttonFocused && lost) this.focusPlace(this.focusedPlace);
    const { stacks } = this;
    if (this.shown) this.flyOver(changed, this.shown, stacks);
    this.shown = stacks;
    const rolled = (changed.has("graph") && this.graph) || (changed.has("dice") && this.dice) || (changed.has("opening") && this.opening);
    if (rolled) this.rollDice();
    if (changed.has("cube")) this.turnCube(/** @type {Cube | null | undefined} */ (changed.get("cube")));
  }

  /** The cube goes over to its new owner. @param {Cube | null | undefined} before */
  turnCube(before) {
    if (!before || !this.cube || before.owner === this.cube.owner) return;
    const { geometry } = this;
    const mover = this.renderRoot.querySelector(".cube")?.closest(".mover");
    glide(mover, geometry.cube(before.owner), geometry.cube(this.cube.owner), paced(TIMES.cube, this.clock));
  }

  /** @param {Map<string, unknown>} changed @param {Stacks} before @param {Stacks} after */
  flyOver(changed, before, after) {
    const { geometry } = this;
    const was = /** @type {import("./turn.js").Turn | undefined} */ (changed.get("turn"));
    if (changed.has("turn") && was?.graph === this.turn.graph && was?.graph) {
      const [old, now] = [was.path, this.turn.path];
      // Undone steps fly back the way they came, without hitting anybody.
      const steps = now.length > old.length
        ? now.slice(old.length)
        : old.slice(now.length).reverse().map((step) => ({ source: step.target, target: step.source, effect: "plain" }));
      fly(this.renderRoot, flights(geometry, steps, this.side, before, after), this.clock);
    } else if (changed.has("lastMove") && this.lastMove && JSON.stringify(before) !== JSON.stringify(after)) {
      // A move that was shown already, our own, does not fly again.
      const { side, steps } = this.lastMove;
      fly(this.renderRoot, flights(geometry, steps, side, before, after), this.clock);
    }
  }

  rollDice() {
    const time = paced(TIMES.dice, this.clock);
    this.renderRoot.querySelectorAll(".die").forEach((die, i) => tumble(die, time, i % 2 ? -200 : 160));
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const { place, act } = /** @type {SVGElement} */ (event.target).dataset;
    this.buttonFocused = act !== undefined;
    if (!place) return;
    this.focusedPlace = place;
    const seen = !this.hasAttribute("quiet") && /** @type {SVGElement} */ (event.target).matches(":focus-visible");
    if (seen) this.showCard(place, lettersAt(this.stacks, place).length - 1);
  }

  /** @param {string} id */
  focusPlace(id) {
    this.focusedPlace = id;
    const place = this.renderRoot.querySelector(`[data-place="${id}"]`);
    if (place instanceof SVGElement) place.focus({ preventScroll: true });
    return true;
  }

  /** @param {number} die */
  playDie(die) {
    return super.playDie(die, this.focusedPlace);
  }

  /** The mouse rests on a checker: light up where it may go. @param {string | null} id @param {number} index */
  look(id, index) {
    const top = id !== null && index >= 0 && (id.startsWith("bar") || index === lettersAt(this.stacks, id).length - 1);
    if (!top || id === null) {
      if (this.looked) this.looked = null;
    } else if (this.looked?.id !== id) {
      this.looked = { id, piece: this.pieceAt(id, index) };
    }
  }

  /** A finger takes a checker along, if it may go anywhere. @param {string} id @param {number} index */
  lift(id, index) {
    if (!this.canLift(id, index)) return false;
    this.hideCard();
    this.picked = null;
    this.lifted = { id, index: this.heldIndex(id, index) };
    return true;
  }

  /** @param {string} id @param {number} index */
  canLift(id, index) {
    return this.targetsOf(id, this.pieceAt(id, this.heldIndex(id, index))).size > 0;
  }

  /** On the bar the one that was touched, elsewhere the top. @param {string} id @param {number} index */
  heldIndex(id, index) {
    return id.startsWith("bar") && index >= 0 ? index : lettersAt(this.stacks, id).length - 1;
  }

  /** @param {number} clientX @param {number} clientY */
  carry(clientX, clientY) {
    this.carried = this.toBoard(clientX, clientY);
    this.placeHand();
  }

  placeHand() {
    const { x, y } = this.carried;
    this.renderRoot.querySelector(".hand")?.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** @param {number} clientX @param {number} clientY */
  letGo(clientX, clientY) {
    const { lifted } = this;
    if (!lifted) return;
    const spot = this.toBoard(clientX, clientY);
    const targets = this.targetsOf(lifted.id, this.pieceAt(lifted.id, lifted.index));
    const id = allPlaces(this.view).find((place) => inside(this.geometry.target(place), spot));
    const way = id ? targets.get(id) : undefined;
    this.lifted = null;
    this.looked = null;
    if (way) this.make(way);
    else if (id && id !== lifted.id) this.refuse(lifted.id, lifted.index); // a drop that is not allowed says why
  }

  putBack() {
    const hid = this.card !== null || this.lifted !== null;
    this.card = null;
    this.lifted = null;
    return super.putBack() || hid;
  }

  /** @param {string} id @param {number} index @returns {boolean} */
  refuse(id, index) {
    const letters = lettersAt(this.stacks, id);
    const which = index >= 0 ? index : letters.length - 1;
    const card = cardOf(this.voice, this.stacks, this.turn, id, which);
    if (card && this.turn.graph && placeNumber(id, this.side) !== null) this.announced = cardText(card);
    this.showCard(id, which);
    return false;
  }

  /** @param {string} id @param {number} index */
  showCard(id, index) {
    const { length } = lettersAt(this.stacks, id);
    this.card = length && !id.startsWith("off") ? { id, index: index < 0 ? length - 1 : index } : null;
  }

  hideCard() {
    if (this.card) this.card = null;
  }

  /** Beside the checker, where it hides the fewest of its targets. */
  placeCard() {
    const box = /** @type {HTMLElement | null} */ (this.card && this.renderRoot.querySelector(".card"));
    const matrix = box && this.drawing?.getScreenCTM(); // dear: the browser lays everything out for it
    if (!box || !this.card || !matrix) return;
    const { id, index } = this.card;
    const host = this.getBoundingClientRect();
    /** @param {{x: number, y: number}} spot */
    const onPage = ({ x, y }) => ({ x: x * matrix.a + matrix.e - host.x, y: y * matrix.d + matrix.f - host.y });
    const at = onPage(this.geometry.spot(id, index, lettersAt(this.stacks, id).length));
    const scene = this.scene();
    /** @param {string} place */
    const topOf = (place) => {
      const count = lettersAt(scene.stacks, place).length;
      return onPage(scene.geometry.spot(place, Math.max(0, count - 1), Math.max(1, count)));
    };
    const targets = [...scene.targets.keys()].map(topOf);
    const movable = [...scene.movable].filter((place) => place !== id).map(topOf);
    const room = { width: host.width, height: this.drawing?.clientHeight ?? host.height };
    const { left, top } = cardSpot(at, targets, movable, matrix.a, { width: box.offsetWidth, height: box.offsetHeight }, room);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  }

  /** @param {number} clientX @param {number} clientY */
  toBoard(clientX, clientY) {
    const { drawing } = this;
    const matrix = drawing?.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    return new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }
}

/** @param {import("../shared/types.js").Box} box @param {{x: number, y: number}} spot */
const inside = (box, { x, y }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** A long press shows the card, not the browser's menu. @param {Event} event */
const hush = (event) => event.preventDefault();
