/** What moderators do, in words: for their own log, and for whoever it was done to. */

import { html, nothing } from "../vendor/lit.js";
import { day, t } from "./words.js";

/** @param {{until_at: number | null}} entry */
export function untilWords({ until_at: until }) {
  // An action without an end is written with a day that no calendar reaches.
  const known = until && until < Date.now() + 400 * 365 * 86_400_000;
  return known ? html`<small> ${t("until {day}", { day: day(until) })}</small>` : nothing;
}

/** @param {string} action */
export function actionName(action) {
  /** @type {Record<string, string>} */
  const names = {
    mute: t("muted"),
    unmute: t("mute ended"),
    ban: t("banned"),
    unban: t("ban ended"),
    close: t("account closed"),
    reopen: t("account opened again"),
    settle: t("report settled"),
    hide: t("line hidden"),
    "create-user": t("account made"),
    "reset-password": t("password renewed"),
    "role-moderator": t("made a moderator"),
    "role-player": t("no longer a moderator"),
  };
  return names[action] ?? action;
}
