/** The cube and the score of a table as the kernel wants them. */

/** @import {CubeSeen} from "./kernel.js" */

/**
 * As who is on turn sees it; null where neither cube nor score counts.
 * @param {any} state of a table
 * @param {any} agreement
 * @returns {CubeSeen | null}
 */
export function cubeSeen({ cube, match, turn }, agreement) {
  if (!cube && !match?.length) return null;
  const { value = 1, owner = null } = cube ?? {};
  const away = match?.length ? [match.length - match.white, match.length - match.black] : [0, 0];
  if (turn === "black") away.reverse();
  const money = !match?.length;
  return {
    value,
    owner: owner === null ? "centred" : owner === turn ? "own" : "opponent",
    away: /** @type {[number, number]} */ (away),
    // A match game without a cube: the one at which a side is a point from winning.
    crawford: !money && !cube && away.includes(1),
    jacoby: money && Boolean(agreement.jacoby),
    beavers: money && Boolean(agreement.beavers),
  };
}
