/** What is known of openings: theory by rollouts of our own, replies included, or the engine's book. */

import { html, nothing } from "../../vendor/lit.js";
import { figure } from "../coach/figures.js";
import { playText } from "../notation.js";
import { plural, t } from "../words.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */

/**
 * @typedef {object} Known
 * @property {"points" | "marbles" | null} unit
 * @property {number} depth
 * @property {{play: string, worth: number, error: number | null, trials: number}[]} plays
 * @property {{dice: number[], play: string, worth: number}[]} rolls the best play of each roll, before it is rolled
 */

/** @param {GameName} game @param {Side} side @param {Known | null} known @param {{play: (play: string) => void, roll: (dice: number[]) => void}} doing */
export function explorerView(game, side, known, doing) {
  if (!known || (!known.plays.length && !known.rolls.length)) {
    return html`<details class="panel explorer" open><summary>${t("Opening explorer")}</summary>
      <p class="hint">${known ? t("This position is in no opening that we have looked at.") : t("Looking it up …")}</p></details>`;
  }
  const text = (/** @type {string} */ play) => playText(game, play, side);
  const worth = (/** @type {number} */ value) => figure(value, known.unit === "points" ? 3 : 2, true);
  return html`<details class="panel explorer" open><summary>${t("Opening explorer")}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("Opening explorer")}>
      ${known.plays.length
        ? html`<table class="data"><thead><tr><th>${t("Play")}</th><th>${known.unit === "points" ? t("Points") : t("Marbles")}</th><th>${known.unit === "points" ? t("Trials") : t("Depth")}</th></tr></thead>
            <tbody>${known.plays.map((one) => html`<tr><td><button class="link" @click=${() => doing.play(one.play)}>${text(one.play)}</button></td>
              <td>${worth(one.worth)}${one.error ? html` <small>± ${figure(one.error, 3)}</small>` : nothing}</td>
              <td>${known.unit === "points" ? (one.trials ? one.trials : t("two plies")) : known.depth}</td></tr>`)}</tbody></table>`
        : html`<table class="data"><thead><tr><th>${t("Dice")}</th><th>${t("Best play")}</th><th>${t("Points")}</th></tr></thead>
            <tbody>${known.rolls.map((one) => html`<tr><td><button class="link" @click=${() => doing.roll(one.dice)}>${one.dice.join("")}</button></td><td>${text(one.play)}</td><td>${worth(one.worth)}</td></tr>`)}</tbody></table>`}
    </div>
    <p class="hint">${known.unit === "points" ? t("Our own rollouts, for who makes the play.") : plural("The book of our engine, one ply deep.", "The book of our engine, {n} plies deep.", known.depth)}</p></details>`;
}
