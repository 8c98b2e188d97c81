/**
 * My part in fair dice: a chain of 1000 links that begins with a secret made of my dice key.
 * docs/fair-dice.md describes it: x[k-1] = SHA-256("tablas-dice/1|chain|" + x[k]), x[0] the anchor.
 */

const LINKS = 1000;
const PREFIX = new TextEncoder().encode("tablas-dice/1|chain|");
const KEPT = "tablas-chain:"; // secrets of single games, as browsers kept them before there was a key
const KEY = "tablas-dice-key";

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
 * The chain of one side in one game. It follows from my dice key, so that a reload, and any other
 * device that has the same key, goes on with the same one.
 * @param {string} dealing
 * @param {string} side
 */
export function chain(dealing, side) {
  const name = `${KEPT}${dealing}:${side}`;
  const making = made.get(name) ?? secretOf(name).then(links);
  made.set(name, making);
  return making;
}

/** HMAC-SHA-256 of the chain's name under my key: nobody learns the key from a secret. @param {string} name */
async function secretOf(name) {
  const known = kept(name);
  if (known) return bytes(known);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(diceKey()), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(name)));
}

let unkept = ""; // the key of a browser that keeps nothing

/** My dice key, 64 hexadecimal digits; made at the first call. */
export function diceKey() {
  const known = kept(KEY);
  if (known) return known;
  unkept ||= hex(crypto.getRandomValues(new Uint8Array(32)));
  try {
    localStorage.setItem(KEY, unkept);
  } catch {
    // Not kept: a reload in the middle of a game could not go on.
  }
  return unkept;
}

/** Take over the key of another device; whether it was one. @param {string} text */
export function useDiceKey(text) {
  const key = text.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(key)) return false;
  localStorage.setItem(KEY, key);
  made.clear();
  return true;
}

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
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
