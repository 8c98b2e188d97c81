/** What a newcomer presses next, in one line, until they have played two turns of that game. */

import { kindOf } from "../catalogue.js";
import { keep, kept } from "../settings.js";
import { t } from "../words.js";
import { gameOf, may } from "./table.js";

/** @import {Table} from "./table.js" */

const KEPT = "tablas-at-ease";
const ENOUGH = 2; // turns

/** Nothing for whoever knows it already. @param {Table} table @param {import("./table.js").Standing} standing */
export function hintLine(table, standing) {
  const game = gameOf(table);
  if (kept(KEPT)[game] || !table.you.length) return "";
  const turns = table.events.filter((event) => event.do === "played" && table.you.includes(event.side)).length;
  if (turns >= ENOUGH) {
    keep(KEPT, { ...kept(KEPT), [game]: true });
    return "";
  }
  if (may(table, "roll")) return t("Press Roll: the dice tell you how far you move.");
  if (!table.graph) return "";
  if (!kindOf(game).dice) return t("Tap a marble, then the cell where it goes. For a row, tap both ends, then an arrow.");
  if (standing.complete) return t("Press Confirm to end your turn, or Undo to think again.");
  return t("Tap a checker with an amber ring: it plays the larger die. Tap the dice to swap them; hold a checker to read what it may do.");
}
