/** Questions that must be answered before anything else: the browser's own `<dialog>`, our looks. */

import { html, nothing, render } from "../vendor/lit.js";
import { t } from "./words.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} [text]
 * @property {string} yes what the button says that does it
 * @property {boolean} [danger] it cannot be taken back: the focus is on the way out
 * @property {unknown} [fields] controls with names, in the form
 */

/**
 * Ask, and wait: the named values of the form, or null for no, Escape or a tap beside it. The focus
 * goes back to whatever had it.
 * @param {Question} question
 * @returns {Promise<Record<string, string> | null>}
 */
export function asked(question) {
  const box = document.createElement("dialog");
  box.className = "question";
  box.setAttribute("aria-labelledby", "question-title");
  if (question.text) box.setAttribute("aria-describedby", "question-text");
  render(view(question, box), box);
  document.body.append(box);
  return new Promise((answer) => {
    box.addEventListener("close", () => {
      const form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      answer(box.returnValue === "yes" ? values : null);
      box.remove();
    });
    box.addEventListener("pointerdown", (event) => event.target === box && box.close());
    box.showModal();
    const first = question.fields ? "input, select, textarea" : question.danger ? ".no" : ".primary";
    /** @type {HTMLElement | null} */ (box.querySelector(first))?.focus();
  });
}

/** @param {Question} question @param {HTMLDialogElement} box */
function view({ title, text, yes, danger, fields }, box) {
  return html`<form method="dialog">
    <h2 id="question-title">${title}</h2>
    ${text ? html`<p id="question-text">${text}</p>` : nothing} ${fields ?? nothing}
    <div class="buttons">
      <button type="button" class="no" @click=${() => box.close()}>${t("Cancel")}</button>
      <button class=${danger ? "bad" : "primary"} value="yes">${yes}</button>
    </div>
  </form>`;
}
