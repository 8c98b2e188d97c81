/** What is asked on the board itself: a double, a draw, a resignation, and how a game ended. */

import { html, nothing } from "../../vendor/lit.js";
import { t } from "../words.js";
import { answerButtons, endButtons } from "./actions.js";
import { nameOf } from "./players.js";
import { endingName, levelName, pointsText, resultTitle } from "./status.js";
import { may, other, over } from "./table.js";

/** @import {Doing} from "./actions.js" */
/** @import {Table} from "./table.js" */

/** @typedef {{before: number, after: number} | null} RatingChange */

/** A card on the board, or nothing where nothing is asked. */
/** @param {Table} table @param {Doing} doing @param {RatingChange} rating @param {() => void} close */
export function questionView(table, doing, rating, close) {
  if (ended(table)) return endView(table, doing, rating, close);
  const words = questionOf(table);
  if (!words) return nothing;
  return html`<section class="ask" role="group" aria-labelledby="ask-title">
    <h2 id="ask-title">${words.title}</h2>
    ${words.text ? html`<p>${words.text}</p>` : nothing}
    <div class="actions">${answerButtons(table, doing)}</div>
  </section>`;
}

/** Whether a game is over, or one of a match. @param {Table} table */
export const ended = (table) => (over(table) && table.state.status !== "aborted") || table.state.status === "between-games";

/** Whether somebody waits for my answer. @param {Table} table */
export const asks = (table) => ended(table) || questionOf(table) !== null;

/** @param {Table} table @returns {{title: string, text: string} | null} */
function questionOf(table) {
  const { state } = table;
  if (may(table, "take")) {
    const { by, value } = state.cube.offer;
    const facts = { name: nameOf(table, by), value, half: value / 2 };
    return {
      title: t("{name} doubles to {value}", facts),
      text: value === 2 ? t("Take and play on for 2 points, or drop and lose 1.") : t("Take and play on for {value} points, or drop and lose {half}.", facts),
    };
  }
  if (may(table, "accept-resignation")) {
    const { side, level } = state.resignation;
    return { title: t("{name} offers to resign {level}.", { name: nameOf(table, side), level: levelName(level) }), text: "" };
  }
  if (may(table, "accept-draw")) return { title: t("A draw is offered."), text: "" };
  if (may(table, "accept-takeback")) return { title: t("Your opponent asks to take back a move."), text: "" };
  return null;
}

/** Who won, how, what it counts, and where to go from here. */
/** @param {Table} table @param {Doing} doing @param {RatingChange} rating @param {() => void} close */
function endView(table, doing, rating, close) {
  return html`<section class="ask end" role="group" aria-labelledby="ask-title">
    <button class="quiet close" aria-label=${t("Close and look at the board")} @click=${close}>×</button>
    <h2 id="ask-title">${resultTitle(table)}</h2>
    ${pointsView(table)}
    <ul class="chips">${chips(table, rating).map((text) => html`<li>${text}</li>`)}</ul>
    <div class="actions">${endButtons(table, doing)}</div>
  </section>`;
}

/** Plus for who has won, minus for who has lost; who watches sees the bare number. @param {Table} table */
function pointsView(table) {
  const { result } = table.state;
  if (!result?.points || result.winner === "none") return nothing;
  const mine = table.you.length === 1 ? (table.you[0] === result.winner ? "+" : "−") : "";
  return html`<p class="points" aria-label=${pointsText(result.points)}>${mine}${result.points}</p>`;
}

/** @param {Table} table @param {RatingChange} rating */
function chips(table, rating) {
  const { result, match } = table.state;
  const found = [];
  if (result) found.push(endingName(result.ending));
  if (result && result.points > 1) found.push(multiplied(result));
  if (match) found.push(matchText(table));
  if (rating) found.push(t("rating {before} → {after}", { before: Math.round(rating.before), after: Math.round(rating.after) }));
  return found;
}

/** How the points came about. @param {{level: number, stake: number}} result */
const multiplied = ({ level, stake }) =>
  [t("game 1 × cube {stake}", { stake }), t("gammon 2 × cube {stake}", { stake }), t("backgammon 3 × cube {stake}", { stake })][level - 1];

/** The score from my side, and whether it decides the match. @param {Table} table */
function matchText(table) {
  const { match } = table.state;
  const side = table.you[0] ?? "white";
  const facts = { mine: match[side], theirs: match[other(side)], length: match.length };
  if (!match.length) return t("{mine} – {theirs} in all", facts);
  return over(table) ? t("{mine} – {theirs} of {length}: match", facts) : t("{mine} – {theirs} of {length}", facts);
}
