/** A match file of another program, brought here to be reviewed. */

import { html, nothing, render } from "../../vendor/lit.js";
import { Refusal, sentence } from "../api.js";
import { somebody } from "../me.js";
import { spoken, t } from "../words.js";

/** @param {HTMLElement} place @param {string} [fault] @param {boolean} [busy] */
export function uploadView(place, fault = "", busy = false) {
  /** @param {Event} event */
  const chosen = async ({ target }) => {
    const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
    if (!file) return;
    uploadView(place, "", true);
    try {
      location.assign(`/review/${await sent(file)}`);
    } catch (error) {
      uploadView(place, /** @type {Error} */ (error).message);
    }
  };
  render(
    html`<div class="stack"><h1>${t("Review a match file")}</h1>
      <section class="panel">
        <p>${t("Matches of other programs (.mat, .sgf and others), your own records and game files: what each decision cost, how lucky each side was, and why.")}</p>
        <label class="field"><span>${t("Match file")}</span><input type="file" ?disabled=${busy} @change=${chosen} /></label>
        ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
        <p class="hint">${t("The match is kept with its review for 90 days. Only who has the link, or the same file, finds it.")}</p>
      </section></div>`,
    place,
  );
}

/** The id of its review. @param {File} file @returns {Promise<string>} */
async function sent(file) {
  await somebody();
  const query = new URLSearchParams({ name: file.name });
  const answer = await fetch(`/api/reviews/files?${query}`, { method: "POST", headers: { "x-tablas": "web", accept: "application/json" }, body: file });
  const told = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, told.error.code, sentence(spoken(told.error)));
  return told.match;
}
