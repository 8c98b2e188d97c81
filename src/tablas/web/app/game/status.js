/** In one sentence, what a table waits for, or how it ended. */

import { kindOf } from "../catalogue.js";
import { sealingLine } from "../dice/fair_dice.js";
import { plural, t } from "../words.js";
import { nameOf, sideName } from "./players.js";
import { gameOf, may, mine, other, over } from "./table.js";

/** @import {Table} from "./table.js" */

/** @param {Table} table */
export function statusLine(table) {
  const { state } = table;
  if (state.status === "waiting") return t("Waiting for the opponent to come to the table.");
  if (state.status === "aborted") return t("The game was called off. It does not count.");
  if (over(table) || state.status === "between-games") return resultLine(table);
  if (state.fair_dice?.anchors) return sealingLine(table);
  if (state.resignation) return resignationLine(table);
  if (state.cube?.offer) return doubleLine(table);
  return mine(table) ? myTurn(table) : theirTurn(table);
}

/** @param {Table} table */
function myTurn(table) {
  const { state } = table;
  const who = table.you.length === 2 ? `${sideName(state.to_act)}: ` : "";
  if (state.fair_dice?.awaits) return t("Making the roll …");
  if (may(table, "roll")) return who + (may(table, "double") ? t("Roll or double.") : t("Your roll."));
  return who + t("Your move.");
}

/** @param {Table} table */
function theirTurn(table) {
  const { state } = table;
  if (!state.to_act) return t("Making the roll …");
  if (table.presence.bot_waits) return t("{name} waits: others are thinking.", { name: nameOf(table, state.to_act) });
  return t("{name} is to move.", { name: nameOf(table, state.to_act) });
}

/** @param {Table} table */
function resignationLine(table) {
  const { side, level } = table.state.resignation;
  const facts = { name: nameOf(table, side), level: levelName(level) };
  return table.you.includes(other(side))
    ? t("{name} offers to resign {level}.", facts)
    : t("The resignation ({level}) is waiting for an answer.", facts);
}

/** @param {Table} table */
function doubleLine(table) {
  const { by, value } = table.state.cube.offer;
  const facts = { name: nameOf(table, by), value, half: value / 2 };
  if (!mine(table)) return t("Doubled to {value}; waiting for the answer.", facts);
  return value === 2
    ? t("{name} doubles: take and play on for 2 points, or drop and lose 1?", facts)
    : t("{name} doubles: take and play on for {value} points, or drop and lose {half}?", facts);
}

/** @param {number} level */
export function levelName(level) {
  return [t("a single game"), t("a gammon"), t("a backgammon")][level - 1];
}

/** @param {Table} table */
export function resultLine(table) {
  const { result } = table.state;
  if (!result) return t("The game is over.");
  if (result.winner === "none") return t("Draw: {why}.", { why: endingName(result.ending) });
  const facts = {
    name: nameOf(table, result.winner),
    why: endingName(result.ending),
    points: result.points,
  };
  if (table.you.length === 1 && table.you[0] === result.winner) return wonLine(table, facts);
  if (!kindOf(gameOf(table)).dice) return t("{name} wins: {why}.", facts);
  return result.points === 1 ? t("{name} wins one point: {why}.", facts) : t("{name} wins {points} points: {why}.", facts);
}

/** @param {Table} table @param {{why: string, points: number}} facts */
function wonLine(table, facts) {
  if (!kindOf(gameOf(table)).dice) return t("You win: {why}.", facts);
  return facts.points === 1 ? t("You win one point: {why}.", facts) : t("You win {points} points: {why}.", facts);
}

/** In a few words for a heading: me where I play, else by name. @param {Table} table */
export function resultTitle(table) {
  const { result } = table.state;
  if (!result) return t("The game is over.");
  if (result.winner === "none") return t("A draw");
  const match = over(table) && table.state.match?.length;
  if (table.you.length !== 1) {
    const name = nameOf(table, result.winner);
    return match ? t("{name} wins the match", { name }) : [t("{name} wins", { name }), t("{name} wins a gammon", { name }), t("{name} wins a backgammon", { name })][result.level - 1];
  }
  if (table.you[0] === result.winner) {
    return match ? t("You win the match") : [t("You win"), t("You win a gammon"), t("You win a backgammon")][result.level - 1];
  }
  return match ? t("You lose the match") : [t("You lose"), t("You lose a gammon"), t("You lose a backgammon")][result.level - 1];
}

/** @param {number} points */
export const pointsText = (points) => plural("one point", "{n} points", points);

/** @param {string} ending */
export function endingName(ending) {
  /** @type {Record<string, string>} */
  const names = {
    "played-out": t("played to the end"),
    dropped: t("the double was dropped"),
    resigned: t("resignation"),
    flagged: t("out of time"),
    forfeited: t("away for too long"),
    repetition: t("the position was repeated"),
    "no-progress": t("no progress"),
    "ply-limit": t("the limit of moves"),
    agreed: t("by agreement"),
    locked: t("neither side can ever move again"),
  };
  return names[ending] ?? ending;
}
