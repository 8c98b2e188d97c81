/** A game against a level that runs on this device, from what is chosen on the first page. */

import { kindOf } from "../catalogue.js";
import { agreement as agreementOf, botOf, sideOf } from "../terms.js";
import { complete } from "./keeping.js";
import { freshId, save } from "./stored_games.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Bot} from "../catalogue.js" */
/** @import {Choices} from "../terms.js" */

/** What of an agreement can be played here: one game, without a clock, between one and a level. */
const HERE = ["game", "start", "cube", "jacoby", "target", "quiet", "quiet_decides", "plies"];

/** The levels that this device can be, by game; null where it does not have the engine. @returns {Promise<Record<string, string[]> | null>} */
export async function levelsHere() {
  try {
    if (!(await complete())) return null;
    const answer = await fetch("/api/engine");
    const { games } = await answer.json();
    return Object.fromEntries(Object.entries(games).map(([game, { levels }]) => [game, Object.keys(levels)]));
  } catch {
    return null;
  }
}

/** The terms as they are played here. @param {Choices} chosen @returns {Record<string, any>} */
export function agreedHere(chosen) {
  const agreed = agreementOf({ ...chosen, length: 0, opponent: "bot" });
  const kept = Object.fromEntries(HERE.filter((name) => name in agreed).map((name) => [name, agreed[name]]));
  return { ...kept, ...(agreed.repetition === "off" ? { repetition: "off" } : {}), dice: "device" };
}

/** The opponent that is chosen, or the next weaker one that this device can be. @param {Choices} chosen @param {string[]} names @returns {Bot} */
export function botHere(chosen, names) {
  const { levels } = kindOf(chosen.game);
  const wanted = botOf(chosen);
  const able = levels.filter(({ name }) => names.includes(name));
  return levels.slice(0, levels.findIndex(({ id }) => id === wanted?.id) + 1).findLast((bot) => able.includes(bot)) ?? able[0];
}

/** Begins it; gives the address of its table. @param {Choices} chosen @param {string[]} names @param {{position: string, side: Side}} [turn] where it begins, if not at the start */
export async function beginHere(chosen, names, turn) {
  const wish = turn?.side ?? sideOf({ ...chosen, opponent: "bot" });
  const side = wish === "any" ? (Math.random() < 0.5 ? "white" : "black") : wish;
  const id = freshId();
  const { start: _, ...agreed } = agreedHere(chosen);
  const agreement = turn ? { ...agreed, position: turn.position, ...(kindOf(chosen.game).dice ? { cube: false } : {}) } : agreedHere(chosen);
  await save({ id, agreement, level: botHere(chosen, names).name, side, began: Date.now(), actions: [], status: "playing", handed: null });
  return `/local?game=${id}`;
}
