/** A review joined with the moments of its games: what each turn of the list tells. Pure functions. */

import { movesOf } from "../game/moves.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */
/** @import {Moment} from "../game/moments.js" */

/**
 * @typedef {object} Decision as the server tells it
 * @property {number} game
 * @property {number} place in the log: the moment before it
 * @property {Side} side
 * @property {"play" | "double" | "answer"} what
 * @property {string} position
 * @property {string} dice
 * @property {string} played
 * @property {string} best
 * @property {number} cost
 * @property {"fine" | "doubtful" | "error" | "blunder"} mark
 * @property {boolean} counts
 * @property {number} chance of `side`, after what was done
 * @property {import("./engine.js").Alternative[]} alternatives
 * @property {boolean} illegal
 * @property {{why: {played?: any[], best?: any[], fault?: any}, ways: any[]}} shown
 *
 * @typedef {object} Row one turn of the list
 * @property {number} at the moment after it
 * @property {number} number of the move, for who reads
 * @property {Side} side
 * @property {string} dice
 * @property {string} text
 * @property {Decision[]} decisions
 * @property {number | null} luck of its roll
 */

/**
 * @param {GameName} game
 * @param {Moment[]} moments of one game
 * @param {Decision[]} decisions of that game
 * @param {{place: number, luck: number}[]} rolls of that game
 * @returns {Row[]}
 */
export function rowsOf(game, moments, decisions, rolls) {
  const turns = movesOf(game, moments.map(({ event }) => event ?? { do: "begun" }))[0]?.turns ?? [];
  const counts = { white: 0, black: 0 };
  let before = 0;
  return turns.map(({ place: at, side, dice, text }) => {
    const within = (/** @type {{place: number}} */ { place }) => place + 1 > before && place + 1 <= at;
    const played = moments[at].event?.do === "played";
    const row = {
      at,
      side,
      dice,
      text,
      number: played ? (counts[side] += 1) : counts[side] + 1,
      decisions: decisions.filter(within),
      luck: rolls.find(within)?.luck ?? null,
    };
    before = at;
    return row;
  });
}

/** The decision of a row that is looked at: the one that cost most, else the play. @param {Row | undefined} row */
export function chief(row) {
  const { decisions = [] } = row ?? {};
  return [...decisions].sort((a, b) => b.cost - a.cost || Number(b.what === "play") - Number(a.what === "play"))[0] ?? null;
}

/** @param {Row} row */
export const wrong = (row) => row.decisions.some(({ mark }) => mark !== "fine");

/** White's chance of winning after each row; what is not known stays as it was. @param {Row[]} rows */
export function chancesOf(rows) {
  let chance = 0.5;
  return rows.map(({ decisions }) => {
    const last = decisions.at(-1);
    if (last && !last.illegal) chance = last.side === "white" ? last.chance : 1 - last.chance;
    return chance;
  });
}

/** The next row that was a mistake, or the one before, from one on. @param {Row[]} rows @param {number} from @param {1 | -1} way */
export function mistakeFrom(rows, from, way) {
  for (let at = from + way; at >= 0 && at < rows.length; at += way) if (wrong(rows[at])) return at;
  return -1;
}

/** The two dice of a decision. @param {Decision} decision */
export const diceOf = ({ dice }) => (dice ? [...dice].map(Number) : null);
