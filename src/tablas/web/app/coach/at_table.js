/**
 * The coach at a table against a bot: a hint in three steps (where, what, why), and a tutor that
 * speaks up before a turn is sent. The kernel in this browser judges; reasons in words, and all of
 * it where the kernel cannot run, come from the server. There is advice in unrated games against
 * bots only; how much is said is a setting.
 */

import { html, nothing, svg } from "../../vendor/lit.js";
import { Refusal, get, post, quietly } from "../api.js";
import { inBrowser } from "../engine/in_browser.js";
import { cubeSeen } from "../engine/cube_seen.js";
import { coached, gameOf, may, mine } from "../game/table.js";
import { notice } from "../page_frame.js";
import { playText } from "../notation.js";
import { settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { arrowsOver } from "./arrows.js";
import { costText, markName } from "./figures.js";

/** @import {Table} from "../game/table.js" */
/** @import {CubeJudged, Judged} from "./engine.js" */

/** @typedef {{n: number, step: number, judged: any}} Hint of one position: 1 where, 2 what, 3 why */

const MARKS = ["doubtful", "error", "blunder"];
const LAST_STEP = 3;
const ROOM = 105; // letters: two lines of a phone, so that nothing below them moves
const TEACHER = "heuristic"; // the level that is called so: it plays by rules that can be told

export class TableCoach {
  /** @param {string | null} id of the game; null where the server does not have it @param {() => void} changed @param {() => void} again begins the turn on the board anew */
  constructor(id, changed, again) {
    this.id = id;
    this.changed = changed;
    this.again = again;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {{judged: Judged, play: string, send: () => void} | null} a turn that waits for a second thought */
    this.stopped = null;
    this.busy = false;
    this.followed = -1;
    /** The bot's latest play in words. @type {{n: number, play: string, side: any, does: any[]} | null} */
    this.explained = null;
    this.chances = { n: -1, win: 0.5 };
    this.refused = false; // this server, or this bot, has no coach
    /** One function for one hint: the board is drawn again when it changes. @type {{key: string, draws: ((board: any) => unknown) | null}} */
    this.drawn = { key: "", draws: null };
  }

  /** Whether somebody here may be advised. @param {Table} table */
  here(table) {
    return !this.refused && coached(table);
  }

  /** Whether there is something to ask about. @param {Table} table */
  asked(table) {
    return this.here(table) && Boolean(table.graph || may(table, "double"));
  }

  /** What has happened since: the bot's play in words, my chances, for who has switched that on. @param {Table} table */
  follow(table) {
    if (this.followed === table.n || !this.here(table)) return;
    this.followed = table.n;
    const { explains, evaluation } = settings();
    const teacher = [table.game.white, table.game.black].some(({ name, bot }) => bot && name === TEACHER);
    if ((explains || teacher) && mine(table)) this.explain(table.n);
    if (evaluation && this.asked(table)) this.evaluate(table);
  }

  /** @param {number} n */
  async explain(n) {
    if (!this.id) return;
    await quietly(async () => {
      const explained = await get(`/api/games/${this.id}/explanation`);
      if (explained.side) this.explained = { ...explained, n };
      this.changed();
    });
  }

  /** @param {Table} table */
  async evaluate(table) {
    await quietly(async () => {
      const judged = (await this.own(table, null)) ?? (this.id && (await post(`/api/games/${this.id}/advice`, {})));
      if (!judged) return;
      this.chances = { n: table.n, win: (judged.chances ?? judged.alternatives[0].chances)[0] };
      this.changed();
    });
  }

  /** My chances, as a bar. @param {Table} table */
  evaluation(table) {
    if (!settings().evaluation || !coached(table)) return nothing;
    const { win } = this.chances;
    const percent = Math.round(100 * win);
    const text = this.chances.n < 0 ? t("My chances: …") : t("My chances: {percent} %", { percent });
    return html`<p class="evaluation" role="img" aria-label=${text}><svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="lose" width="100" height="4"></rect><rect class="win" width=${100 * win} height="4"></rect></svg><span aria-hidden="true">${this.chances.n < 0 ? "…" : `${percent} %`}</span></p>`;
  }

  /** The next step of the hint. @param {Table} table */
  async ask(table) {
    if (!this.asked(table)) return;
    if (this.hint?.n === table.n) {
      const step = Math.min(LAST_STEP, this.hint.step + 1);
      if (step === LAST_STEP) await this.addWords(this.hint.judged);
      this.hint = { ...this.hint, step };
    } else if (!this.busy) {
      const judged = await this.advice(table, null, (known) => this.point(table, known));
      if (judged) this.point(table, judged);
    }
    this.changed();
  }

  /** What is known so far; a step that was asked for meanwhile stays. @param {Table} table @param {any} judged */
  point({ n }, judged) {
    this.hint = { n, step: this.hint?.n === n ? this.hint.step : 1, judged };
    this.changed();
  }

  /** @param {Table} table @param {string | null} [play] @param {(known: any) => void} [tell] @returns {Promise<any>} */
  async advice(table, play = null, tell) {
    this.busy = true;
    try {
      return (await this.own(table, play, tell)) ?? (await this.servers(play));
    } finally {
      this.busy = false;
    }
  }

  /** What the kernel in this browser says, or null. @param {Table} table @param {string | null} play @param {(known: any) => void} [tell] */
  async own({ state, game }, play, tell) {
    const { position: text, dice = null } = state;
    const ask = dice || !("pips" in state.board) ? "judge" : "cube";
    const cube = cubeSeen(state, game.agreement);
    try {
      return await inBrowser.ask({ ask, game: game.agreement.game, text, dice, cube, play, target: game.agreement.target ?? undefined }, { tell });
    } catch {
      return null;
    }
  }

  /** @param {string | null} play @returns {Promise<any>} */
  async servers(play) {
    if (!this.id) return null;
    try {
      return await post(`/api/games/${this.id}/advice`, play ? { play } : {});
    } catch (error) {
      if (error instanceof Refusal && ["no-advice", "no-analysis"].includes(error.code)) this.refused = true;
      if (!play) notice(/** @type {Error} */ (error).message); // a turn is never held up by a coach who cannot speak
      return null;
    }
  }

  /** The reasons in words, where the server can be asked and means the same play. @param {any} judged @param {string | null} [play] */
  async addWords(judged, play = null) {
    if (!this.id || judged.cube || judged.does.length || judged.asked) return;
    judged.asked = true;
    try {
      const { best, does, shown } = await post(`/api/games/${this.id}/advice`, play ? { play } : {});
      if (best === judged.best) judged.does = does;
      judged.shown.why = shown.why;
    } catch {
      // Without words the figures stand alone.
    }
  }

  /**
   * Whether a turn may go out as it is; one that costs too much waits for a second thought.
   * @param {Table} table
   * @param {string} play
   * @param {() => void} send
   */
  async lets(table, play, send) {
    const least = MARKS.indexOf(settings().coach);
    if (least < 0 || !this.here(table)) return true;
    /** @type {Judged | null} */
    const judged = await this.advice(table, play);
    if (!judged || MARKS.indexOf(judged.mark) < least) return true;
    await this.addWords(judged, play);
    this.stopped = { judged, play, send };
    this.changed();
    return false;
  }

  /** What the tutor says, on the board. @param {Table} table */
  card(table) {
    if (!this.stopped) return nothing;
    const { judged, send } = this.stopped;
    const leave = (/** @type {() => void} */ then) => () => {
      this.stopped = null;
      then();
      this.changed();
    };
    const said = (judged.shown.why.played ?? []).map(spoken).join("; ");
    const side = table.you[0];
    return html`<section class="ask tutor" role="alertdialog" aria-labelledby="tutor-title" aria-describedby="tutor-why">
      <h2 id="tutor-title">${t("That costs {cost}", { cost: costText(judged.cost, judged.unit) })}</h2>
      <p id="tutor-why">${playText(gameOf(table), judged.played, side)}: ${said || markName(judged.mark)}</p>
      <div class="actions">
        <button @click=${leave(send)}>${t("Play it anyway")}</button>
        <button class="primary" @click=${leave(this.again)}>${t("Think again")}</button>
      </div>
    </section>`;
  }

  /** The hint in words. @param {Table} table */
  text(table) {
    const { hint } = this;
    if (!hint || hint.n !== table.n) return this.explanation(table);
    return hint.judged.cube ? cubeText(hint) : playTextOf(hint, table);
  }

  /** What the bot has just played, and what for. @param {Table} table */
  explanation(table) {
    const { explained } = this;
    if (!explained || !explained.does.length || table.n > explained.n + 1) return ""; // my own roll leaves it
    const play = playText(gameOf(table), explained.play, explained.side, table.you[0]);
    const said = explained.does.map(spoken);
    while (said.length > 1 && `${play}: ${said.join("; ")}`.length > ROOM) said.pop(); // the least important comes last
    return `${play}: ${said.join("; ")}`;
  }

  /** Where the hint points to, over the board. @param {Table} table */
  overlay(table) {
    const key = [this.hint?.n, this.hint?.step, table.n, Boolean(table.graph)].join();
    if (key !== this.drawn.key) this.drawn = { key, draws: this.pointer(table) };
    return this.drawn.draws;
  }

  /** @param {Table} table */
  pointer(table) {
    const { hint } = this;
    if (!hint || hint.n !== table.n || hint.judged.cube || !table.graph) return null;
    const way = hint.judged.shown.ways[0];
    const side = table.you[0];
    if (!way) return null;
    if (hint.step > 1) return arrowsOver([{ kind: "best", side, way }]);
    return (/** @type {any} */ board) => svg`<g aria-hidden="true" pointer-events="none">${board.lines({ ...way, side }).map((/** @type {any[]} */ [from]) => svg`
      <circle cx=${from.x} cy=${from.y} r="0.62" fill="none" stroke="#000" stroke-opacity="0.55" stroke-width="0.2"></circle>
      <circle data-hint="where" cx=${from.x} cy=${from.y} r="0.62" fill="none" stroke="#2fae7d" stroke-width="0.1"></circle>`)}</g>`;
  }
}

/** Points or cells that a play begins from. @param {any} way */
function places(way) {
  const all = way?.steps ? way.steps.map((/** @type {any} */ { source }) => (source === 25 ? t("bar") : String(source))) : (way?.cells ?? []);
  return [...new Set(all)].join(", ");
}

/** @param {Hint} hint @param {Table} table */
function playTextOf({ step, judged }, table) {
  const from = places(judged.shown.ways[0]);
  const play = playText(gameOf(table), judged.best, table.you[0]);
  if (step === 1) return from ? t("Look at {places}. Ask again to see the play.", { places: from }) : t("There is only one way.");
  if (step === 2) return t("Best is {play}. Ask again for the reason.", { play });
  const why = judged.does.map(spoken).join("; ");
  const [win] = judged.alternatives[0].chances;
  return `${play}: ${why ? `${why}. ` : ""}${t("You win {percent} % from there.", { percent: Math.round(100 * win) })}`;
}

/** @param {Hint} hint */
function cubeText({ step, judged }) {
  const { chances, cube } = /** @type {CubeJudged} */ (judged);
  if (step === 1) return t("You win {percent} % of the games. Ask again: is that a double?", { percent: Math.round(100 * chances[0]) });
  const verdict = cube.doubles ? t("A double is right.") : cube.no_double > Math.min(cube.double_take, cube.double_drop) && cube.double_drop < cube.double_take ? t("Too good to double: play for more.") : t("Not yet a double: roll.");
  if (step === 2) return verdict;
  return `${verdict} ${cube.answer === "drop" ? t("The other side should drop it.") : t("The other side should take it.")}`;
}
