/**
 * A game from its beginning as the server tells it, one moment an action: what a board shows of
 * each. Pure functions over `moments` of `GET /api/games/{id}/replay`, which reviews use too.
 */

/** @import {Side} from "../../board/shared/types.js" */

/**
 * @typedef {object} Moment
 * @property {any} [event] what was done; the first moment has none
 * @property {any} [board] where it has changed
 * @property {number[]} [dice] to be played
 * @property {boolean} [forced] they can be played in one way only
 * @property {any} [cube]
 * @property {any} [last] the play that was made
 * @property {string} [position] as text
 *
 * @typedef {Pick<import("./board.js").BoardProps, "position" | "dice" | "forced" | "rest" | "opening" | "cube" | "lastMove">} Standing
 */

/** What cannot be seen apart from what comes next: steps through a game do not stop there. */
const PASSING = new Set(["opening", "rolled", "granted"]);

/** Where steps through a game stop: each play, each answer, the beginning and the end. @param {Moment[]} moments */
export const stopsOf = (moments) =>
  moments.flatMap(({ event }, at) => (at === 0 || at === moments.length - 1 || !PASSING.has(event?.do) ? [at] : []));

/** What a board is told of one moment. @param {Moment[]} moments @param {number} at @returns {Standing} */
export function standingAt(moments, at) {
  const past = moments.slice(0, at + 1);
  const { event, dice = null, forced = false, last = null } = past[at] ?? {};
  const opening = event?.do === "opening" ? { white: event.white, black: event.black } : null;
  return {
    position: past.findLast(({ board }) => board)?.board ?? null,
    dice: opening ? null : dice,
    forced: forced && !opening,
    rest: event?.do === "played" ? { side: event.side, dice: rollBefore(past) } : null,
    opening,
    cube: past.findLast(({ cube }) => cube)?.cube ?? null,
    lastMove: event?.do === "skipped" ? { side: event.side, steps: [] } : last,
  };
}

/** The roll that the last of these moments has played; none in a game without dice. @param {Moment[]} past */
function rollBefore(past) {
  const roll = past.findLast(({ event }) => event?.do === "rolled" || event?.do === "opening")?.event;
  if (!roll) return [];
  return roll.do === "opening" ? [roll.white, roll.black] : roll.dice;
}

/**
 * What was to be decided where this was done: the position as text, and the roll. Where nothing
 * was decided, the moment itself.
 * @param {Moment[]} moments
 * @param {number} at
 * @returns {{position: string, roll: string}}
 */
export function decisionAt(moments, at) {
  const { position = "", dice = [] } = moments[before(moments, at)] ?? {};
  return { position, roll: dice.join("") };
}

/** The moment at which what was done there had to be decided. @param {Moment[]} moments @param {number} at */
export const before = (moments, at) => (at > 0 && moments[at].event?.side && !PASSING.has(moments[at].event.do) ? at - 1 : at);

/** The address of the editor with what was to be decided. @param {string} game @param {Moment[]} moments @param {number} at */
export function editorLink(game, moments, at) {
  const { position, roll } = decisionAt(moments, at);
  return `/editor?${new URLSearchParams({ game, position, ...(roll ? { roll } : {}) })}`;
}

/** The address of the analysis of a game, where one of its moments is decided. @param {string} id @param {number} which game of the match @param {number} at the moment */
export const analysisLink = (id, which, at) => `/analysis?${new URLSearchParams({ replay: id, which: String(which), at: String(at) })}`;

/** The side whose eyes one sees a game with: one's own, where there is one. @param {{you?: Side[]}} game @param {Side} usual */
export const viewOf = ({ you = [] }, usual) => (you.length === 1 ? you[0] : usual);
