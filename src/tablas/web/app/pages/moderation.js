/** For moderators: open reports, deeds with their reasons, and the log of all that was done. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get, post, Refusal } from "../api.js";
import { notice } from "../page_frame.js";
import { me } from "../me.js";
import { t } from "../words.js";
import { deedForm, hideLine, logView, reportsView, settle } from "./moderation_parts.js";

/**
 * @typedef {object} Desk
 * @property {any[]} reports
 * @property {any[]} entries of the log
 * @property {number | null} next where the log goes on
 * @property {string} about the one person whose log is shown, or ""
 * @property {string} subject who stands in the form
 */

/** @type {Desk} */
let desk = { reports: [], entries: [], next: null, about: "", subject: "" };
/** @type {HTMLElement} */
let place;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  const who = await me();
  if (who?.role !== "moderator") return render(closed(), place);
  await load();
}

async function load() {
  const [told, log] = await Promise.all([get("/api/moderation/reports"), get(logPath())]);
  desk = { ...desk, reports: told.reports, entries: log.entries, next: log.next };
  draw();
}

/** @param {number} [before] */
function logPath(before) {
  const asked = new URLSearchParams();
  if (desk.about) asked.set("name", desk.about);
  if (before) asked.set("before", String(before));
  return `/api/moderation/audit?${asked}`;
}

/** Do something, say what went wrong, and show how things stand now. @param {() => Promise<unknown>} deed */
async function attempt(deed) {
  try {
    await deed();
    await load();
    return true;
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    return !(error instanceof Refusal);
  }
}

const doing = {
  /** @param {string} subject */
  name: (subject) => {
    desk = { ...desk, subject };
    draw();
    place.querySelector("#deed")?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (place.querySelector("#deed [name=reason]"))?.focus();
  },
  /** @param {any} report */
  settle: async (report) => {
    const outcome = await settle(report);
    if (outcome) await attempt(() => post(`/api/moderation/reports/${report.id}/settle`, { outcome }));
  },
  /** @param {any} report */
  hide: async (report) => {
    const reason = await hideLine(report);
    if (reason) await attempt(() => post(`/api/moderation/chat/${report.line}/hide`, { reason }));
  },
  /** @param {{name: string, deed: string, days: string, reason: string}} asked */
  act: async ({ name, deed, days, reason }) => {
    const path = `/api/moderation/people/${encodeURIComponent(name)}`;
    const done = await attempt(() => post(path, { deed, reason, ...(days ? { days: Number(days) } : {}) }));
    if (done) notice(t("Done and recorded."));
    return done;
  },
  /** @param {string} about */
  look: (about) => {
    desk = { ...desk, about };
    return attempt(load);
  },
  more: async () => {
    const log = await get(logPath(desk.next ?? undefined));
    desk = { ...desk, entries: [...desk.entries, ...log.entries], next: log.next };
    draw();
  },
};

function draw() {
  render(
    html`<div class="stack wide">
      <h1>${t("Moderation")}</h1>
      <section class="panel" aria-labelledby="reports-title">
        <h2 id="reports-title">${t("Open reports")}</h2>
        ${reportsView(desk.reports, doing)}
      </section>
      <section class="panel" id="deed" aria-labelledby="deed-title">
        <h2 id="deed-title">${t("Mute, ban or close")}</h2>
        ${deedForm(desk.subject, doing.act)}
      </section>
      <section class="panel" aria-labelledby="log-title">
        <h2 id="log-title">${t("What was done")}</h2>
        ${logView(desk, doing.look)}
        ${desk.next ? html`<button @click=${doing.more}>${t("Show more")}</button>` : nothing}
      </section>
    </div>`,
    place,
  );
}

function closed() {
  return html`<div class="stack">
    <h1>${t("Moderation")}</h1>
    <p>${t("Only moderators see this page. Whoever runs the server makes one with: tablas admin make-moderator")}</p>
    <div class="buttons"><a class="button primary" href="/account">${t("Log in")}</a><a class="button" href="/">${t("Play")}</a></div>
  </div>`;
}
