/** The winning chances of a game as a curve, with its mistakes and lucky rolls on it. */

import { html, nothing, svg } from "../../vendor/lit.js";
import { t } from "../words.js";
import { chancesOf, chief } from "./model.js";

/** @import {Row} from "./model.js" */

const [WIDE, HIGH] = [760, 150];
const LUCKY = 0.3; // points of a roll from which on it is marked

/** @param {Row[]} rows @param {number} at the row that is looked at @param {(at: number) => void} choose */
export function curveView(rows, at, choose) {
  const chances = chancesOf(rows);
  const x = (/** @type {number} */ i) => ((i + 1) * WIDE) / Math.max(1, rows.length);
  const y = (/** @type {number} */ chance) => HIGH * (1 - chance);
  const line = chances.map((chance, i) => `L${x(i).toFixed(1)} ${y(chance).toFixed(1)}`).join(" ");
  /** @param {MouseEvent} event */
  const clicked = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const i = Math.round(((event.clientX - box.left) / box.width) * rows.length) - 1;
    choose(Math.max(0, Math.min(rows.length - 1, i)));
  };
  const text = t("White's chances of winning: from 50 % to {end} %", { end: Math.round(100 * (chances.at(-1) ?? 0.5)) });
  return html`<svg class="curve" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${text} @click=${clicked}>
    <rect class="below" width=${WIDE} height=${HIGH}></rect>
    <path class="above" d=${`M0 ${HIGH} L0 ${y(0.5)} ${line} L${WIDE} ${HIGH} Z`}></path>
    <line class="even" x1="0" x2=${WIDE} y1=${y(0.5)} y2=${y(0.5)}></line>
    ${at >= 0 ? svg`<line class="here" x1=${x(at)} x2=${x(at)} y1="0" y2=${HIGH}></line>` : nothing}
    ${rows.map((row, i) => mark(row, x(i), y(chances[i])))}
  </svg>`;
}

/** @param {Row} row @param {number} x @param {number} y */
function mark(row, x, y) {
  const worst = chief(row);
  const kind = worst && worst.mark !== "fine" ? worst.mark : Math.abs(row.luck ?? 0) >= LUCKY ? "luck" : null;
  return kind ? svg`<circle class=${`mark ${kind}`} cx=${x} cy=${Math.max(9, Math.min(HIGH - 9, y))} r=${kind === "blunder" ? 8 : 6}></circle>` : nothing;
}
