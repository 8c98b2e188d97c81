/** Stands at any address that cannot be had without the server: says so, and what can be read. */

import { html, render } from "../../vendor/lit.js";
import { t } from "../words.js";

const PAUSE = 4000; // milliseconds between two looks for the server

/** @param {HTMLElement} place */
export function show(place) {
  const again = () => location.reload();
  if (location.pathname !== "/offline") {
    addEventListener("online", lookForServer);
    setTimeout(lookForServer, PAUSE);
  }
  render(
    html`<div class="stack">
      <h1>${t("No connection")}</h1>
      <p>${t("This page needs the server, which cannot be reached now. It opens by itself when you are back online; a game that is being played waits there, with its clocks.")}</p>
      <div class="buttons">
        <button class="primary" @click=${again}>${t("Try again")}</button>
        <a class="button" href="/">${t("Play on this device")}</a>
        <a class="button" href="/rules">${t("Rules")}</a>
        <a class="button" href="/settings">${t("Settings")}</a>
      </div>
    </div>`,
    place,
  );
}

/** The device may be online while the server is not, and the first request after a cut may fail. */
async function lookForServer() {
  try {
    const answer = await fetch("/api/health", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch {
    // Not yet.
  }
  setTimeout(lookForServer, PAUSE);
}
