/** Who sits at this browser: nobody yet, a guest, or an account. */

import { ask, post, Refusal } from "./api.js";
import { language } from "./words.js";

/**
 * @typedef {object} Me
 * @property {string} id
 * @property {string} name
 * @property {"guest" | "account" | "bot"} kind
 * @property {"player" | "moderator"} role
 * @property {string} about
 * @property {boolean} password
 * @property {number} passkeys
 * @property {boolean} [codes] whether a code of an app is asked for besides the password
 * @property {{action: string, at: number, until_at: number | null, reason: string}[]} [moderation]
 */

const KNOWN = "tablas-known";

/** @type {Promise<Me | null> | null} */
let asked = null;

/** Whoever is here; a browser that never entered is not asked about. @returns {Promise<Me | null>} */
export function me() {
  asked ??= known() ? ask("GET", "/api/me").catch(nobody) : Promise.resolve(null);
  return asked;
}

/** @param {unknown} error */
function nobody(error) {
  if (error instanceof Refusal && error.status === 401) {
    entered(null);
    return null;
  }
  asked = null; // not known: whoever asks later may learn it
  throw error;
}

/** Whoever is here, as a guest if nobody was. @returns {Promise<Me>} */
export async function somebody() {
  const person = await me();
  return person ?? entered(await post("/api/guest", { language }));
}

/**
 * Somebody came in, or went out.
 * @template {Me | null} M
 * @param {M} who
 * @returns {M}
 */
export function entered(who) {
  asked = Promise.resolve(who);
  try {
    if (who) localStorage.setItem(KNOWN, "1");
    else localStorage.removeItem(KNOWN);
  } catch {
    // Nothing is kept: every page asks anew.
  }
  return who;
}

function known() {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    return true;
  }
}
