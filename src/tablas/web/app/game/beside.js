/** What stands beside the board: moves and chat, the line to the server, what was agreed on. */

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Table} from "./table.js" */

import { memo } from "../../board/shared/memo.js";
import { html, nothing } from "../../vendor/lit.js";
import { gameName, termsLine } from "../terms.js";
import { plural, t } from "../words.js";
import { movesOf, movesView } from "./moves.js";
import { gameOf } from "./table.js";
import { typedView } from "./typed_play.js";

/**
 * @typedef {object} Beside
 * @property {Table} table as it stands
 * @property {Table} seen as it is shown
 * @property {Side | null} reader who sits below; null where both sides are mine
 * @property {Tab} tab
 * @property {(() => unknown) | undefined} chat none where there is nobody to talk to
 * @property {(() => unknown) | undefined} legend who is who, where a game has classes
 * @property {() => Element | null} board
 * @property {(tab: Tab) => void} choose
 *
 * @typedef {"moves" | "chat" | "classes"} Tab
 */

/** @param {Beside} beside */
export function panelsView({ table, seen, reader, tab, chat, legend, board, choose }) {
  const said = table.lines.length ? ` (${table.lines.length})` : "";
  const button = (/** @type {Tab} */ name, /** @type {string} */ text) => html`<button aria-pressed=${tab === name} @click=${() => choose(name)}>${text}</button>`;
  return html`<div class="panels" data-tab=${tab}>
    <div class="tabs" role="group" aria-label=${t("What to show")}>
      ${button("moves", t("Moves"))} ${chat ? button("chat", t("Chat") + said) : nothing} ${legend ? button("classes", t("Who is who")) : nothing}
    </div>
    ${tab === "classes" && legend
      ? html`<div class="panel-body" tabindex="0" role="region" aria-label=${t("Who is who")}>${legend()}</div>`
      : tab === "moves"
      ? html`<div class="panel-body" tabindex="0" role="region" aria-label=${t("Moves")}>${memo([seen.n, seen.listed, seen.events.length, reader].join(), () => movesView(movesOf(gameOf(table), seen.events, reader)))}</div>
          ${seen.graph ? typedView(gameOf(table), seen.graph.side, board) : nothing}`
      : html`<div class="panel-body chat">${chat?.()}</div>`}
  </div>`;
}

/** What to say of the line to the server, in place of what the table waits for; nothing while it stands. */
/** @param {Table} table */
export function connectionText(table) {
  if (table.connection === "open" && table.known) return "";
  return {
    connecting: t("Connecting …"),
    open: t("Connecting …"),
    lost: t("The connection is lost; trying again …"),
    closed: t("The server has closed this table to you. Reload the page."),
  }[table.connection];
}

/** @param {Table} table */
export function aboutView(table) {
  const { watching } = table.presence;
  return html`<p class="about">
    <span>${gameName(gameOf(table))} · ${termsLine(table.game.agreement)}</span>
    ${watching ? html`<span>${plural("one is watching", "{n} are watching", watching)}</span>` : nothing}
    ${table.state.match?.crawford ? html`<span>${t("Crawford game: no doubling")}</span>` : nothing}
  </p>`;
}
