/** The two players: name, clock, pips or marbles, whether they are there. */

import { html, nothing } from "../../vendor/lit.js";
import { botName } from "../catalogue.js";
import { plural, t } from "../words.js";
import { clockText, left, playing } from "./table.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Table} from "./table.js" */

/** @param {Table} table @param {Side} side @param {number} now */
export function playerView(table, side, now) {
  const acts = playing(table) && table.state.to_act === side;
  return html`<section class="player ${acts ? "acts" : ""}" aria-label=${sideName(side)}>
    <span class=${`disc ${side}`} aria-hidden="true"></span>
    <div class="who">
      <strong>${nameOf(table, side)}${ratingView(table, side)}</strong>
      <small>${tags(table, side).join(" · ")}</small>
    </div>
    ${clockView(table, side, now)}
  </section>`;
}

/** @param {Table} table @param {Side} side */
function ratingView({ ratings }, side) {
  const rating = ratings[side];
  return rating ? html` <span class="rating" title=${t("Rating")}>${rating}</span>` : nothing;
}

/** @param {Side} side */
export const sideName = (side) => (side === "white" ? t("White") : t("Black"));

/** @param {Table} table @param {Side} side */
export function nameOf(table, side) {
  const { name, bot } = table.game[side];
  if (table.game.mode === "local") return sideName(side);
  if (table.guest && table.you.includes(side)) return t("You");
  return bot ? botName(name) : name;
}

/** @param {Table} table @param {Side} side */
function tags(table, side) {
  const { board, match } = table.state;
  const parts = [];
  if (board?.pips) parts.push(pipsText(board.pips[side], board.before?.[side] ?? board.pips[side]));
  if (board?.lost) parts.push(t("{n} of {most} marbles lost", { n: board.lost[side], most: table.game.agreement.target ?? 6 }));
  if (match?.length) parts.push(t("{points} of {length}", { points: match[side], length: match.length }));
  else if (match) parts.push(plural("one point", "{n} points", match[side]));
  if (table.game[side].bot) parts.push(t("bot"));
  else if (table.you.includes(side) && table.game.mode !== "local" && !table.guest) parts.push(t("you"));
  if (table.game.mode === "live" && table.known && table.presence[side] === false) parts.push(t("not here"));
  return parts;
}

/** While a turn is being played also those from before it. @param {number} now @param {number} before */
const pipsText = (now, before) => (now === before ? plural("one pip", "{n} pips", now) : t("{before} → {now} pips", { before, now }));

/** @param {Table} table @param {Side} side @param {number} now */
function clockView(table, side, now) {
  const time = left(table, side, now);
  if (time === null) return nothing;
  const low = time < 20_000 && table.state.clock.running === side;
  return html`<span class="clock ${low ? "low" : ""}" role="timer" aria-label=${t("Clock of {side}", { side: sideName(side) })}>
    ${clockText(time)}
  </span>`;
}
