/** The live board of the first page: two bots play until somebody touches it and takes over. */

/** @import {GameName, Side} from "../../../board/shared/types.js" */

import { html } from "../../../vendor/lit.js";
import { kindOf, loadBoard, loadGame, usualView } from "../../catalogue.js";
import { boardView } from "../../game/board.js";
import { settings } from "../../settings.js";
import { t } from "../../words.js";

/**
 * @typedef {{position: string, side: Side, dice: number[] | null} & Record<string, any>} Turn a turn of the file: before the roll, the dice, the play
 *
 * @typedef {object} Show what is seen of it
 * @property {GameName} game
 * @property {Turn[]} turns
 * @property {number} at whose turn it is
 * @property {boolean} rolled whether the dice of that turn lie on the board
 * @property {boolean} paused
 */

const PACE = { roll: 900, play: 1500 }; // milliseconds before a roll, before a play

/** Plays a game on the first page; `changed` is called whenever it looks different. */
export class LiveBoard {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Show | null} */
    this.show = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {GameName | null} */
    this.wanted = null;
    document.addEventListener("visibilitychange", () => this.goOn());
  }

  /** Begin the game of two bots; those who want no motion see it stand still. @param {GameName} game */
  async begin(game) {
    if (this.wanted === game) return;
    this.wanted = game;
    const file = new URL(`../../showcase/${kindOf(game).name}.json`, import.meta.url);
    const [answer, module] = await Promise.all([fetch(file), loadGame(game), loadBoard(game)]);
    if (!answer.ok) return; // the page is whole without it
    const { turns } = await answer.json();
    if (this.wanted !== game) return; // another game was chosen meanwhile
    this.pieces = module.pieces;
    const still = settings().motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.show = { game, turns, at: 0, rolled: false, paused: still };
    this.changed();
    this.goOn();
  }

  /** One thing after the other, while somebody can see it. */
  goOn() {
    clearTimeout(this.timer);
    if (!this.show || this.show.paused || document.hidden) return;
    this.timer = setTimeout(() => this.next(), this.show.rolled ? PACE.play : PACE.roll);
  }

  next() {
    const { show } = this;
    if (!show) return;
    if (!show.rolled && show.turns[show.at].dice) this.show = { ...show, rolled: true };
    else this.show = { ...show, rolled: false, at: (show.at + 1) % show.turns.length };
    this.changed();
    this.goOn();
  }

  /** @param {boolean} paused */
  pause(paused) {
    if (this.show) this.show = { ...this.show, paused };
    this.changed();
    this.goOn();
  }

  /** The turn that can be taken over. @returns {Turn | null} */
  get turn() {
    return this.show ? this.show.turns[this.show.at] : null;
  }

  /** @param {(turn: Turn) => void} takeOver */
  view(takeOver) {
    const { show, turn } = this;
    if (!show || !turn || !this.pieces) return html`<div class="live-board empty"></div>`;
    const before = show.at ? show.turns[show.at - 1] : null;
    const kind = kindOf(show.game);
    return html`<div class="live-board">
        <div inert>${boardView({
          game: show.game,
          position: this.pieces.shown(turn.position),
          dice: show.rolled ? turn.dice : null,
          lastMove: before,
          view: usualView(kind),
          counting: "view",
          layout: "flat",
          still: true,
          settings: settings(),
        })}</div>
        <button class="cover" aria-describedby="live-words" @click=${() => takeOver(turn)}>
          <span class="unseen">${t("Take over this game")}</span>
        </button>
      </div>
      <p class="live-caption"><span id="live-words">${t("The bots are playing. Touch the board to take over.")}</span>
        <button class="quiet" aria-pressed=${show.paused} @click=${() => this.pause(!show.paused)}>${t("Pause")}</button></p>`;
  }
}
