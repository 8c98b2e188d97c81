/** `<tablas-abalone>`: position and legal moves in, events out. */

/** @import {HexScene} from "./view.js" */
/** @import {Move} from "./selection.js" */
/** @import {Side} from "../shared/types.js" */

import { html, nothing, svg } from "../../vendor/lit.js";
import { abaloneStyle } from "./style.js";
import { AbaloneTurn } from "./turn.js";
import { cells, formationBands, formationNames, hexArrows, hexGround, marble } from "./view.js";
import { boardStyle } from "../shared/board-style.js";
import { CELLS, MARBLE, RIM, beyond, directionOf, spotOf, vector, walk } from "./hexagon.js";
import { DRAG, TIMES, hover, leave, paced, reducedMotion } from "../shared/motion.js";
import { dragged, group, movesOf } from "./selection.js";
import { otherSide } from "../shared/sides.js";

const WIDE = RIM + 0.08;
const HIGH = 5.02;

/** Six keys around S, as the six directions lie. @type {Record<string, string>} */
const KEYS = { q: "nw", w: "ne", a: "w", d: "e", z: "sw", x: "se" };
/** @type {Record<string, string>} */
const TURNED = { nw: "se", ne: "sw", w: "e", e: "w", sw: "ne", se: "nw" };

export class TablasAbalone extends AbaloneTurn {
  static styles = [boardStyle, abaloneStyle];

  static properties = {
    ...AbaloneTurn.properties,
    focusedCell: { state: true },
    aim: { state: true },
  };

  constructor() {
    super();
    this.focusedCell = "e5";
    /** @type {string | null} */
    this.aim = null;
    /** @type {{cell: string, x: number, y: number, reach: number, pointer: number, dragging: boolean} | null} */
    this.press = null;
    this.quiet = false;
    this.arrowFocused = false;
    this.touchMove = {
      passive: false,
      /** A finger that began on an own marble drags it and does not scroll. @param {TouchEvent} event */
      handleEvent: (event) => {
        if (this.press && event.cancelable) event.preventDefault();
      },
    };
  }

  /** @returns {HexScene} */
  scene() {
    const { threats } = this;
    const last = this.done ?? this.lastMove;
    return {
      marbles: this.marbles,
      lost: this.lost,
      view: this.view,
      language: this.spoken,
      selection: this.selection,
      targets: this.selection.length === 1 ? this.targets : new Map(),
      threats: new Set(this.showThreats && threats && !this.done ? [...threats.black, ...threats.white] : []),
      formations: this.formationsShown(),
      arrows: movesOf(this.moves, this.selection.length > 1 ? this.selection : []),
      aim: this.aim,
      last: new Set(last ? [...last.cells, ...last.targets] : []),
      focus: this.focusedCell,
      names: this.numbers !== "none",
      letters: this.letters,
      most: this.most,
    };
  }

  /** Those that were asked for; what faces each other is one formation of both sides. */
  formationsShown() {
    const known = new Set();
    return this.formations.filter(({ key, cells }) => {
      const name = `${key} ${cells.toSorted().join(" ")}`;
      const fresh = this.shownFormations.includes(key) && !known.has(name);
      known.add(name);
      return fresh;
    });
  }

  render() {
    const scene = this.scene();
    return html`<svg viewBox="${-WIDE} ${-HIGH} ${2 * WIDE} ${2 * HIGH}" role="group" aria-label=${this.say("board.abalone")}
        @pointerdown=${this.down} @pointermove=${this.move} @pointerup=${this.up} @pointercancel=${this.cancel}
        @touchmove=${this.touchMove}
        @click=${this.clicked} @keydown=${this.key} @focusin=${this.focused}>
      ${hexGround(scene)} ${formationBands(scene)} ${cells(scene)} ${formationNames(scene)} ${hexArrows(scene)}
      ${this.overlay?.(this) ?? nothing}
      <g class="flights gliding" aria-hidden="true"></g><g class="flights" aria-hidden="true">${this.flown()}</g>
    </svg>
    ${this.entry ? this.entryView() : nothing}
    <slot></slot>
    <div class="unseen" role="status">${this.announced}</div>`;
  }

  /** The way of the marbles of a move. @param {import("./selection.js").Move} move */
  lines({ cells: from, targets }) {
    return from.map((cell, i) => [spotOf(cell, this.view), spotOf(targets[i], this.view)]);
  }

  /** The marble that has just left the board; it flies on and fades. */
  flown() {
    const last = this.done ?? this.lastMove;
    if (!last?.ejects || reducedMotion()) return nothing;
    const { x, y } = spotOf(last.pushed[last.pushed.length - 1], this.view);
    const side = "side" in last ? /** @type {Side} */ (last.side) : this.side;
    return svg`<g transform="translate(${x} ${y})"><g class="gone" opacity="0">${marble(otherSide(side), MARBLE, this.letters)}</g></g>`;
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
    if (changed.has("done") && this.done) this.show(this.done);
    else if (changed.has("lastMove") && this.lastMove && changed.get("lastMove") !== undefined) this.show(this.lastMove);
    // An arrow that was pressed is gone; the board keeps the keyboard.
    if (this.arrowFocused && !this.shadowRoot?.activeElement) this.focusCell(this.focusedCell);
    this.arrowFocused = false;
  }

