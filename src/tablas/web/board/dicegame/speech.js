/** Names that a screen reader speaks, and sentences for the live region. */

/** @import {Language, Side, Stacks, Step} from "../shared/types.js" */
/** @import {WordKey} from "../shared/words.js" */

import { nbName } from "./nb-names.js";
import { lettersAt, placeId, sideOf, trappedCount } from "./stacks.js";
import { capital, className, listed, say } from "../shared/words.js";

/**
 * @typedef {object} Voice how a board speaks
 * @property {Language} language
 * @property {boolean} plain whether all checkers are alike
 * @property {"points" | "nb" | "none"} numbers on the board
 * @property {boolean} nb whether points are spoken of by their N/B names
 * @property {Side} counting from whose side points are numbered
 */

/**
 * What stands at a point: its number, or N/B as on sheet 003, where B is White's half.
 * @param {Pick<Voice, "numbers" | "counting">} voice
 * @param {number} point White's number
 */
export function pointLabel({ numbers, counting }, point) {
  if (numbers === "nb") return nbName(point, "white");
  return String(counting === "white" ? point : 25 - point);
}

/** What a point is called in a sentence. @param {Voice} voice @param {number} point White's number */
const pointWord = (voice, point) => pointLabel(voice.nb ? { ...voice, numbers: "nb" } : voice, point);

/** A place in a sentence. @param {Voice} voice @param {string} id */
export function placeWord(voice, id) {
  if (id.startsWith("p")) return pointWord(voice, Number(id.slice(1)));
  return say(voice.language, id.startsWith("bar") ? "place.bar" : "place.off");
}

/** A place as a heading. @param {Voice} voice @param {string} id */
function placeTitle(voice, id) {
  if (!id.startsWith("p")) {
    return say(voice.language, /** @type {WordKey} */ (`place.${id.replace("-", ".")}`));
  }
  return say(voice.language, "place.point", { name: pointWord(voice, Number(id.slice(1))) });
}

/** @param {Voice} voice @param {string} letter */
export const checkerName = ({ language }, letter) =>
  say(language, /** @type {WordKey} */ (`${sideOf(letter)}.${letter.toUpperCase()}`));

/**
 * Everything that lies on a place.
 * @param {Voice} voice
 * @param {Stacks} stacks
 * @param {string} id
 */
export function placeName(voice, stacks, id) {
  const { language } = voice;
  const letters = lettersAt(stacks, id);
  const place = placeTitle(voice, id);
  if (!letters) return say(language, id.startsWith("p") ? "name.empty" : "name.emptyWaiting", { place });
  const plain = voice.plain || id.startsWith("off");
  if (plain) return say(language, "name.plain", { place, content: counted(voice, letters) });
  const trapped = id.startsWith("p") ? trappedCount(letters) : 0;
  const names = [...letters].map((letter, index) => {
    const checker = checkerName(voice, letter);
    return index < trapped ? say(language, "name.trapped", { checker }) : checker;
  });
  if (names.length === 1 || id.startsWith("bar")) {
    return say(language, "name.plain", { place, content: listed(language, names) });
  }
  return say(language, "name.stack", {
    place,
    below: names.slice(0, -1).join(", "),
    top: names[names.length - 1],
  });
}

/** @param {Voice} voice @param {string} letters */
function counted({ language }, letters) {
  const side = sideOf(letters[0]);
  return say(language, `checkers.${side}`, { count: letters.length });
}

/**
 * One step as it is announced.
 * @param {Voice} voice
 * @param {Pick<Step, "piece" | "source" | "target" | "effect">} step
 * @param {Side} side
 */
export function stepSentence(voice, step, side) {
  const { language } = voice;
  const sentence = say(language, "say.step", {
    checker: capital(pieceName(voice, step.piece)),
    source: placeWord(voice, placeId(step.source, side)),
    target: placeWord(voice, placeId(step.target, side)),
  });
  if (step.effect === "plain") return sentence;
  return say(language, /** @type {WordKey} */ (`effect.${step.effect}`), { step: sentence });
}

/** A class, or just a checker. @param {Voice} voice @param {string} piece */
export const pieceName = ({ language, plain }, piece) =>
  plain ? say(language, "checker") : className(language, piece);
