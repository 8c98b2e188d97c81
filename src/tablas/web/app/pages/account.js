/** Coming in, going out, and everything about one's own account. */

import { html, nothing, render } from "../../vendor/lit.js";
import { ask, get, post, Refusal } from "../api.js";
import { formView } from "../forms.js";
import { draw as drawFrame, notice } from "../page_frame.js";
import { entered, me } from "../me.js";
import { canUsePasskeys, logInWithPasskey, proveWithPasskey, registerWithPasskey } from "../passkeys.js";
import { language, t } from "../words.js";
import { codesView, dataView, passkeysView, sanctionsView, sessionsView, tokensView } from "./account_parts.js";

/** @import {Me} from "../me.js" */

/**
 * @typedef {object} Account
 * @property {Me | null} who
 * @property {any[]} passkeys
 * @property {any[]} tokens
 * @property {any[]} sessions
 * @property {any[]} signIns the latest, newest first
 * @property {string} token the one that was just made
 * @property {boolean} codeNeeded whether a login waits for the code of an app
 * @property {{secret: string, address: string, qr: string} | null} setup of codes that are not on yet
 * @property {string[]} recovery codes that were just made
 * @property {(() => Promise<unknown>) | null} again what waits for a second proof
 */

/** @type {Account} */
let account = { who: null, passkeys: [], tokens: [], sessions: [], signIns: [], token: "", again: null, codeNeeded: false, setup: null, recovery: [] };
/** @type {HTMLElement} */
let place;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  account.who = await me();
  draw();
  await load();
}

async function load() {
  if (!account.who || account.who.kind === "guest") return draw();
  const [keys, tokens, sessions] = await Promise.all([get("/api/passkeys"), get("/api/tokens"), get("/api/sessions")]);
  account = { ...account, passkeys: keys.passkeys, tokens: tokens.tokens, sessions: sessions.sessions, signIns: sessions.sign_ins };
  draw();
}

/**
 * Do something, and say what went wrong; what needs a second proof waits for it.
 * @param {() => Promise<unknown>} deed
 */
async function attempt(deed) {
  try {
    await deed();
    account.again = null;
    await load();
  } catch (error) {
    if (error instanceof Refusal && error.code === "prove-again") account.again = deed;
    else if (error instanceof Refusal && error.code === "code-needed") account.codeNeeded = true;
    else if (/** @type {Error} */ (error).name !== "NotAllowedError") notice(/** @type {Error} */ (error).message);
  }
  draw();
}

/** @param {Me | null} who */
function came(who) {
  account = { ...account, who: entered(who), codeNeeded: false };
  drawFrame(who);
}

function draw() {
  const { who } = account;
  render(
    html`<div class="stack">
      <h1>${t("Account")}</h1>
      ${account.again ? proofView(account.again) : nothing}
      ${who && who.kind !== "guest" ? ownView(who) : strangerView(who)}
    </div>`,
    place,
  );
}

/** @param {Me | null} who */
function strangerView(who) {
  const name = { name: "name", label: t("Name"), autocomplete: "username", maxlength: 20 };
  const logIn = (/** @type {any} */ values) => attempt(async () => came(await post("/api/login", values)));
  const register = (/** @type {any} */ values) => attempt(async () => came(await post("/api/register", { ...values, language })));
  const withKey = () => attempt(async () => came(await logInWithPasskey()));
  const newKey = () => {
    const chosen = /** @type {HTMLInputElement | null} */ (place.querySelector("#register input[name=name]"));
    return attempt(async () => came(await registerWithPasskey(chosen?.value ?? "", t("This device"))));
  };
  const key = (/** @type {string} */ text, /** @type {() => void} */ press) =>
    canUsePasskeys() ? html`<button type="button" @click=${press}>${text}</button>` : nothing;
  return html`
    ${who
      ? html`<p>${t("You play as {name}. Make an account to keep your name, your games and a rating.", { name: who.name })}</p>`
      : html`<p>${t("You can play without an account. With one you keep your name, your games and a rating.")}</p>`}
    <section class="panel" id="login"><h2>${t("Log in")}</h2>
      ${formView([name, { name: "password", label: t("Password"), type: "password", autocomplete: "current-password" }, ...codeField(account.codeNeeded)], t("Log in"), logIn, key(t("With a passkey"), withKey))}
    </section>
    <section class="panel" id="register"><h2>${t("Make an account")}</h2>
      ${formView(
        [{ ...name, hint: t("2 to 20 letters or digits") }, { name: "password", label: t("Password"), type: "password", autocomplete: "new-password", hint: t("At least 8 characters; no e-mail is asked for.") }],
        t("Make an account"),
        register,
        key(t("With a passkey instead"), newKey),
      )}
    </section>
    ${who ? html`${sanctionsView(who)} ${dataView(doing)}` : nothing}
  `;
}

/** @param {Me} who */
function ownView(who) {
  return html`
    ${sanctionsView(who)}
    <section class="panel">
      <h2>${who.name}</h2>
      <p class="links"><a href=${`/person/${encodeURIComponent(who.name)}`}>${t("My public profile")}</a>
        ${who.role === "moderator" ? html`<a href="/moderation">${t("Moderation")}</a>` : nothing}</p>
      ${formView([{ name: "about", label: t("About me"), value: who.about, maxlength: 400 }], t("Save"), (values) =>
        attempt(async () => {
          came(await ask("PATCH", "/api/me", values));
          notice(t("Saved."));
        }),
      )}
      <div class="buttons"><button @click=${() => attempt(leave)}>${t("Log out")}</button></div>
    </section>
    <section class="panel"><h2>${t("Password")}</h2>
      ${formView([{ name: "password", label: t("New password"), type: "password", autocomplete: "new-password" }], t("Change"), (values) =>
        attempt(async () => {
          await ask("PUT", "/api/me/password", values);
          notice(t("Your password is changed, and other browsers are logged out."));
        }),
      )}
    </section>
    ${passkeysView(account, doing)} ${who.password ? codesView(who, account, doing) : nothing} ${tokensView(account, doing)} ${sessionsView(account, doing)} ${dataView(doing)}
  `;
}

const doing = {
  attempt,
  /** @param {string} token */
  made: (token) => {
    account = { ...account, token };
  },
  gone: () => came(null),
  /** @param {Partial<Account>} news */
  told: async (news) => {
    account = { ...account, ...news };
    came(await get("/api/me"));
  },
};

/** The code of an app, where one is asked for. @param {boolean} needed @returns {import("../forms.js").Field[]} */
const codeField = (needed) => (needed ? [{ name: "code", label: t("Code of your app"), autocomplete: "one-time-code", maxlength: 40 }] : []);

async function leave() {
  await post("/api/logout");
  came(null);
}

/** Changing the account itself needs password or passkey once more. @param {() => Promise<unknown>} again */
function proofView(again) {
  const proven = (/** @type {() => Promise<unknown>} */ proof) =>
    attempt(async () => {
      await proof();
      account.again = null;
      await again();
    });
  return html`<section class="panel" role="alert">
    <h2>${t("Is it you?")}</h2>
    <p>${t("Confirm it with your password or passkey.")}</p>
    ${formView(
      [{ name: "password", label: t("Password"), type: "password", autocomplete: "current-password" }, ...codeField(account.who?.codes ?? false)],
      t("Go on"),
      (values) => proven(() => post("/api/proof", values)),
      account.who?.passkeys ? html`<button type="button" @click=${() => proven(proveWithPasskey)}>${t("With a passkey")}</button>` : nothing,
    )}
  </section>`;
}
