/**
 * One engine for all pages, wherever it runs: the kernel in this browser first, the server with its
 * budgets where that cannot be had.
 */

import { Refusal, post } from "../api.js";
import { inBrowser } from "../engine/in_browser.js";
import { somebody } from "../me.js";

/** @import {GameName} from "../../board/shared/types.js" */

/**
 * @typedef {object} Where a decision
 * @property {GameName} game
 * @property {string} position with cube and score, where its notation has them
 * @property {number[] | null} [dice] none before the roll, and in games without
 * @property {{value: number, owner: string | null} | null} [cube] where the notation has no room for it; who cannot judge it asks the server
 * @property {{length: number, white: number, black: number, crawford: boolean} | null} [match] the same for the score
 *
 * @typedef {"fast" | "normal" | "deep" | "rollout" | "roller"} Care `roller` needs the large net, which the server has
 *
 * @typedef {object} Alternative
 * @property {string} text
 * @property {number} worth points at the cube as it stands, or a chance of winning
 * @property {number[]} chances win, win gammon, win backgammon, lose gammon, lose backgammon, or the first alone
 * @property {number} plies
 * @property {number} trials
 *
 * @typedef {{en: string, es: string}} Words
 *
 * @typedef {object} Judged the plays, the best first, and what the one that was asked about costs
 * @property {"points" | "chances"} unit
 * @property {string} care
 * @property {string} played
 * @property {string} best
 * @property {number} cost
 * @property {"fine" | "doubtful" | "error" | "blunder"} mark
 * @property {boolean} forced
 * @property {Alternative[]} alternatives
 * @property {Words[]} does what the best play does
 * @property {number} [luck] of the roll
 * @property {{why: {played?: Words[], best?: Words[], fault?: Words}, ways: any[]}} shown
 *
 * @typedef {object} CubeJudged
 * @property {number[]} chances
 * @property {{no_double: number, double_take: number, double_drop: number, doubles: boolean, answer: string}} cube
 *
 * @typedef {object} Beside how a question is followed
 * @property {(judged: Judged) => void} [tell] what is known so far, deeper and deeper
 * @property {AbortSignal} [signal] ends it: then the answer is what was known
 *
 * @typedef {object} Engine
 * @property {(where: Where) => Promise<string>} choose the best play
 * @property {(where: Where, play?: string | null, care?: Care, beside?: Beside) => Promise<Judged>} analyse `play` in notation; before the roll also `double`, `no-double`, `take`, `drop`
 * @property {(where: Where) => Promise<number[]>} chances of who is to move
 * @property {(where: Where) => Promise<number>} luck of the roll that is to be played
 * @property {(where: Where) => Promise<CubeJudged>} cube
 * @property {(where: Where, play?: string | null) => Promise<Judged>} rollout
 */

/** @implements {Engine} */
class ServerEngine {
  /** @param {Where} where @param {string | null} [play] @param {Care} [care] @returns {Promise<Judged>} */
  async analyse({ game, position, dice = null, cube = null, match = null }, play = null, care = "normal") {
    await somebody();
    return post("/api/judgement", { game, position, dice, play, care, cube, match });
  }

  /** @param {Where} where */
  async choose(where) {
    return (await this.analyse(where)).best;
  }

  /** @param {Where} where */
  async chances(where) {
    const judged = /** @type {any} */ (await this.analyse(where));
    return judged.chances ?? judged.alternatives[0].chances;
  }

  /** @param {Where} where */
  async luck(where) {
    return (await this.analyse(where)).luck ?? 0;
  }

  /** @param {Where} where @returns {Promise<CubeJudged>} */
  async cube(where) {
    return /** @type {any} */ (await this.analyse({ ...where, dice: null }));
  }

  /** @param {Where} where @param {string | null} [play] */
  rollout(where, play = null) {
    return this.analyse(where, play, "rollout");
  }
}

/** @implements {Engine} */
class BrowserEngine {
  /** @param {Where} where */
  question({ game, position, dice = null, cube = null, match = null }) {
    const beside = cube || match ? { beside: { cube, match } } : {};
    return { game, text: position, dice: /** @type {[number, number] | null} */ (dice), ...beside };
  }

  /** @param {Where} where @param {string | null} [play] @param {Care} [care] @param {Beside} [beside] */
  analyse(where, play = null, care = "normal", beside = {}) {
    if (care === "roller") throw new RangeError("roller: only the server has the large net");
    return inBrowser.ask({ ask: "judge", ...this.question(where), play, care }, beside);
  }

  /** @param {Where} where */
  async choose(where) {
    return (await this.analyse(where)).best;
  }

  /** @param {Where} where */
  chances(where) {
    return inBrowser.ask({ ask: "chances", ...this.question(where) });
  }

  /** @param {Where} where */
  luck(where) {
    return inBrowser.ask({ ask: "luck", ...this.question(where) });
  }

  /** @param {Where} where */
  cube(where) {
    return inBrowser.ask({ ask: "cube", ...this.question({ ...where, dice: null }) });
  }

  /** @param {Where} where @param {string | null} [play] */
  rollout(where, play = null) {
    return this.analyse(where, play, "rollout");
  }
}

/**
 * Reasons in words are the server's: they are added to a judgement that the kernel here has made.
 * @param {Judged} judged @param {Where} where @param {string} play
 */
export async function withWords(judged, where, play) {
  if (judged.does?.length || !judged.shown || Object.keys(judged.shown.why).length) return judged;
  try {
    const { best, does, shown } = await new ServerEngine().analyse(where, play, "fast");
    const why = { ...shown.why, ...(best === judged.best ? {} : { best: [] }) };
    return { ...judged, does: best === judged.best ? does : [], shown: { ...judged.shown, why } };
  } catch {
    return judged; // without words the figures stand alone
  }
}

/** The first that can answer. @param {(engine: any) => Promise<any>} ask */
async function asked(ask) {
  try {
    return await ask(new BrowserEngine());
  } catch (error) {
    if (error instanceof Refusal || /** @type {Error} */ (error).name === "AbortError") throw error;
    return ask(new ServerEngine());
  }
}

/** @type {Engine} */
export const engine = {
  analyse: (where, play, care, beside) => asked((one) => one.analyse(where, play, care, beside)),
  choose: (where) => asked((one) => one.choose(where)),
  chances: (where) => asked((one) => one.chances(where)),
  luck: (where) => asked((one) => one.luck(where)),
  cube: (where) => asked((one) => one.cube(where)),
  rollout: (where, play) => asked((one) => one.rollout(where, play)),
};
