/** The server failed: say that it was not the reader's fault, and what to do. */

import { html, render } from "../../vendor/lit.js";
import { t } from "../words.js";

/** @param {HTMLElement} place */
export function show(place) {
  render(
    html`<div class="stack">
      <h1>${t("Something went wrong")}</h1>
      <p>${t("The mistake is ours and has been recorded. No game is lost: reload the page in a moment.")}</p>
      <div class="buttons">
        <button class="primary" @click=${() => location.reload()}>${t("Reload")}</button>
        <a class="button" href="/">${t("Play")}</a>
      </div>
    </div>`,
    place,
  );
}
