/** What is seldom needed at a table, in one sheet: it opens over the page and closes by itself. */

import { html, nothing } from "../../vendor/lit.js";
import { kindOf } from "../catalogue.js";
import { asked } from "../dialog.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { levelName } from "./status.js";
import { gameOf, may, offline, onServer, other, over } from "./table.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Doing} from "./actions.js" */
/** @import {Table} from "./table.js" */

/** @param {string} text @param {() => void} press */
const button = (text, press) => html`<button @click=${press}>${text}</button>`;

/** @param {Table} table @param {Doing} doing @param {unknown} shown what the board can show on demand */
export function menuView(table, doing, shown) {
  const acting = table.you.includes(table.state.to_act) ? table.state.to_act : table.you[0];
  const allowed = table.may[/** @type {Side} */ (acting)] ?? {};
  const one = (/** @type {string} */ command, /** @type {string} */ text, fields = {}) =>
    allowed[command] ? button(text, () => doing.send(command, { side: acting, ...fields })) : nothing;
  const levels = allowed.resign ?? [];
  return html`<details class="menu more">
    <summary class="button" aria-label=${t("More")}>⋯</summary>
    <div class="sheet" @click=${chosen}>
      <div class="buttons">
        ${doing.hint ? html`<button class="again" @click=${doing.hint}>${t("Hint")}</button>` : nothing} ${button(t("Flip the board"), doing.flip)}
        ${kindOf(gameOf(table)).dice ? button(t("Mirror the board"), doing.mirror) : nothing}
        ${button(t("Share"), doing.share)}
        <button class="stays" @click=${doing.mute}>${settings().sounds === "off" ? t("Sounds on") : t("Sounds off")}</button>
        ${one("abort", t("Call off"))}
        ${may(table, "offer-takeback") ? button(t("Take back"), () => takeBack(table, doing)) : nothing}
        ${one("offer-draw", t("Offer a draw"))}
        ${table.you.length === 1 ? one("grant", t("Give 15 seconds"), { seconds: 15 }) : nothing}
        ${levels.map((level) => button(resignText(level, levels.length), () => resign(acting, level, doing)))}
        <a class="button" href=${kindOf(gameOf(table)).rules} target="_blank">${t("Rules")}</a>
        <a class="button" href="/">${t("First page")}</a> ${over(table) ? pastLinks(table) : nothing}
      </div>
      ${shown}
    </div>
  </details>`;
}

/** The game once more, and its dice. @param {Table} table */
export function pastLinks(table) {
  const id = onServer(table);
  if (!id) return nothing;
  const proven = kindOf(gameOf(table)).dice && !offline(table);
  return html`<a class="button" href=${`/replay/${id}`}>${t("Replay")}</a>
    ${proven ? html`<a class="button" href=${`/dice?game=${id}`}>${t("Check the dice")}</a>` : nothing}`;
}

/** The sheet that is open. @returns {HTMLDetailsElement | null} */
const opened = () => document.querySelector("details.more[open]");

/** A press elsewhere, or Escape, closes it. */
document.addEventListener("pointerdown", (event) => {
  const menu = opened();
  if (menu && !event.composedPath().includes(menu)) menu.open = false;
}, { capture: true });
document.addEventListener("keydown", (event) => {
  const menu = opened();
  if (!menu || event.key !== "Escape") return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}, { capture: true });

/** Whatever was chosen is done on the board, which the sheet would hide. @param {Event} event */
function chosen({ target, currentTarget }) {
  const pressed = /** @type {Element} */ (target).closest("button, a");
  if (!pressed || pressed.closest(".stays, details details")) return;
  const menu = /** @type {Element} */ (currentTarget).closest("details");
  if (menu) menu.open = false;
}

/** At one screen nobody needs to be asked. @param {Table} table @param {Doing} doing */
function takeBack(table, doing) {
  if (table.you.length === 1) return doing.send("offer-takeback", { side: table.you[0] });
  const { side } = table.state.board.last;
  doing.send("offer-takeback", { side });
  doing.send("accept-takeback", { side: other(side) });
}

/** @param {number} level @param {number} most */
const resignText = (level, most) => (most === 1 ? t("Resign") : t("Resign {level}", { level: levelName(level) }));

/** @param {Side} side @param {number} level @param {Doing} doing */
async function resign(side, level, doing) {
  const sure = await asked({
    title: t("Resign {level}?", { level: levelName(level) }),
    text: t("This cannot be undone."),
    yes: t("Resign"),
    danger: true,
  });
  if (sure) doing.send("resign", { side, level });
}
