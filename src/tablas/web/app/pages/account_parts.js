/** The lists of an account: passkeys, tokens for programs, browsers, one's own data. */

import { html, nothing } from "../../vendor/lit.js";
import { ask, post } from "../api.js";
import { actionName, untilWords } from "../moderation_words.js";
import { asked } from "../dialog.js";
import { formView } from "../forms.js";
import { addPasskey, canUsePasskeys } from "../passkeys.js";
import { day, t } from "../words.js";

/** @import {Account} from "./account.js" */

/** @typedef {{attempt: (deed: () => Promise<unknown>) => Promise<void>, made: (token: string) => void, gone: () => void, told: (news: Partial<Account>) => Promise<void>}} Doing */

/** What moderators did about me, and why; nothing for nearly everybody. @param {import("../me.js").Me} who */
export function sanctionsView({ moderation }) {
  if (!moderation?.length) return nothing;
  return html`<section class="panel"><h2>${t("Notes of the moderators")}</h2>
    <ul class="rows">${moderation.map((one) => html`<li><div>${actionName(one.action)}${untilWords(one)}: ${one.reason}<small>${day(one.at)}</small></div></li>`)}</ul>
  </section>`;
}

/** @param {Account} account @param {Doing} doing */
export function passkeysView({ passkeys }, { attempt }) {
  return html`<section class="panel"><h2>${t("Passkeys")}</h2>
    <ul class="rows">${passkeys.map(
      (key) => html`<li><div>${key.label}<small>${t("made {day}", { day: day(key.created_at) })}</small></div>
        <button @click=${() => attempt(() => ask("DELETE", `/api/passkeys/${encodeURIComponent(key.id)}`))}>${t("Remove")}</button></li>`,
    )}</ul>
    ${canUsePasskeys()
      ? html`<button @click=${() => attempt(() => addPasskey(t("This device")))}>${t("Add a passkey")}</button>`
      : html`<p class="hint">${t("This browser or address cannot use passkeys.")}</p>`}
  </section>`;
}

/**
 * Codes of an app as a second step beside the password.
 * @param {import("../me.js").Me} who
 * @param {Account} account
 * @param {Doing} doing
 */
export function codesView(who, { setup, recovery }, { attempt, told }) {
  const begin = () => attempt(async () => told({ setup: await post("/api/me/codes") }));
  const off = () =>
    attempt(async () => {
      await ask("DELETE", "/api/me/codes");
      await told({ recovery: [] });
    });
  const confirm = (/** @type {Record<string, string>} */ values) =>
    attempt(async () => told({ recovery: (await post("/api/me/codes/confirm", values)).recovery, setup: null }));
  return html`<section class="panel" id="codes"><h2>${t("Second step")}</h2>
    <p class="hint">${t("Besides your password, a code that an app on your telephone shows. A passkey needs none.")}</p>
    ${recovery.length
      ? html`<p role="status">${t("Codes are on. Write these down: each lets you in once without the app.")}</p>
          <ol class="token">${recovery.map((one) => html`<li>${one}</li>`)}</ol>`
      : nothing}
    ${setup ? setupView(setup, confirm) : html`<button @click=${who.codes ? off : begin}>${who.codes ? t("Turn codes off") : t("Set up codes")}</button>`}
  </section>`;
}

/** @param {NonNullable<Account["setup"]>} setup @param {(values: Record<string, string>) => Promise<void>} confirm */
function setupView({ secret, address, qr }, confirm) {
  return html`<figure class="code">
      <img src=${`data:image/svg+xml,${encodeURIComponent(qr)}`} width="180" height="180" alt=${t("QR code for the app")} />
      <figcaption>${t("Show this to the app, or type the key:")} <a class="token" href=${address}>${secret}</a></figcaption>
    </figure>
    ${formView([{ name: "code", label: t("Code that the app shows now"), autocomplete: "one-time-code", maxlength: 20 }], t("Turn codes on"), confirm)}`;
}

/** @param {Account} account @param {Doing} doing */
export function tokensView({ tokens, token }, { attempt, made }) {
  const make = (/** @type {Record<string, string>} */ { label, ...ticked }) =>
    attempt(async () => made((await post("/api/tokens", { label, scopes: Object.keys(ticked) })).token));
  const scopes = { read: t("read"), play: t("play"), chat: t("chat") };
  return html`<section class="panel"><h2>${t("Tokens for programs")}</h2>
    <p class="hint">${t("A token lets a program act in your name. It is shown once.")}</p>
    ${token ? html`<p class="token" role="status">${token}</p>` : nothing}
    <ul class="rows">${tokens.map(
      (one) => html`<li><div>${one.label}<small>${one.scopes.join(", ")} · ${one.used_at ? t("last used {day}", { day: day(one.used_at) }) : t("never used")}</small></div>
        <button @click=${() => attempt(() => ask("DELETE", `/api/tokens/${encodeURIComponent(one.id)}`))}>${t("Revoke")}</button></li>`,
    )}</ul>
    <details><summary>${t("Make a token")}</summary>
      ${formView([{ name: "label", label: t("What is it for?"), maxlength: 40 }], t("Make a token"), make,
        html`${Object.entries(scopes).map(([scope, text]) => html`<label class="field tick"><input type="checkbox" name=${scope} .checked=${scope === "read"} /><span>${text}</span></label>`)}`)}
    </details>
  </section>`;
}

/** @param {Account} account @param {Doing} doing */
export function sessionsView({ sessions, signIns }, { attempt }) {
  return html`<section class="panel"><h2>${t("Where you are logged in")}</h2>
    <ul class="rows">${sessions.map(
      (one) => html`<li><div>${one.agent || t("Unknown browser")}<small>${one.current ? t("this browser") : t("last seen {day}", { day: day(one.seen_at) })}</small></div>
        ${one.current ? nothing : html`<button @click=${() => attempt(() => ask("DELETE", `/api/sessions/${encodeURIComponent(one.id)}`))}>${t("Log out")}</button>`}</li>`,
    )}</ul>
    <details><summary>${t("Latest sign-ins")}</summary>
      <ul class="rows sign-ins">${signIns.map((one) => html`<li><div>${one.device || t("Unknown browser")}<small>${day(one.at)}</small></div><span>${howWords()[one.how]}</span></li>`)}</ul>
      <p class="quiet">${t("They are kept for 90 days, the last hundred at most, and without your address.")}</p>
    </details>
  </section>`;
}

/** How somebody came in, or what kept them out. @returns {Record<string, string>} */
const howWords = () => ({
  "new-account": t("account made"),
  password: t("by password"),
  "password-and-code": t("by password and code"),
  passkey: t("by passkey"),
  "wrong-password": t("refused: wrong password"),
  "wrong-code": t("refused: wrong code"),
});

/** @param {Doing} doing */
export function dataView({ attempt, gone }) {
  const farewell = async () => {
    const sure = await asked({
      title: t("Delete everything about you?"),
      text: t("Your games are kept under a name that says nothing about you. This cannot be undone."),
      yes: t("Delete everything"),
      danger: true,
    });
    if (!sure) return;
    attempt(async () => {
      await ask("DELETE", "/api/me");
      gone();
    });
  };
  return html`<section class="panel"><h2>${t("My data")}</h2>
    <div class="buttons">
      <a class="button" href="/api/me/data" download="tablas-my-data.json">${t("Download everything")}</a>
      <button class="bad" @click=${farewell}>${t("Delete everything")}</button>
    </div>
  </section>`;
}
