/** Telling the moderators about somebody: a reason from a list, and what happened in own words. */

import { html } from "../vendor/lit.js";
import { post } from "./api.js";
import { asked } from "./dialog.js";
import { notice } from "./page_frame.js";
import { t } from "./words.js";

/** Why somebody is reported, as the server counts them. @returns {Record<string, string>} */
export const complaints = () => ({
  insult: t("Insults"),
  cheating: t("Cheating"),
  stalling: t("Stalling"),
  name: t("The name"),
  spam: t("Advertising or spam"),
  other: t("Something else"),
});

/** @param {string} name @param {{game?: string, line?: number}} [about] */
export async function report(name, about = {}) {
  const answers = await asked({ title: t("Report {name}", { name }), yes: t("Report"), fields: fields() });
  if (!answers) return;
  try {
    await post("/api/reports", { name, complaint: answers.complaint, text: answers.text, ...about });
    notice(t("The moderators will look at it."));
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

function fields() {
  return html`<label class="field"><span>${t("What is it about?")}</span>
      <select name="complaint">${Object.entries(complaints()).map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></label>
    <label class="field"><span>${t("What should the moderators know?")}</span>
      <textarea name="text" rows="3" maxlength="1000"></textarea></label>`;
}
