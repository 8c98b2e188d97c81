/** The moves of a table in notation, from its events: two turns a row, with the number of the row. */

import { html, nothing } from "../../vendor/lit.js";
import { playText } from "../notation.js";
import { plural, t } from "../words.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */

/**
 * @typedef {object} Turn
 * @property {Side} side
 * @property {string} dice
 * @property {string} text
 * @property {number} place of its last event
 * @property {number} [number] of the round that it begins
 *
 * @typedef {object} GameMoves
 * @property {number} number
 * @property {Turn[]} turns
 */

/** @param {GameName} game @param {any[]} events @param {Side | null} [reader] who sits below @returns {GameMoves[]} */
export function movesOf(game, events, reader = null) {
  /** @type {GameMoves[]} */
  const games = [];
  let dice = "";
  events.forEach((event, place) => {
    if (event.do === "begun" || !games.length) games.push({ number: games.length + 1, turns: [] });
    const { turns } = games[games.length - 1];
    if (event.do === "opening") dice = event.white === event.black ? "" : faces([event.white, event.black]);
    if (event.do === "rolled") dice = faces(event.dice);
    const text = textOf(game, event, reader);
    if (text) turns.push({ side: event.side, dice: event.do === "played" ? dice : "", text, place, ...numbered(turns, event) });
    if (event.do === "played") dice = "";
  });
  return games;
}

/** Each turn of whoever began has a number; doubles and answers have none. @param {Turn[]} turns @param {any} event */
function numbered(turns, { do: what, side }) {
  const played = what === "played" || what === "skipped";
  return played && side === (turns[0]?.side ?? side) ? { number: turns.filter(({ number }) => number).length + 1 } : {};
}

/** @param {number[]} dice */
const faces = (dice) => [...dice].sort((a, b) => b - a).join("");

/** What a move list says about an event; nothing about most. @param {GameName} game @param {any} event @param {Side | null} reader */
function textOf(game, event, reader) {
  if (event.do === "played") return event.play === "-" ? t("no move") : playText(game, event.play, event.side, reader);
  /** @type {Record<string, () => string>} */
  const texts = {
    skipped: () => t("shut out"),
    doubled: () => t("doubles"),
    took: () => t("takes"),
    dropped: () => t("drops"),
    beavered: () => t("beavers"),
    raccooned: () => t("raccoons"),
    resigned: () => t("resigns"),
    "refused-resignation": () => t("plays on"),
    "offered-draw": () => t("offers a draw"),
    "declined-draw": () => t("declines the draw"),
    flagged: () => t("out of time"),
    forfeited: () => t("away for too long"),
    granted: () => plural("gives one second", "gives {n} seconds", event.time / 1000),
  };
  return texts[event.do]?.();
}

/** The last of these events in one line: who, the roll, what was done. @param {GameName} game @param {any[]} events @param {Side | null} [reader] */
export function turnText(game, events, reader = null) {
  const last = events.at(-1);
  if (!last?.side) return last?.do === "opening" ? `${t("White")} ${last.white} – ${t("Black")} ${last.black}` : "";
  const turn = movesOf(game, events, reader).at(-1)?.turns.at(-1);
  const said = last.do === "rolled" ? faces(last.dice) : turn?.place === events.length - 1 ? [turn.dice, turn.text].filter(Boolean).join(": ") : "";
  return `${last.side === "white" ? t("White") : t("Black")} ${said}`;
}

/**
 * @param {GameMoves[]} games
 * @param {{current?: number, choose?: (place: number) => void}} [options]
 */
export function movesView(games, { current, choose } = {}) {
  if (!games.some((game) => game.turns.length)) return html`<p class="empty">${t("No moves yet.")}</p>`;
  return games.map(
    (game) => html`${games.length > 1 ? html`<h3>${t("Game {number}", { number: game.number })}</h3>` : nothing}
      ${headView(game.turns[0]?.side ?? "white")}
      <ol class=${game.turns[0]?.side === "black" ? "moves black-first" : "moves"}>
        ${game.turns.map((turn) => turnView(turn, current, choose))}
      </ol>`,
  );
}

/** Whose column is whose. @param {Side} first */
const headView = (first) => html`<p class="moves-head" aria-hidden="true"><span class=${`disc ${first}`}></span><span class=${`disc ${first === "white" ? "black" : "white"}`}></span></p>`;

/** @param {Turn} turn @param {number} [current] @param {(place: number) => void} [choose] */
function turnView(turn, current, choose) {
  const side = turn.side === "white" ? t("White") : t("Black");
  const text = html`<span class=${`disc ${turn.side}`} role="img" aria-label=${side}></span>
    ${turn.dice ? html`<span class="faces">${turn.dice}</span>` : nothing}<span class="play">${turn.text}</span>`;
  return html`<li class=${turn.side}>
    <span class="round">${turn.number}</span>
    ${choose
      ? html`<button class="quiet" aria-current=${turn.place === current ? "true" : nothing} @click=${() => choose(turn.place)}>
          ${text}
        </button>`
      : text}
  </li>`;
}
