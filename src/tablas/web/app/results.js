/** Lists of games: whom against, how they ended, and the way to their replay. */

import { html, nothing } from "../vendor/lit.js";
import { botName } from "./catalogue.js";
import { gameName } from "./terms.js";
import { day, t } from "./words.js";

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {import("../board/shared/types.js").GameName} game
 * @property {string} opponent
 * @property {boolean} bot
 * @property {string} outcome
 * @property {number} at
 * @property {boolean} playing
 * @property {string} [note]
 */

/** @param {Row[]} rows */
export function resultsView(rows) {
  if (!rows.length) return html`<p class="empty">${t("No games yet.")}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("Games")}>
    <table class="data results">
      <thead>
        <tr><th>${t("Game")}</th><th>${t("Opponent")}</th><th>${t("Result")}</th><th>${t("When")}</th><th><span class="unseen">${t("Open")}</span></th></tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr>
            <td>${gameName(row.game)}</td>
            <td>${row.bot ? botName(row.opponent) : personLink(row.opponent)}</td>
            <td>${row.outcome}${row.note ? html` <small>${row.note}</small>` : nothing}</td>
            <td class="when">${day(row.at)}</td>
            <td>${row.playing ? html`<a href=${`/game/${row.id}`}>${t("Continue")}</a>` : html`<a href=${`/replay/${row.id}`}>${t("Replay")}</a> <a href=${`/review/${row.id}`}>${t("Review")}</a>`}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {string} name */
const personLink = (name) => html`<a href=${`/person/${encodeURIComponent(name)}`}>${name}</a>`;

/** @param {"won" | "lost" | "drawn"} result */
export function outcomeName(result) {
  return { won: t("won"), lost: t("lost"), drawn: t("drawn") }[result];
}
