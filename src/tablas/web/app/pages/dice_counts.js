/** How often each roll fell on this server, for everybody to see. */

import { html, nothing } from "../../vendor/lit.js";
import { decimal, t } from "../words.js";

/**
 * @typedef {{day: string, rolls: number, doubles: number, chi_square: number, probability: number}} Day
 * @typedef {Day & {rolls_of: Record<string, number>, expected: Record<string, number>}} Whole
 */

/** @type {{days: Day[], all: Whole} | null} */
let counts = null;

/** Asks the server once; without an answer the page simply has no table. */
export async function loadCounts() {
  const answer = await fetch("/api/dice?days=30").catch(() => null);
  if (answer?.ok) counts = await answer.json();
}

export function countsView() {
  if (!counts?.all.rolls) return nothing;
  const { all, days } = counts;
  return html`<section class="panel stack">
    <h2>${t("The dice of this server")}</h2>
    <p>${t("{rolls} rolls in finished games of the last 30 days, {doubles} doubles ({expected} expected). Honest dice differ at least this much in {percent} % of all cases.", {
      rolls: all.rolls,
      doubles: all.doubles,
      expected: Math.round(all.rolls / 6),
      percent: percent(all.probability),
    })}</p>
    <details><summary>${t("Roll by roll")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("Roll by roll")}><table class="data"><thead><tr><th>${t("Roll")}</th><th>${t("Fell")}</th><th>${t("Expected")}</th></tr></thead>
        <tbody>${Object.keys(all.rolls_of).map((roll) => html`<tr><td>${roll[0]}-${roll[1]}</td><td>${all.rolls_of[roll]}</td><td>${decimal(all.expected[roll])}</td></tr>`)}</tbody>
      </table></div></details>
    <details><summary>${t("Day by day")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("Day by day")}><table class="data"><thead><tr><th>${t("Day")}</th><th>${t("Rolls")}</th><th>${t("Doubles")}</th><th>${t("Chi-square")}</th><th>%</th></tr></thead>
        <tbody>${days.map((day) => html`<tr><td>${day.day}</td><td>${day.rolls}</td><td>${day.doubles}</td><td>${decimal(day.chi_square)}</td><td>${percent(day.probability)}</td></tr>`)}</tbody>
      </table></div></details>
  </section>`;
}

/** @param {number} share */
const percent = (share) => decimal(100 * share);
