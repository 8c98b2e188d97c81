/** Chat beside the board: stock phrases that everybody reads in their own language, and text. */

import { html, nothing } from "../../vendor/lit.js";
import { post } from "../api.js";
import { notice } from "../page_frame.js";
import { report } from "../reports.js";
import { spoken, t } from "../words.js";

/** @import {Table} from "./table.js" */

/**
 * @param {Table} table
 * @param {{phrase: string, en: string, es: string}[]} phrases
 * @param {(said: {phrase?: string, text?: string}) => Promise<boolean>} say
 */
export function chatView(table, phrases, say) {
  const bots = table.game.white.bot || table.game.black.bot;
  const alone = table.game.mode === "local" || (bots && table.you.length > 0);
  if (alone) return html`<p class="empty">${t("Nobody else is at this table to talk to.")}</p>`;
  return html`
    <ol class="lines" aria-live="polite" aria-label=${t("Chat")}>
      ${table.lines.map((line) => lineView(table, line))}
    </ol>
    ${table.lines.length ? nothing : html`<p class="empty">${t("Nothing has been said yet.")}</p>`}
    ${table.you.length && !table.lines.length ? html`<p class="hint">${t("Whoever opens this game can read along.")}</p>` : nothing}
    <form class="say" @submit=${(/** @type {SubmitEvent} */ event) => submit(event, say)}>
      <label class="unseen" for="say">${t("Say something")}</label>
      <input id="say" name="text" maxlength="140" autocomplete="off" placeholder=${t("Say something")} />
      <button>${t("Send")}</button>
    </form>
    <div class="phrases" role="group" aria-label=${t("Stock phrases")}>
      ${phrases.map((one) => html`<button type="button" @click=${() => say({ phrase: one.phrase })}>${spoken(one)}</button>`)}
    </div>
  `;
}

/** @param {Table} table @param {any} line */
function lineView(table, line) {
  const mine = table.you.some((side) => table.game[side].name === line.name);
  return html`<li><span><b>${line.name}</b> ${line.text ?? spoken(line)}</span>
    ${line.text && !mine
      ? html`<button class="quiet" aria-label=${t("Report what {name} said", { name: line.name })} title=${t("Report")}
          @click=${() => report(line.name, { game: table.id, line: line.id })}>⚑</button>`
      : nothing}</li>`;
}

/** @param {SubmitEvent} event @param {(said: {text: string}) => Promise<boolean>} say */
async function submit(event, say) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
  const text = field.value.trim();
  if (text && (await say({ text }))) field.value = "";
}

/** Say something at a table; the line as it stands there, or nothing where it was refused. */
/** @param {string} id @param {{phrase?: string, text?: string}} said */
export async function lineSaid(id, said) {
  try {
    return await post(`/api/games/${id}/chat`, said);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    return null;
  }
}
