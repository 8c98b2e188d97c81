/**
 * My part in fair dice: a chain of 1000 links that begins with a secret of this browser.
 * docs/fair-dice.md describes it: x[k-1] = SHA-256("tablas-dice/1|chain|" + x[k]), x[0] the anchor.
 */

const LINKS = 1000;
const PREFIX = new TextEncoder().encode("tablas-dice/1|chain|");
const KEPT = "tablas-chain:";

/** Whether this browser can take part: WebCrypto needs https, or the same machine. */
export const canDeal = () => globalThis.crypto?.subtle !== undefined;

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} link @returns {Promise<Uint8Array>} the link before it */
export async function before(link) {
  const joined = new Uint8Array(PREFIX.length + link.length);
  joined.set(PREFIX);
  joined.set(link, PREFIX.length);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
}

/** Every link of the chain that ends in `secret`, the anchor first. @param {Uint8Array} secret */
export async function links(secret) {
  const chain = [secret];
  for (let k = 0; k < LINKS; k += 1) chain.push(await before(chain[k]));
  return chain.reverse();
}

/** @type {Map<string, Promise<Uint8Array[]>>} */
const made = new Map();

/**
 * The chain of one side in one game, made at the first call and kept in this browser, so that a
 * reload goes on with the same one.
 * @param {string} dealing
 * @param {string} side
 */
export function chain(dealing, side) {
  const name = `${KEPT}${dealing}:${side}`;
  const found = made.get(name) ?? links(secretOf(name));
  made.set(name, found);
  return found;
}

/** @param {string} name */
function secretOf(name) {
  const fresh = crypto.getRandomValues(new Uint8Array(32));
  try {
    const known = localStorage.getItem(name);
    if (known) return bytes(known);
    localStorage.setItem(name, hex(fresh));
  } catch {
    // Not kept: a reload in the middle of the game could not go on.
  }
  return fresh;
}

/** @param {string} dealing @param {string} side @param {number} number 0 is the anchor */
export const opening = async (dealing, side, number) => hex((await chain(dealing, side))[number]);

/** A game is over: its secrets are told in the record. @param {string} game */
export function forget(game) {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`${KEPT}${game}-`)) localStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept.
  }
}
