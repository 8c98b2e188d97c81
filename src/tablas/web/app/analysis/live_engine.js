/** The engine beside an analysis: it looks at what is seen, and keeps what it has said. */

import { kindOf } from "../catalogue.js";
import { engine } from "../coach/engine.js";
import { t } from "../words.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Care, CubeJudged, Judged, Where} from "../coach/engine.js" */
/** @import {Standing} from "./tree.js" */

const WAIT = 250; // milliseconds that somebody must stay: whoever steps through a game asks nothing
const KEPT = 400; // answers

export class LiveEngine {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.on = true;
    /** @type {Care} */
    this.care = "normal";
    this.key = "";
    this.idle = "";
    this.fault = "";
    this.busy = false;
    /** Ends a question about what nobody looks at any more. @type {AbortController | null} */
    this.control = null;
    /** What is known so far. @type {{key: string, judged: any}} */
    this.known = { key: "", judged: null };
    /** @type {Where | null} */
    this.where = null;
    /** @type {Map<string, any>} */
    this.answers = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** What is seen now. @param {GameName} game @param {Standing} standing @param {number[] | null} roll */
  about(game, { position, phase, cube, match, may_double: mayDouble }, roll) {
    const { dice } = kindOf(game);
    this.idle = phase === "over" ? t("The game is over.") : phase === "to-answer" ? t("Take or drop: what it costs stands one step back.") : "";
    const before = dice && !roll;
    if (before && !this.idle && !mayDouble) this.idle = t("Choose dice to see the plays.");
    const { value, owner } = cube ?? {};
    this.where = this.idle ? null : { game, position, dice: roll, ...(cube ? { cube: { value, owner } } : {}), ...(match ? { match } : {}) };
    this.renew();
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.renew();
    this.changed();
  }

  /** @param {Care} care */
  choose(care) {
    this.care = care;
    this.renew();
    this.changed();
  }

  renew() {
    const key = this.where && this.on ? JSON.stringify([this.where, this.care]) : "";
    if (key !== this.key) this.control?.abort();
    this.key = this.where ? JSON.stringify([this.where, this.care]) : "";
    this.fault = "";
    clearTimeout(this.timer);
    if (this.on && this.where && !this.answers.has(this.key)) this.timer = setTimeout(() => this.ask(), WAIT);
  }

  async ask() {
    const { key, where } = this;
    if (!where || this.answers.has(key)) return;
    if (this.busy) return; // whoever answers asks again for what is seen by then
    this.busy = true;
    this.fault = "";
    this.changed();
    try {
      this.control = new AbortController();
      const { signal } = this.control;
      const tell = (/** @type {Judged} */ judged) => {
        this.known = { key, judged };
        this.changed();
      };
      const answer = await engine.analyse(where, null, this.care, { tell, signal });
      if (this.answers.size > KEPT) this.answers.clear();
      if (!signal.aborted) this.answers.set(key, answer);
    } catch (error) {
      if (key === this.key) this.fault = /** @type {Error} */ (error).message;
    }
    this.busy = false;
    if (key !== this.key && this.on) this.renew();
    this.changed();
  }

  /** @returns {{live: boolean, busy: boolean, care: Care, judged: Judged | null, cube: CubeJudged | null, fault: string, idle: string}} */
  shown() {
    const answer = this.answers.get(this.key) ?? (this.known.key === this.key ? this.known.judged : null);
    const judged = answer && "alternatives" in answer ? answer : null;
    return { live: this.on, busy: this.busy, care: this.care, judged, cube: answer && !judged ? answer : null, fault: this.fault, idle: this.idle };
  }
}
