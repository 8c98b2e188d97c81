/** What the analysis board asks the server: where acts lead, matches of games and files, openings. */

import { Refusal, answered, get, post, sentence } from "../api.js";
import { somebody } from "../me.js";
import { spoken } from "../words.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Standing} from "./tree.js" */

/** @typedef {{cube?: any, match?: any, money?: boolean}} Beside the position: cube and score */

/** @param {GameName} game @param {string} position @param {any[]} [acts] @param {Beside} [beside] @returns {Promise<Standing[]>} */
export async function workedOut(game, position, acts = [], beside = {}) {
  const bare = acts.map(({ parent, do: deed, dice, play }) => ({ parent, do: deed, dice, play }));
  return (await post("/api/tree", { game, position, acts: bare, ...beside })).nodes;
}

/** A board with its legal steps. @param {GameName} game @param {string} position @param {number[] | null} roll */
export function boardOf(game, position, roll) {
  const query = new URLSearchParams({ position, ...(roll ? { first: String(roll[0]), second: String(roll[1]) } : {}) });
  return get(`/api/board/${game}?${query}`);
}

/** @param {GameName} game @param {string} position @param {number[] | null} roll @returns {Promise<import("./explorer.js").Known>} */
export function openingOf(game, position, roll) {
  const query = new URLSearchParams({ position, ...(roll ? { first: String(roll[0]), second: String(roll[1]) } : {}) });
  return get(`/api/openings/${game}?${query}`);
}

/** A game that was played here, or one of a review. @param {string} id */
export const replayOf = (id) => get(id.startsWith("file-") ? `/api/reviews/${id}/replay` : `/api/games/${encodeURIComponent(id)}/replay`);

/** The match of a file. @param {File} file */
export async function matchOf(file) {
  await somebody();
  const query = new URLSearchParams({ name: file.name });
  const answer = await fetch(`/api/files?${query}`, { method: "POST", headers: { "x-tablas": "web", accept: "application/json" }, body: file });
  const told = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, told.error.code, sentence(spoken(told.error)));
  return told;
}

/** The formats in which a line of this game can be written. @param {GameName} game */
export async function formatsFor(game) {
  const { formats } = await get("/api/formats");
  return formats.filter((/** @type {any} */ one) => one.writes && (one.game === null || one.game === game));
}

/** A line as a file. @param {string} format @param {any} line */
export async function lineFile(format, line) {
  return (await answered("POST", `/api/tree/files/${format}`, line)).blob();
}
