/** Stands at any address that cannot be had without the server: says so, and what can be read. */

import { html, render } from "../../vendor/lit.js";
import { t } from "../words.js";

/** @param {HTMLElement} place */
export function show(place) {
  const again = () => location.reload();
  if (location.pathname !== "/offline") addEventListener("online", again);
  render(
    html`<div class="stack">
      <h1>${t("No connection")}</h1>
      <p>${t("This page needs the server, which cannot be reached now. It opens by itself when you are back online; a game that is being played waits there, with its clocks.")}</p>
      <div class="buttons">
        <button class="primary" @click=${again}>${t("Try again")}</button>
        <a class="button" href="/rules">${t("Rules")}</a>
        <a class="button" href="/settings">${t("Settings")}</a>
      </div>
    </div>`,
    place,
  );
}
