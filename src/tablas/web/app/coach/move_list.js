/** The turns of a reviewed game with what each cost and how lucky its roll was. */

import { html, nothing } from "../../vendor/lit.js";
import { t } from "../words.js";
import { SIGNS, costText, figure, markName } from "./figures.js";

/** @import {Unit} from "./figures.js" */
/** @import {Row} from "./model.js" */

const LUCKY = 0.2; // points of a roll from which on it is told

/** @param {Row[]} rows @param {number} current @param {Unit} unit @param {(at: number) => void} choose */
export function moveList(rows, current, unit, choose) {
  return html`<ol class="review-moves">${rows.map((row, i) => rowView(row, i === current, unit, () => choose(i)))}</ol>`;
}

/** @param {Row} row @param {boolean} current @param {Unit} unit @param {() => void} press */
function rowView(row, current, unit, press) {
  const side = row.side === "white" ? t("White") : t("Black");
  return html`<li class=${row.side}>
    <button class="quiet" aria-current=${current ? "true" : nothing} @click=${press}>
      <span class="number">${row.number}</span>
      <span class=${`disc ${row.side}`} role="img" aria-label=${side}></span>
      ${row.dice ? html`<span class="faces">${row.dice}</span>` : nothing}
      <span class="play">${row.text}</span> ${tags(row, unit)}
    </button>
  </li>`;
}

/** @param {Row} row @param {Unit} unit */
function tags(row, unit) {
  const lucky = row.luck !== null && Math.abs(row.luck) >= LUCKY;
  return html`<span class="tags">
    ${lucky ? html`<span class="tag luck">${t("luck {luck}", { luck: figure(row.luck ?? 0, 2, true) })}</span>` : nothing}
    ${row.decisions
      .filter(({ mark }) => mark !== "fine")
      .map(({ mark, cost }) => html`<span class=${`tag ${mark}`}><span class="unseen">${markName(mark)}</span><span aria-hidden="true">${SIGNS[mark]}</span> ${costText(cost, unit)}</span>`)}
  </span>`;
}
