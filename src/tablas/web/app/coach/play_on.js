/** A game against a bot that begins in a position somebody is looking at. */

import { post } from "../api.js";
import { kindOf } from "../catalogue.js";
import { somebody } from "../me.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */

/** @param {GameName} game @param {string} position @param {Side} side mine */
export async function playOn(game, position, side) {
  await somebody();
  const { levels } = kindOf(game);
  const bot = (levels.find(({ usual }) => usual) ?? levels[0])?.id;
  const made = await post("/api/games", { agreement: { game, position }, bot, side });
  location.assign(`/game/${made.id}`);
}
