/** Both sides of a review side by side, and everything that was counted. */

import { html, nothing } from "../../vendor/lit.js";
import { plural, spoken, t } from "../words.js";
import { figure } from "./figures.js";

/** @import {Side} from "../../board/shared/types.js" */

/** @param {any} review @param {(side: Side) => string} name */
export function summaryView(review, name) {
  return html`<section class="panel summary" aria-label=${t("Summary")}>
    <div class="sides">${sideView(review, "white", name)} ${sideView(review, "black", name)}</div>
    <details>
      <summary>${t("Everything that was counted")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("Everything that was counted")}>
        <table class="data">
          <thead><tr><th><span class="unseen">${t("What")}</span></th><th>${name("white")}</th><th>${name("black")}</th></tr></thead>
          <tbody>${review.rows.map((/** @type {any[]} */ row) => html`<tr>${row.map((cell, i) => (i ? html`<td>${spoken(cell)}</td>` : html`<th scope="row">${spoken(cell)}</th>`))}</tr>`)}</tbody>
        </table>
      </div>
      <p class="hint">${spoken(review.thought)}</p>
    </details>
  </section>`;
}

/** @param {any} review @param {Side} side @param {(side: Side) => string} name */
function sideView(review, side, name) {
  const own = review[side];
  const points = review.unit === "points";
  const blunders = own.marks.blunder ?? 0;
  const errors = own.marks.error ?? 0;
  const facts = [plural("one blunder", "{n} blunders", blunders), plural("one error", "{n} errors", errors)];
  if (points) facts.push(t("luck {luck}", { luck: figure(own.luck, 2, true) }));
  return html`<div class="side">
    <p class="who"><span class=${`disc ${side}`} aria-hidden="true"></span> <strong>${name(side)}</strong></p>
    <p class="rating">${points ? figure(own.rating, 1) : own.accuracy === null ? "–" : `${figure(own.accuracy, 1)} %`}
      <small>${points ? t("performance rating") : t("accuracy")}${own.grade ? html` · ${spoken(own.grade)}` : nothing}</small></p>
    <p class="facts">${facts.join(" · ")}</p>
  </div>`;
}
