/** Three short notes for a newcomer, each when it is needed, in the first turn of each game; then silence. */

import { kindOf } from "../catalogue.js";
import { keep, kept } from "../settings.js";
import { t } from "../words.js";
import { gameOf, playing } from "./table.js";

/** @import {Table} from "./table.js" */

const KEPT = "tablas-at-ease";
const ENOUGH = 1; // turns

/** Nothing for whoever knows it already. @param {Table} table @param {import("./table.js").Standing} standing */
export function hintLine(table, standing) {
  const game = gameOf(table);
  if (kept(KEPT)[game] || table.you.length !== 1 || !playing(table)) return "";
  const turns = table.events.filter((event) => event.do === "played" && table.you.includes(event.side)).length;
  if (turns >= ENOUGH) {
    keep(KEPT, { ...kept(KEPT), [game]: true });
    return "";
  }
  const { dice } = kindOf(game);
  if (table.graph && standing.complete && dice) return t("Done: press Confirm, or Undo to think again.");
  if (table.graph) {
    return dice
      ? t("Checkers with an amber ring can move. Tap one: it plays the larger die.")
      : t("Tap a marble, then the cell where it goes. For a row, tap both ends, then an arrow.");
  }
  if (!dice) return "";
  return table.you[0] === "white" ? t("You have ivory. Your checkers go this way round, into your home.") : t("You have ebony. Your checkers go this way round, into your home.");
}

/** Whether the way round is drawn on the board: until the first own turn begins. */
/** @param {Table} table */
export const showsTheWay = (table) => kindOf(gameOf(table)).dice && !table.graph && hintLine(table, { complete: false }) !== "";
