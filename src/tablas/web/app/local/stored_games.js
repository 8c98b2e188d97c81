/** Games on this device, in IndexedDB: stored after every action, until the server has them. */

import { keep, kept } from "../settings.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Action} from "./game_state.js" */

/**
 * @typedef {object} StoredGame
 * @property {string} id
 * @property {any} agreement
 * @property {string} level the opponent
 * @property {Side} side mine
 * @property {number} began milliseconds since 1970
 * @property {Action[]} actions
 * @property {"playing" | "finished" | "aborted"} status
 * @property {string | null} handed the id that the server gave to it
 * @property {string} [refused] why the server would not have it
 */

const NAME = "tablas";
const GAMES = "local-games";
const WAITING = "tablas-local-games"; // whether there is something to hand in, for pages that have no time to look

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T>} use
 * @returns {Promise<T>} when it is stored
 */
async function within(mode, use) {
  const transaction = (await database()).transaction(GAMES, mode);
  const request = use(transaction.objectStore(GAMES));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {StoredGame} game */
export async function save(game) {
  await within("readwrite", (games) => games.put(game));
  keep(WAITING, { some: true });
}

/** @param {string} id @returns {Promise<StoredGame | undefined>} */
export const find = (id) => within("readonly", (games) => games.get(id));

/** @param {string} id */
export const remove = (id) => within("readwrite", (games) => games.delete(id));

/** The newest first. @returns {Promise<StoredGame[]>} */
export async function all() {
  if (!waiting()) return [];
  const games = await within("readonly", (stored) => stored.getAll());
  return games.sort((/** @type {StoredGame} */ a, /** @type {StoredGame} */ b) => b.began - a.began);
}

/** Whether a game was ever played on this device. */
export const waiting = () => Boolean(kept(WAITING).some);

/** A name that no other device gives. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}
