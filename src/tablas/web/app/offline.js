/** Keeps the static parts in the browser, and says so when the server is out of reach. */

import { html, render } from "../vendor/lit.js";
import { ownScript } from "./own_script.js";
import { kept } from "./settings.js";
import { t } from "./words.js";

export function watchForOffline() {
  const tell = () => {
    drawOffline(!navigator.onLine);
    handIn();
  };
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  tell();
  const version = /\/static\/(\w+)\//.exec(import.meta.url)?.[1];
  if (!("serviceWorker" in navigator) || !version) return;
  navigator.serviceWorker.register(ownScript(`/sw.js?v=${version}`)).then(keepAll, () => {
    // Private windows refuse it; everything but offline reading works without.
  });
}

/** Games that were played on this device go to the server as soon as it can be reached. */
async function handIn() {
  if (!navigator.onLine || !kept("tablas-local-games").some) return;
  await (await import("./local/hand_in.js")).handIn();
}

/** Whoever has installed the app, or said so in the settings, wants all of it without a connection. */
async function keepAll() {
  if (!matchMedia("(display-mode: standalone)").matches && !kept("tablas-keeps").all) return;
  (await navigator.serviceWorker.ready).active?.postMessage("keep-all");
}

/** Not above a table of this device: it needs no connection, and on a phone all of the screen. @param {boolean} offline */
function drawOffline(offline) {
  let place = document.getElementById("offline");
  if (!place) {
    place = document.createElement("div");
    place.id = "offline";
    place.setAttribute("role", "status");
    document.body.prepend(place);
  }
  const words = t("You are offline: you can play on this device and read the rules.");
  render(offline && location.pathname !== "/local" ? html`<p>${words}</p>` : html``, place);
}
