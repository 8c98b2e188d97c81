/** The parts of the moderators' page: reports, the form for deeds, the log. */

import { html, nothing } from "../../vendor/lit.js";
import { asked } from "../dialog.js";
import { actionName, untilWords } from "../moderation_words.js";
import { complaints } from "../reports.js";
import { day, t } from "../words.js";

/** @import {Desk} from "./moderation.js" */

/** @returns {Record<string, string>} */
const deeds = () => ({
  mute: t("Mute: no free text in chats"),
  ban: t("Ban: no new games, no talking"),
  close: t("Close the account"),
  unmute: t("End the mute"),
  unban: t("End the ban"),
  reopen: t("Open the account again"),
});

/**
 * @param {any[]} reports
 * @param {{name: (name: string) => void, settle: (report: any) => void, hide: (report: any) => void}} doing
 */
export function reportsView(reports, doing) {
  if (!reports.length) return html`<p class="empty">${t("No reports are waiting.")}</p>`;
  return html`<ul class="rows">${reports.map(
    (one) => html`<li>
      <div>
        <strong>${person(one.subject)}</strong>: ${complaints()[one.complaint] ?? one.complaint}
        ${one.said ? html`<blockquote>${one.said}</blockquote>` : nothing} ${one.text ? html`<p>${one.text}</p>` : nothing}
        <small>${t("reported by {name}, {day}", { name: one.reporter, day: day(one.at) })}
          ${one.game ? html` · <a href=${`/replay/${one.game}`}>${t("The game")}</a>` : nothing}</small>
      </div>
      <div class="buttons">
        <button @click=${() => doing.name(one.subject)}>${t("Take action …")}</button>
        ${one.line ? html`<button @click=${() => doing.hide(one)}>${t("Hide the line")}</button>` : nothing}
        <button class="primary" @click=${() => doing.settle(one)}>${t("Settle")}</button>
      </div>
    </li>`,
  )}</ul>`;
}

/** @param {string} name */
const person = (name) => html`<a href=${`/person/${encodeURIComponent(name)}`}>${name}</a>`;

/** What came of a report, or null. @param {any} report */
export async function settle(report) {
  return reason(t("Settle the report about {name}", { name: report.subject }), t("What was decided?"), t("Settle"));
}

/** Why a line of chat is taken from sight, or null. @param {any} report */
export async function hideLine(report) {
  return reason(t("Hide the line of {name}", { name: report.subject }), t("Reason"), t("Hide the line"));
}

/** @param {string} title @param {string} label @param {string} yes */
async function reason(title, label, yes) {
  const fields = html`<label class="field"><span>${label}</span>
    <textarea name="reason" rows="3" maxlength="1000" required></textarea></label>`;
  return (await asked({ title, yes, fields }))?.reason.trim() || null;
}

/** @param {string} subject @param {(asked: any) => Promise<boolean>} act */
export function deedForm(subject, act) {
  /** @param {SubmitEvent} event */
  const submitted = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    if (await act(values)) form.reset();
  };
  return html`<form @submit=${submitted}>
    <div class="fields">
      <label class="field"><span>${t("Name")}</span><input name="name" required maxlength="40" autocomplete="off" .value=${subject} /></label>
      <label class="field"><span>${t("What to do")}</span>
        <select name="deed">${Object.entries(deeds()).map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></label>
      <label class="field"><span>${t("For how long")}</span>
        <select name="days">
          ${[["1", t("One day")], ["7", t("One week")], ["30", t("One month")], ["", t("Until it is lifted")]].map(
            ([value, text]) => html`<option value=${value}>${text}</option>`,
          )}
        </select></label>
    </div>
    <label class="field"><span>${t("Reason (the person can read it)")}</span>
      <input name="reason" required maxlength="1000" autocomplete="off" /></label>
    <div class="buttons"><button class="primary">${t("Do it")}</button></div>
  </form>`;
}

/** @param {Desk} desk @param {(name: string) => void} look */
export function logView(desk, look) {
  /** @param {SubmitEvent} event */
  const submitted = (event) => {
    event.preventDefault();
    look(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("about") ?? "").trim());
  };
  return html`<form class="share" role="search" @submit=${submitted}>
      <label class="unseen" for="about">${t("Only about this name")}</label>
      <input id="about" class="link" name="about" maxlength="40" placeholder=${t("Only about this name")} .value=${desk.about} />
      <button>${t("Show")}</button>
    </form>
    ${desk.entries.length ? logTable(desk.entries) : html`<p class="empty">${t("Nothing has been done yet.")}</p>`}`;
}

/** @param {any[]} entries */
function logTable(entries) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("Log")}><table class="data">
    <thead><tr><th>${t("When")}</th><th>${t("Who")}</th><th>${t("What")}</th><th>${t("About whom")}</th><th>${t("Reason")}</th></tr></thead>
    <tbody>${entries.map(
      (one) => html`<tr><td>${day(one.at)}</td><td>${one.actor}</td>
        <td>${actionName(one.action)}${untilWords(one)}</td>
        <td>${one.subject ? person(one.subject) : nothing}</td><td>${one.reason}</td></tr>`,
    )}</tbody>
  </table></div>`;
}
