/** How both sides of Abalone stand beside the count of marbles. */

import { DIRECTIONS, ROWS, beyond, readRows } from "../../board/abalone/hexagon.js";
import { t } from "../words.js";

/** @import {Side} from "../../board/shared/types.js" */

/**
 * What the count of marbles does not say: who stands together, who holds the centre.
 * @param {string} text a position @param {Side | null} better by the engine
 */
export function balance(text, better) {
  const marbles = readRows(text);
  const [black, white] = [camp(marbles, "black"), camp(marbles, "white")];
  const rows = [
    { title: t("Marbles"), black: black.count, white: white.count, places: 0 },
    { title: t("Pairs of neighbours a marble"), black: black.pairs, white: white.pairs, places: 2 },
    { title: t("Steps from the centre"), black: black.steps, white: white.steps, places: 2 },
  ];
  const [own, other] = better === "white" ? [white, black] : [black, white];
  return { rows, said: better && own.count < other.count ? allTheSame(own, other, better) : "" };
}

/** @typedef {{count: number, pairs: number, steps: number}} Camp the last two to a marble */

/** @param {Map<string, Side>} marbles @param {Side} side @returns {Camp} */
function camp(marbles, side) {
  const cells = [...marbles.keys()].filter((cell) => marbles.get(cell) === side);
  const beside = cells.flatMap((cell) => DIRECTIONS.filter((way) => marbles.get(beyond(cell, way) ?? "") === side));
  const steps = cells.reduce((sum, cell) => sum + distance(cell), 0);
  const count = cells.length;
  return { count, pairs: beside.length / 2 / Math.max(count, 1), steps: steps / Math.max(count, 1) };
}

/** Steps to the centre. @param {string} cell */
function distance(cell) {
  const [row, number] = [ROWS.indexOf(cell[0]) - 4, Number(cell[1]) - 5];
  return Math.max(Math.abs(row), Math.abs(number), Math.abs(row - number));
}

/** Why the side with fewer marbles is better. @param {Camp} own @param {Camp} other @param {Side} side */
function allTheSame(own, other, side) {
  const who = side === "white" ? t("White") : t("Black");
  const [together, central] = [own.pairs - other.pairs >= 0.15, other.steps - own.steps >= 0.2];
  if (together && central) return t("{who} has fewer marbles and is better all the same: they stand closer together and nearer to the centre.", { who });
  if (together) return t("{who} has fewer marbles and is better all the same: they stand closer together.", { who });
  if (central) return t("{who} has fewer marbles and is better all the same: they stand nearer to the centre.", { who });
  return t("{who} has fewer marbles and is better all the same, by what the engine sees ahead.", { who });
}
