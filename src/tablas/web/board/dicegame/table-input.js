/** Fingers, mouse and keys over the board: they only ask, the board decides by its graph. */

/** @import {TableBoard} from "./table-board.js" */

import { DRAG } from "../shared/motion.js";
import { neighbour } from "./arrow-keys.js";

const LONG_PRESS = 500;
const HOVER = 350;

/** @typedef {{id: string, index: number, x: number, y: number, reach: number, pointer: number}} Press */

export class TableInput {
  /** @param {TableBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Press | null} */
    this.press = null;
    this.dragging = false;
    this.quiet = false; // the click that ends a drag or a long press means nothing
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {PointerEvent} event */
  down = (event) => {
    const at = whereOf(event);
    this.quiet = false;
    if (event.pointerType !== "mouse") this.board.hideCard();
    if (!at || event.button) return;
    const reach = event.pointerType === "mouse" ? DRAG.mouse : DRAG.touch;
    this.press = { ...at, x: event.clientX, y: event.clientY, reach, pointer: event.pointerId };
    if (event.pointerType !== "mouse") this.later(LONG_PRESS, () => this.longPress(at));
  };

  /** @param {{id: string, index: number}} at */
  longPress(at) {
    this.quiet = true;
    this.board.showCard(at.id, at.index);
  }

  /** @param {PointerEvent} event */
  move = (event) => {
    if (!this.press) return void this.hover(event);
    const { press } = this;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!this.dragging && far >= press.reach) {
      clearTimeout(this.timer);
      this.dragging = this.board.lift(press.id, press.index);
      if (this.dragging) this.board.drawing?.setPointerCapture(press.pointer);
    }
    if (this.dragging) this.board.carry(event.clientX, event.clientY);
  };

  /**
   * A finger that began on a checker that can move drags it and does not scroll the page;
   * touch-action does not reach the parts of a drawing.
   */
  touchMove = {
    passive: false,
    /** @param {TouchEvent} event */
    handleEvent: (event) => {
      const drags = this.press && this.board.canLift(this.press.id, this.press.index);
      if (drags && event.cancelable) event.preventDefault();
    },
  };

  /** @param {PointerEvent} event */
  up = (event) => {
    clearTimeout(this.timer);
    if (this.dragging) {
      this.quiet = true;
      this.board.letGo(event.clientX, event.clientY);
    }
    this.press = null;
    this.dragging = false;
  };

  cancel = () => {
    clearTimeout(this.timer);
    if (this.dragging) this.board.putBack();
    this.press = null;
    this.dragging = false;
  };

  /** @param {MouseEvent} event */
  click = (event) => {
    const act = event.target instanceof Element && event.target.closest("[data-act]");
    if (act instanceof SVGElement) return void this.board.act(act.dataset.act ?? "", Number(act.dataset.die));
    const at = whereOf(event);
    if (at && !this.quiet) this.board.tap(at.id, at.index, event.timeStamp);
    this.quiet = false;
  };

  /** A mouse that rests on a checker shows its card and its targets. @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse") return;
    const at = whereOf(event);
    this.board.look(at?.id ?? null, at?.index ?? -1);
    if (!at || at.index < 0) return void this.later(120, () => this.board.hideCard());
    this.later(HOVER, () => this.board.showCard(at.id, at.index));
  }

  /** A finger that is lifted has not gone away: what it asked for stays to be read. @param {PointerEvent} event */
  leave = (event) => {
    if (this.dragging || event.pointerType !== "mouse") return;
    this.board.look(null, -1);
    this.later(120, () => this.board.hideCard());
  };

  /** @param {number} wait @param {() => void} then */
  later(wait, then) {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, wait);
  }

  /** @param {KeyboardEvent} event */
  key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.pressed(event)) event.preventDefault();
  };

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  pressed(event) {
    const { board } = this;
    const target = /** @type {SVGElement} */ (event.target);
    const { place, act, die } = target.dataset;
    const { key } = event;
    if (key.startsWith("Arrow")) {
      board.focusPlace(place ? neighbour(board.geometry, place, key) : board.focusedPlace);
      return true;
    }
    if (/^[1-6]$/.test(key)) return board.playDie(Number(key));
    switch (key) {
      case "Enter":
        if (act) board.act(act, Number(die));
        else if (place) board.pickOrDrop(place);
        return true;
      case " ":
        if (act === "double" || act === "undo") board.act(act);
        else board.rollOrConfirm();
        return true;
      case "u":
      case "U":
        return board.act("undo");
      case "d":
      case "D":
        return board.act("double");
      case "Escape":
        return board.putBack();
    }
    return false;
  }
}

/** The place, and the checker if one was met. @param {Event} event */
function whereOf(event) {
  if (!(event.target instanceof Element)) return null;
  const place = event.target.closest("[data-place]");
  if (!(place instanceof SVGElement)) return null;
  const stand = event.target.closest("[data-index]");
  const index = stand instanceof SVGElement ? Number(stand.dataset.index) : -1;
  return { id: place.dataset.place ?? "", index };
}
