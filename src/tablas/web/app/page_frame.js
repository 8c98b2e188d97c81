/** What stands around every page: the way to the others, the language, and passing notices. */

import { html, nothing, render } from "../vendor/lit.js";
import { me } from "./me.js";
import { chooseLanguage } from "./settings.js";
import { language, t } from "./words.js";

/** @import {Me} from "./me.js" */

const LOOK_SECONDS = 8;

/** Draw header and footer, and again when it is known who is here. */
export function drawFrame() {
  draw(null);
  me().then(draw, () => {
    // Without an answer the frame stays as it is for a stranger.
  });
}

/**
 * A page whose parts have addresses of their own after the #. An address that was left before its part was there is
 * overtaken: then nothing more of it is to be shown, and the focus stays where it is.
 * @param {HTMLElement} place @param {(wanted: () => boolean) => Promise<void>} follow shows what the address names
 */
export async function followAddress(place, follow) {
  let latest = 0;
  const followed = async () => {
    const mine = (latest += 1);
    const wanted = () => mine === latest;
    await follow(wanted);
    return wanted();
  };
  window.addEventListener("hashchange", async () => {
    if (!(await followed())) return;
    place.querySelector("h1")?.focus();
    scrollTo({ top: 0 });
  });
  await followed();
}

/** @param {Me | null} who */
export function draw(who) {
  const top = document.getElementById("top");
  const bottom = document.getElementById("bottom");
  if (top) render(header(who), top);
  if (bottom) render(footer(who), bottom);
}

/** @param {Me | null} who */
function header(who) {
  return html`
    <a class="skip" href="#page">${t("Skip to the content")}</a>
    <a class="brand" href="/"><img src=${icon} alt="" width="28" height="28" />Tablas</a>
    <nav aria-label=${t("Main")}>
      ${link("/", t("Play"))} ${link("/learn", t("Learn"))} ${link("/problems", t("Problems"))} ${link("/analysis", t("Analyse"))}
      ${link("/rules", t("Rules"))}
      ${who ? link("/history", t("My games")) : nothing} ${link("/settings", t("Settings"))}
      ${link("/account", who && who.kind !== "guest" ? who.name : t("Account"))}
    </nav>
    <button class="language" lang=${other} @click=${() => chooseLanguage(other)}>
      ${language === "es" ? "English" : "Español"}
    </button>
  `;
}

const icon = new URL("../icons/icon.svg", import.meta.url).pathname;
const other = language === "es" ? "en" : "es";

/** @param {string} href @param {string} text */
function link(href, text) {
  const path = location.pathname;
  const here = href === "/" ? path === "/" || path === "/lobby" : path.startsWith(href);
  return html`<a href=${href} aria-current=${here ? "page" : nothing}>${text}</a>`;
}

/** @param {Me | null} who */
function footer(who) {
  return html`<nav aria-label=${t("More")}>
    ${link("/dice", t("Check the dice"))} ${link("/editor", t("Position editor"))}
    ${link("/api", t("For programs"))} ${who?.role === "moderator" ? link("/moderation", t("Moderation")) : nothing}
  </nav>`;
}

/**
 * Something to be read in passing.
 * @param {string} text
 * @param {"goes" | "stays"} [how]
 */
export function notice(text, how = "goes") {
  const place = document.getElementById("notices");
  if (!place) return;
  const box = document.createElement("div");
  box.className = "notice";
  const close = () => box.remove();
  render(
    html`<p>${text}</p>
      <button @click=${close} aria-label=${t("Close this notice")}>×</button>`,
    box,
  );
  place.replaceChildren(box);
  if (how === "goes") setTimeout(close, LOOK_SECONDS * 1000);
}

/** @param {string} text in the title of the window */
export function title(text) {
  document.title = `${text} · Tablas`;
}
