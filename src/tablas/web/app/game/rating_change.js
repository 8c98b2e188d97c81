/** Ratings at a rated table: what both bring to it, and what the game has done to mine. */

import { get } from "../api.js";
import { gameOf } from "./table.js";

/** @import {Table} from "./table.js" */

const TRIES = 5;
const PAUSE = 700; // milliseconds; ratings follow a moment after the game
const NEWCOMER = 1500;

/** @param {Table} table @returns {Promise<import("./questions.js").RatingChange>} */
export async function ratingChange(table) {
  const { agreement, speed } = table.game;
  if (!agreement.rated || table.you.length !== 1) return null;
  const { name } = table.game[table.you[0]];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { points } = await get(`/api/people/${encodeURIComponent(name)}/ratings/${gameOf(table)}/${speed}`);
    const at = points.findIndex((/** @type {any} */ point) => point.game === table.id);
    if (at >= 0) return { before: points[at - 1]?.rating ?? NEWCOMER, after: points[at].rating };
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}

/**
 * What both have in games of this kind and pace, as text; a question mark where it is a guess yet.
 * @param {Table} table
 * @returns {Promise<Table["ratings"]>}
 */
export async function ratingsOf(table) {
  const { agreement, speed } = table.game;
  if (!agreement.rated) return {};
  const sides = /** @type {const} */ (["white", "black"]);
  const found = await Promise.all(sides.map(async (side) => [side, await ratingOf(table.game[side].name, agreement.game, speed)]));
  return Object.fromEntries(found);
}

/** @param {string} name @param {string} game @param {string} speed */
async function ratingOf(name, game, speed) {
  const { ratings } = await get(`/api/people/${encodeURIComponent(name)}`);
  const known = ratings.find((/** @type {any} */ one) => one.game === game && one.speed === speed);
  return known ? `${Math.round(known.rating)}${known.provisional ? "?" : ""}` : `${NEWCOMER}?`;
}
