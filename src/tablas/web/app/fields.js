/** Fields of forms: a list to choose from, a box to tick; each may say what it does. */

import { html, nothing } from "../vendor/lit.js";

/** @typedef {{id: string, text: string}} About what a field does, and the id that its text has on the page */

/**
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => string} name
 * @param {string} chosen
 * @param {(value: string) => void} change
 * @param {About} [about]
 */
export function select(label, values, name, chosen, change, about) {
  /** @param {Event} event */
  const changed = (event) => change(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<div class="field">
    <label><span>${label}</span>
      <select aria-describedby=${about?.id ?? nothing} @change=${changed}>
        ${values.map((value) => html`<option value=${value} .selected=${value === chosen}>${name(value)}</option>`)}
      </select></label>
    ${aboutView(about)}
  </div>`;
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} change @param {About} [about] */
export function box(label, checked, change, about) {
  /** @param {Event} event */
  const changed = (event) => change(/** @type {HTMLInputElement} */ (event.target).checked);
  return html`<div class="field">
    <label class="tick"><input type="checkbox" .checked=${checked} aria-describedby=${about?.id ?? nothing} @change=${changed} /><span>${label}</span></label>
    ${aboutView(about)}
  </div>`;
}

/** @param {About | undefined} about */
const aboutView = (about) => (about ? html`<small id=${about.id}>${about.text}</small>` : nothing);
