/**
 * Plays with the N/B names of rule sheet 003: the twelve points of Black's side are N1 to N12, those
 * of White's side B1 to B12, and a hyphen joins them: `N12-B7`. In Abak the hyphen keeps a point of
 * Black's side apart from the general, which `N6/9` moves and `NN6-N9` names.
 */

/** @import {Side} from "../shared/types.js" */

const NUMBERS = /^([sgndeo]?)(bar|\d{1,2})((?:\/(?:off|\d{1,2})[*+^]?)+)(\([1-4]\))?$/i;
const NAME = "[nb](?:1[0-2]|[1-9])";
const NAMES = new RegExp(String.raw`^([sgndeo]?)(bar|barra|${NAME})((?:-(?:off|fuera|${NAME})[*+^]?)+)(\([1-4]\)\*?)?$`, "i");

/** A point by its number from the mover's side. @param {number} point @param {Side} mover */
export function nbName(point, mover) {
  const [near, far] = mover === "white" ? ["B", "N"] : ["N", "B"];
  return point <= 12 ? `${near}${point}` : `${far}${25 - point}`;
}

/** @param {string} name @param {Side} mover */
function pointOf(name, mover) {
  const near = mover === "white" ? "b" : "n";
  const number = Number(name.slice(1));
  return String(name[0].toLowerCase() === near ? number : 25 - number);
}

/** A play in the usual notation, with N/B names; any other text as it is. @param {string} text @param {Side} mover */
export function withNames(text, mover) {
  return renamed(text, NUMBERS, "/", "-", (number) => nbName(Number(number), mover));
}

/** A play numbered from the other side of the board; any other text as it is. @param {string} text */
export function turnedRound(text) {
  return renamed(text, NUMBERS, "/", "/", (number) => String(25 - Number(number)));
}

/** A play with N/B names, in the usual notation; any other text as it is. @param {string} text @param {Side} mover */
export function withNumbers(text, mover) {
  return renamed(text, NAMES, "-", "/", (name) => pointOf(name, mover));
}

/**
 * @param {string} text
 * @param {RegExp} known what every word must look like
 * @param {string} joint
 * @param {string} newJoint
 * @param {(place: string) => string} rename a point; the bar and the tray keep their words
 */
function renamed(text, known, joint, newJoint, rename) {
  const place = (/** @type {string} */ word) => {
    const [, bare, mark] = /** @type {RegExpExecArray} */ (/^(.*?)([*+^]?)$/.exec(word));
    return (/^(?:bar|barra|off|fuera)$/i.test(bare) ? bare : rename(bare)) + mark;
  };
  const words = text.trim().split(/[\s,]+/).map((word) => {
    const match = known.exec(word);
    if (!match) return null;
    const [, piece, source, targets, count = ""] = match;
    return piece + [source, ...targets.slice(1).split(joint)].map(place).join(newJoint) + count;
  });
  return words.includes(null) ? text : words.join(" ");
}
