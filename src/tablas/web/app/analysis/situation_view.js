/** Cube and score of an analysis: where it begins; what is doubled on the way follows from there. */

import { html, nothing } from "../../vendor/lit.js";
import { t } from "../words.js";

/** @import {Standing} from "./tree.js" */

/** @typedef {{cube: {value: number, owner: string | null}, match: any, money: boolean}} Situation */

const VALUES = [1, 2, 4, 8, 16, 32, 64];

/** @param {Standing} standing of the beginning @param {(situation: Situation) => void} change */
export function situationView(standing, change) {
  const { cube = { value: 1, owner: null }, match = null } = standing;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const number = (/** @type {string} */ name) => Number(form.get(name) || 0);
    const owner = String(form.get("owner"));
    const length = number("length");
    change({
      cube: { value: number("value"), owner: owner || null },
      match: length ? { length, white: number("white"), black: number("black"), crawford: form.get("crawford") === "on" } : null,
      money: !length,
    });
  };
  const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ value) =>
    html`<label class="field"><span>${label}</span><input name=${name} type="number" inputmode="numeric" min="0" max="64" .value=${String(value)} /></label>`;
  const option = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ chosen) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`;
  return html`<details class="panel"><summary>${t("Cube and score")}</summary>
    <form class="situation" @submit=${submit}>
      <div class="fields">
        ${field("length", t("Match to (0: for money)"), match?.length ?? 0)} ${field("white", t("Points of White"), match?.white ?? 0)} ${field("black", t("Points of Black"), match?.black ?? 0)}
        <label class="field"><span>${t("Cube")}</span><select name="value">${VALUES.map((value) => option(String(value), String(value), String(cube.value)))}</select></label>
        <label class="field"><span>${t("Owner of the cube")}</span><select name="owner">${option("", t("Nobody"), cube.owner ?? "")}${option("white", t("White"), cube.owner ?? "")}${option("black", t("Black"), cube.owner ?? "")}</select></label>
        <label class="field tick"><input type="checkbox" name="crawford" .checked=${Boolean(match?.crawford)} /><span>${t("Crawford game")}</span></label>
      </div>
      <button class="primary">${t("Use this cube and score")}</button>
      ${match ? html`<p class="hint">${t("{white}–{black} in a match to {length}", match)}</p>` : nothing}
    </form></details>`;
}
