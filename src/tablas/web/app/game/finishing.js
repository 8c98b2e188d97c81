/** Turns in which nothing is to be decided play themselves, for whoever wants it; it is asked once. */

import { hopTime } from "../../board/shared/motion.js";
import { html } from "../../vendor/lit.js";
import { SPEEDS, choose, settings } from "../settings.js";
import { t } from "../words.js";
import { noteQuestion, unlessDoubleTap } from "./double_tap.js";
import { obviousPlay } from "./obvious.js";

/** @import {Graph, Step} from "../../board/shared/types.js" */

const PAUSES = { read: 450, between: 150, settle: 350 }; // milliseconds at usual speed

/** Looks at each new turn of mine; `changed` is called when there is something to ask. */
export class Finishing {
  /** @param {() => any} board the element @param {() => void} changed */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    /** The turn that was looked at. @type {Graph | null} */
    this.graph = null;
    /** @type {Step[] | null} */
    this.steps = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether it waits for an answer. */
  get asks() {
    return this.steps !== null && settings().finish === "ask";
  }

  /** @param {Graph | null} graph of my turn */
  look(graph) {
    if (graph === this.graph) return;
    clearTimeout(this.timer);
    this.graph = graph;
    const game = this.board()?.game; // a dice game's board; others have nothing of the kind
    this.steps = graph && game && settings().finish !== "never" ? obviousPlay(graph, game.readStacks) : null;
    if (!this.steps) return;
    if (this.asks) this.changed();
    else this.begin();
  }

  /** A readable pause after the roll, each movement, then the turn is committed. */
  begin() {
    this.later(PAUSES.read, () => this.go(0));
  }

  /** @param {number} made */
  go(made) {
    const [board, step] = [this.board(), this.steps?.[made]];
    // Whoever has put a hand to it goes on alone.
    if (!board?.active || board.graph !== this.graph || board.turn.path.length !== made) return;
    if (!step) return void board.confirm();
    board.make([step]);
    const last = made + 1 === this.steps?.length;
    this.later(hopTime(step.source - step.target) + (last ? PAUSES.settle : PAUSES.between), () => this.go(made + 1));
  }

  /** @param {number} time @param {() => void} then */
  later(time, then) {
    const speed = SPEEDS[settings().speed] ?? 1;
    this.timer = setTimeout(then, speed ? time / speed : 0);
  }

  /** @param {"auto" | "never"} finish */
  answer(finish) {
    choose({ finish });
    if (finish === "auto") this.begin();
    else this.steps = null;
    this.changed();
  }

  /** The card on the board. */
  view() {
    noteQuestion("finish");
    return html`<section class="ask" role="group" aria-labelledby="ask-title">
      <h2 id="ask-title">${t("Nothing to decide here")}</h2>
      <p>${t("Shall forced moves, and bearing off without contact, be played by themselves? The settings change it.")}</p>
      <div class="actions">
        <button class="left" @click=${unlessDoubleTap(() => this.answer("never"))}>${t("I play them")}</button>
        <button class="primary" @click=${unlessDoubleTap(() => this.answer("auto"))}>${t("By themselves")}</button>
      </div>
    </section>`;
  }
}
