/** What a rated game has done to my rating, as soon as the server has counted it. */

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
