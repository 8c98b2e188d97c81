/** Games that were played on this device go to the server when it can be reached: each once, under the name it has here. */

import { Refusal, post } from "../api.js";
import { somebody } from "../me.js";
import { all, find, remove, save } from "./stored_games.js";

/** @import {StoredGame} from "./stored_games.js" */

const KEPT_FOR = 30 * 86_400_000; // milliseconds, of what the server has

/** @type {Promise<void> | null} */
let working = null;

/** Whatever is over and has not been handed in; one go at a time. */
export function handIn() {
  working ??= handAllIn().finally(() => (working = null));
  return working;
}

async function handAllIn() {
  for (const game of await all()) {
    if (game.handed && Date.now() - game.began > KEPT_FOR) await remove(game.id);
    if (game.status === "aborted") await remove(game.id);
    if (game.status !== "finished" || game.handed || game.refused || !navigator.onLine) continue;
    try {
      await handOver(game);
    } catch {
      return; // the server cannot be reached, or is busy: the next page tries again
    }
  }
}

/** @param {StoredGame} game @returns {Promise<string | null>} its id on the server; null where that would not have it */
export async function handOver(game) {
  const { id, agreement, level, side, began, actions } = game;
  await somebody();
  try {
    const kept = await post("/api/local-games", { id, agreement, bot: `bot:${level}`, side, began_at: began, actions });
    await save({ ...((await find(id)) ?? game), handed: kept.id });
    return kept.id;
  } catch (error) {
    if (!(error instanceof Refusal) || ![403, 404, 413, 422].includes(error.status)) throw error;
    await save({ ...game, refused: error.message });
    return null;
  }
}
