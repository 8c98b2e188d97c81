/** Dice for an analysis: chosen one after the other, rolled by chance, or none yet. */

import { html, nothing } from "../../vendor/lit.js";
import { t } from "../words.js";

/** @import {Standing} from "./tree.js" */

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * @typedef {object} DiceDoing
 * @property {(die: number) => void} die
 * @property {() => void} roll
 * @property {() => void} clear
 * @property {(deed: import("./tree.js").Deed) => void} act
 */

/** @param {{roll: number[] | null, first: number | null, standing: Standing}} now @param {DiceDoing} doing */
export function diceView({ roll, first, standing }, doing) {
  if (standing.phase === "to-answer") {
    return html`<div class="dice-row"><p>${t("The double is on the table.")}</p>
      <button @click=${() => doing.act("take")}>${t("Take")}</button> <button @click=${() => doing.act("drop")}>${t("Drop")}</button></div>`;
  }
  if (standing.phase !== "to-roll") return nothing;
  if (standing.shut_out) return html`<div class="dice-row"><p>${t("No roll can move anything.")}</p><button @click=${() => doing.act("skip")}>${t("Skip the turn")}</button></div>`;
  const known = roll ?? (first ? [first] : []);
  return html`<div class="dice-row" role="group" aria-label=${t("Dice")}>
    <output class="rolled" aria-label=${t("Roll")}>${known.length ? known.join(" ") : "– –"}</output>
    ${FACES.map((die) => html`<button class="die" aria-pressed=${known.includes(die)} @click=${() => doing.die(die)}>${die}</button>`)}
    <button @click=${doing.roll}>${t("Roll")}</button>
    <button ?disabled=${!known.length} @click=${doing.clear}>${t("No dice")}</button>
    ${standing.may_double && !known.length ? html`<button @click=${() => doing.act("double")}>${t("Double")}</button>` : nothing}
  </div>`;
}