  /** Glide everything that the move has moved, in a layer above all cells. @param {Move} move */
  show(move) {
    const time = paced(TIMES.push, this.clock);
    const way = vector(move.direction, this.view);
    const layer = this.renderRoot.querySelector(".gliding");
    const moved = [...move.targets, ...move.pushed.map((cell) => beyond(cell, move.direction))];
    layer?.replaceChildren();
    const marbles = moved.flatMap((cell) => {
      const original = this.renderRoot.querySelector(`[data-cell="${cell}"] .mover`);
      return cell && original instanceof SVGElement ? [{ original, spot: spotOf(cell, this.view) }] : [];
    });
    if (layer && time && marbles.length) hover(layer, marbles, way, time);
    leave(this.renderRoot.querySelector(".gone"), { x: way.x * 1.4, y: way.y * 1.4 }, paced(TIMES.ejection, this.clock));
  }

  /** @param {PointerEvent} event */
  down(event) {
    const cell = cellOf(event);
    this.quiet = false;
    if (!cell || event.button || this.marbles.get(cell) !== this.side || !this.moves.length) return;
    const reach = event.pointerType === "mouse" ? DRAG.mouse : DRAG.touch;
    this.press = { cell, x: event.clientX, y: event.clientY, reach, pointer: event.pointerId, dragging: false };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press } = this;
    if (!press) return;
    const way = { x: event.clientX - press.x, y: event.clientY - press.y };
    if (!press.dragging && Math.hypot(way.x, way.y) < press.reach) return;
    if (!press.dragging) {
      press.dragging = true;
      /** @type {SVGSVGElement | null} */ (this.renderRoot.querySelector("svg"))?.setPointerCapture(press.pointer);
      if (!this.selection.includes(press.cell)) this.selection = [press.cell];
    }
    this.aim = directionOf(way, this.view);
  }

  /** A swipe over own marbles selects them; a drag along a line moves or pushes. @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    this.press = null;
    this.aim = null;
    if (!press?.dragging) return;
    this.quiet = true;
    const end = this.cellAt(event.clientX, event.clientY);
    const row = end && end !== press.cell && this.selection.length === 1 ? group(this.marbles, this.side, press.cell, end) : null;
    if (row) return void this.select(row);
    const direction = directionOf({ x: event.clientX - press.x, y: event.clientY - press.y }, this.view);
    const meant = dragged(this.moves, this.selection, press.cell, direction);
    if (meant) this.make(meant);
    else this.refuse(this.selection, direction);
  }

  cancel() {
    this.press = null;
    this.aim = null;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.quiet) {
      this.quiet = false;
      return;
    }
    const arrow = event.target instanceof Element && event.target.closest("[data-way]");
    if (arrow instanceof SVGElement) return void this.push(arrow.dataset.way ?? "");
    const cell = cellOf(event);
    if (cell) this.tap(cell);
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const { cell } = /** @type {SVGElement} */ (event.target).dataset;
    if (cell) this.focusedCell = cell;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { cell, way } = /** @type {SVGElement} */ (event.target).dataset;
    if (this.pressed(event.key, cell ?? "", way ?? "")) event.preventDefault();
  }

  /** @param {string} key @param {string} cell @param {string} way @returns {boolean} */
  pressed(key, cell, way) {
    this.arrowFocused = way !== "";
    if (key.startsWith("Arrow")) return this.focusCell(cell ? walk(cell, key, this.view) : this.focusedCell);
    const direction = KEYS[key.toLowerCase()];
    if (direction) return this.push(this.view === "black" ? direction : TURNED[direction]);
    switch (key) {
      case "Enter":
        if (way) this.push(way);
        else this.tap(cell);
        return true;
      case " ":
        if (way) this.push(way);
        else if (!this.confirm()) this.tap(cell);
        return true;
      case "u":
      case "U":
        return this.undo();
      case "Escape":
        return this.selection.length > 0 && this.select([]);
    }
    return false;
  }

  /** @param {string} cell */
  focusCell(cell) {
    this.focusedCell = cell;
    const place = this.renderRoot.querySelector(`[data-cell="${cell}"]`);
    if (place instanceof SVGElement) place.focus({ preventScroll: true });
    return true;
  }

  /** @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    const matrix = /** @type {SVGSVGElement | null} */ (this.renderRoot.querySelector("svg"))?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return CELLS.find((cell) => Math.hypot(spotOf(cell, this.view).x - x, spotOf(cell, this.view).y - y) < 0.5) ?? null;
  }
}

/** @param {Event} event */
function cellOf(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  return cell instanceof SVGElement ? (cell.dataset.cell ?? null) : null;
}

customElements.define("tablas-abalone", TablasAbalone);
