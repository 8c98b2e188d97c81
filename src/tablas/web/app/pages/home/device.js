/** The part of the first page that needs no server: games on this device, and new ones against its levels. */

import { html, nothing } from "../../../vendor/lit.js";
import { botName } from "../../catalogue.js";
import { beginHere, levelsHere } from "../../local/begin.js";
import { handIn, handOver } from "../../local/hand_in.js";
import { all, remove } from "../../local/stored_games.js";
import { notice } from "../../page_frame.js";
import { gameName, termsLine } from "../../terms.js";
import { t } from "../../words.js";

/** @import {Side} from "../../../board/shared/types.js" */
/** @import {Home} from "../home.js" */
/** @import {Choices} from "../../terms.js" */
/** @import {StoredGame} from "../../local/stored_games.js" */

/** What is on this device; online, what is over goes to the server first. */
export async function found() {
  if (navigator.onLine) await handIn();
  return { kept: (await all()).filter(({ handed, status }) => !handed && status !== "aborted"), here: navigator.onLine ? null : await levelsHere() };
}

/** @param {Choices} chosen @param {Record<string, string[]> | null} levels @param {{position: string, side: Side}} [turn] where it begins, if not at the start */
export async function begin(chosen, levels, turn) {
  const names = (levels ?? (await levelsHere()))?.[chosen.game];
  if (!names) return notice(t("The server cannot be reached, and the engine is not on this device yet. An installed app has it."));
  location.assign(await beginHere(chosen, names, turn));
}

/** @param {Home} now @param {() => void} changed */
export function view({ kept }, changed) {
  if (!kept.length) return nothing;
  return html`<section class="panel device" aria-labelledby="device-title">
    <h2 id="device-title">${t("On this device")}</h2>
    <ul class="rows">${kept.map((game) => rowView(game, changed))}</ul>
  </section>`;
}

/** @param {StoredGame} game @param {() => void} changed */
function rowView(game, changed) {
  return html`<li>
    <div><strong>${gameName(game.agreement.game)}</strong> · ${botName(game.level)} <small>${standingText(game)}</small></div>
    ${game.status === "playing" ? goOnViews(game, changed) : nothing}
    ${game.status === "finished" ? html`<a class="button" href=${`/local?game=${game.id}`}>${t("Look")}</a>` : nothing}
    ${game.refused ? html`<button @click=${async () => (await remove(game.id), changed())}>${t("Delete")}</button>` : nothing}
  </li>`;
}

/** @param {StoredGame} game */
function standingText({ refused, status, agreement }) {
  if (refused) return t("The server would not take this game: {why}", { why: refused });
  return status === "playing" ? termsLine(agreement) : t("Over; it goes to the server when you are online.");
}

/** @param {StoredGame} game @param {() => void} changed */
function goOnViews(game, changed) {
  const move = async () => {
    try {
      const id = await handOver(game);
      if (id) location.assign(`/game/${id}`);
      else changed();
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  };
  return html`${navigator.onLine ? html`<button @click=${move}>${t("Go on on the server")}</button>` : nothing}
    <a class="button" href=${`/local?game=${game.id}`}>${t("Continue")}</a>`;
}
