/** What a player's mistakes are about, and how games were opened: bars and tables. */

import { html, nothing, svg } from "../../vendor/lit.js";
import { costText, figure } from "../coach/figures.js";
import { playText } from "../notation.js";
import { usualView, kindOf } from "../catalogue.js";
import { plural, spoken, t } from "../words.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Unit} from "../coach/figures.js" */

/**
 * @typedef {object} Part a phase or a theme
 * @property {{en: string, es: string}} name
 * @property {number} count
 * @property {number} cost
 * @property {number | null} rating
 */

/** The error rate in each phase; shorter is better. @param {Part[]} parts */
export function phasesView(parts) {
  const most = Math.max(...parts.map(({ rating }) => rating ?? 0), 1e-9);
  return table(
    [t("Phase"), t("Error rate"), t("Decisions")],
    parts.map(({ name, rating, count }) => [spoken(name), bar(rating ?? 0, most, figure(rating ?? 0, 1)), String(count)]),
    t("Error rate by phase"),
  );
}

/** What mistakes of each theme have cost. @param {Part[]} parts @param {Unit} unit */
export function themesView(parts, unit) {
  if (!parts.length) return html`<p class="empty">${t("No mistake was marked.")}</p>`;
  const most = Math.max(...parts.map(({ cost }) => cost), 1e-9);
  return table(
    [t("Theme"), t("Given away"), t("Mistakes")],
    parts.map(({ name, cost, count }) => [spoken(name), bar(cost, most, costText(cost, unit)), String(count)]),
    t("Mistakes by theme"),
  );
}

/** @param {GameName} game @param {{dice: string, play: string, games: number, cost: number}[]} openings @param {Unit} unit */
export function openingsView(game, openings, unit) {
  if (!openings.length) return nothing;
  const dice = kindOf(game).dice;
  const side = usualView(kindOf(game));
  return html`<details class="openings"><summary>${plural("One opening", "{n} openings", openings.length)}</summary>
    ${table(
      [...(dice ? [t("Roll")] : []), t("Play"), t("Games"), t("Mean cost")],
      openings.map((one) => [...(dice ? [one.dice] : []), playText(game, one.play, side), String(one.games), costText(one.cost, unit)]),
      t("Openings"),
    )}</details>`;
}

/** @param {string[]} head @param {unknown[][]} rows @param {string} label */
const table = (head, rows, label) =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><table class="data parts">
    <thead><tr>${head.map((one) => html`<th>${one}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((one, i) => (i ? html`<td>${one}</td>` : html`<th scope="row">${one}</th>`))}</tr>`)}</tbody></table></div>`;

/** @param {number} value @param {number} most @param {string} text */
const bar = (value, most, text) =>
  html`<span class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${svg`<rect width=${(100 * value) / most} height="10"></rect>`}</svg> ${text}</span>`;
