/** Where every page begins: the settings, the frame around the page, then the page itself. */

import { drawFrame, notice } from "./page_frame.js";
import { apply, settings } from "./settings.js";
import { watchForOffline } from "./offline.js";
import { t } from "./words.js";

/** @typedef {{show: (place: HTMLElement) => unknown}} PageModule */

apply(settings());
drawFrame();
watchForOffline();

const place = /** @type {HTMLElement} */ (document.getElementById("page"));
const name = document.documentElement.dataset.page ?? "missing";

window.addEventListener("unhandledrejection", ({ reason }) => notice(reason?.message ?? String(reason)));

try {
  /** @type {PageModule} */
  const page = await import(`./pages/${name}.js`);
  await page.show(place);
  document.documentElement.dataset.shown = "yes";
} catch (error) {
  console.error(error);
  // Most often a page kept from before an update of the server: its files are gone.
  notice(t("This page could not be loaded. Reload it to get the newest version."), "stays");
}
