/** Nothing stands at this address: say so, and show ways out. */

import { html, render } from "../../vendor/lit.js";
import { t } from "../words.js";

/** @param {HTMLElement} place */
export function show(place) {
  render(
    html`<div class="stack">
      <h1>${t("There is nothing here")}</h1>
      <p>${t("The address {path} leads nowhere. Perhaps a letter is missing, or an invitation has expired.", { path: location.pathname })}</p>
      <div class="buttons">
        <a class="button primary" href="/">${t("Play")}</a>
        <a class="button" href="/rules">${t("Rules")}</a>
        <a class="button" href="/history">${t("My games")}</a>
      </div>
    </div>`,
    place,
  );
}
