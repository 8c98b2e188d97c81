/**
 * The courses. Each is a file of its own here, `<game>.json`, in both languages and loaded when it
 * is opened: positions to play from and questions to answer. `tests/web/test_web_lessons.py` checks
 * every position, every play and every answer against the rules, so no lesson can go stale.
 */

import { keep, kept } from "../settings.js";

/** @import {Cube, GameName} from "../../board/shared/types.js" */
/** @import {Words} from "../catalogue.js" */

/**
 * @typedef {object} Reply what the board shows next: a roll, and the steps that are played with it
 * @property {[number, number]} [dice]
 * @property {string[]} steps
 *
 * @typedef {object} Try a play that is not what was asked for, and what comes of it
 * @property {string[]} play its steps; others may stand beside them
 * @property {Words} says
 * @property {Reply | Reply[]} [reply] of the other side; of several the first that is legal
 *
 * @typedef {object} Answer
 * @property {Words} text
 * @property {boolean} [right]
 * @property {Words} says
 * @property {Reply | Reply[]} [reply]
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {Words} title
 * @property {Words} text what is explained
 * @property {Words} task what is asked
 * @property {Words} rule the heading of its rule on the rules page
 * @property {string} position
 * @property {[number, number]} [dice]
 * @property {Cube} [cube]
 * @property {string[][]} [solved] each a way to solve it: the steps that must be among those played
 * @property {boolean} [ordered] whether the steps must be played in that order
 * @property {Words} [right] what the solution has brought
 * @property {Try[]} [tries] the first that fits is told; the last one may fit every play
 * @property {Answer[]} [answers] a question without a play
 * @property {string} [formation] of the glossary, shown on the board
 *
 * @typedef {object} Part
 * @property {Words} title
 * @property {Lesson[]} lessons
 *
 * @typedef {object} Verdict
 * @property {boolean} solved
 * @property {Words} says
 * @property {Reply | Reply[] | null} reply
 */

const KEPT = "tablas-lessons";

/** The parts of a course. @param {GameName} game @returns {Promise<Part[]>} */
export async function course(game) {
  const answer = await fetch(new URL(`./${game}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.json();
}

/** What a whole play is worth in a lesson. @param {Lesson} lesson @param {string[]} words @returns {Verdict} */
export function judged(lesson, words) {
  const solved = (lesson.solved ?? []).some((way) => within(way, words, lesson.ordered));
  if (solved && lesson.right) return { solved, says: lesson.right, reply: null };
  const met = (lesson.tries ?? []).find(({ play }) => within(play, words, lesson.ordered));
  if (!met) throw new Error(`lesson ${lesson.id}: nothing to say about ${words.join(" ")}`);
  return { solved: false, says: met.says, reply: met.reply ?? null };
}

/**
 * Whether all these steps were played, as often as they stand here.
 * @param {string[]} some @param {string[]} all @param {boolean} [ordered]
 */
function within(some, all, ordered = false) {
  let left = [...all];
  return some.every((word) => {
    const place = left.indexOf(word);
    if (place >= 0) left = [...(ordered ? [] : left.slice(0, place)), ...left.slice(place + 1)];
    return place >= 0;
  });
}

/** The ids of the lessons that were solved in this browser. @param {GameName} game @returns {Set<string>} */
export const solvedIn = (game) => new Set(kept(KEPT)[game] ?? []);

/** @param {GameName} game @param {string} id */
export const keepSolved = (game, id) => keep(KEPT, { ...kept(KEPT), [game]: [...solvedIn(game).add(id)] });

/** @param {GameName} game */
export const forget = (game) => keep(KEPT, { ...kept(KEPT), [game]: [] });
