/** Three short notes for a newcomer, each when it is needed, in the first turn of each game; then silence. */

import { kindOf } from "../catalogue.js";
import { keep, kept } from "../settings.js";
import { t } from "../words.js";
import { gameOf, playing } from "./table.js";

/** @import {Table} from "./table.js" */

const KEPT = "tablas-at-ease";
const MET = "tablas-met";
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

/** The position in which something was met for the first time: there it is said, and never again. @type {{key: string, n: number} | null} */
let meeting = null;

/** What a game says of something that cannot be guessed, once in this browser, after the first notes. */
/** @param {Table} table @param {import("../catalogue.js").GameModule} game */
export function firstMeeting(table, { firstSights }) {
  if (!firstSights || !table.graph || table.you.length !== 1 || !kept(KEPT)[gameOf(table)]) return "";
  const sights = firstSights(table.state.board.position, table.you[0], table.graph.dice);
  const here = (/** @type {{key: string}} */ { key }) => meeting?.key === key && meeting.n === table.n;
  const sight = sights.find(here) ?? sights.find(({ key }) => !kept(MET)[key]);
  if (!sight) return "";
  meeting = { key: sight.key, n: table.n };
  keep(MET, { ...kept(MET), [sight.key]: true });
  return sight.text;
}
