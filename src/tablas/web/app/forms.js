/** Small forms: named fields in, an object of texts out; one press at a time. */

import { html, nothing } from "../vendor/lit.js";

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {"text" | "password"} [type]
 * @property {string} [autocomplete]
 * @property {string} [value]
 * @property {number} [maxlength]
 * @property {string} [hint]
 */

/**
 * @param {Field[]} fields
 * @param {string} button
 * @param {(values: Record<string, string>) => Promise<unknown>} submit
 * @param {unknown} [more]
 */
export function formView(fields, button, submit, more = nothing) {
  /** @param {SubmitEvent} event */
  const submitted = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const press = /** @type {HTMLButtonElement | null} */ (form.querySelector("button:not([type])"));
    if (press) press.disabled = true;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    await submit(values);
    if (press) press.disabled = false;
  };
  return html`<form @submit=${submitted}>
    ${fields.map(fieldView)}
    <div class="buttons"><button class="primary">${button}</button>${more}</div>
  </form>`;
}

/** @param {Field} field */
function fieldView(field) {
  return html`<label class="field"><span>${field.label}</span>
    <input name=${field.name} type=${field.type ?? "text"} autocomplete=${field.autocomplete ?? "off"}
      maxlength=${field.maxlength ?? 200} .value=${field.value ?? ""} />
    ${field.hint ? html`<small>${field.hint}</small>` : nothing}
  </label>`;
}
