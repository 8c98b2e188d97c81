/** What two people agree on: from the choices of a form to the server's words, and back to ours. */

/** @import {GameName} from "../board/shared/types.js" */
/** @import {Kind} from "./catalogue.js" */

import { days, kindOf, kinds, lengths } from "./catalogue.js";
import { plural, spoken, t } from "./words.js";

/**
 * @typedef {object} Choices what the form of the first page holds
 * @property {GameName} game
 * @property {"bot" | "anyone" | "friend" | "here"} opponent
 * @property {string} bot
 * @property {string} time
 * @property {number} length 0: a single game; SESSION: games without end
 * @property {"any" | "white" | "black"} side
 * @property {boolean} cube
 * @property {boolean} rated
 * @property {string} start "": the usual one
 *
 * @typedef {Record<string, any>} Agreement as the server writes it, defaults left out
 */

/** What the form begins with. @returns {Choices} */
export const usual = () => ({
  game: kinds[0].name,
  opponent: "bot",
  bot: "",
  time: "",
  length: 0,
  side: "any",
  cube: true,
  rated: false,
  start: "",
});

/** The length that stands for games without end. */
export const SESSION = -1;

/** @param {Kind} kind */
export const offersLength = ({ dice, options }) => dice && options.includes("length");

/** Lengths to choose from: a single game, games without end, matches. @param {Kind} kind */
export const lengthsOf = ({ options }) => [0, ...(options.includes("session") ? [SESSION] : []), ...lengths];

/** Times to choose from. @param {Kind} kind @param {boolean} online */
export const timesOf = ({ times }, online) => ["", ...times, ...(online ? days.map((n) => `days ${n}`) : [])];

/** The start that is chosen, if this game has it. @param {Kind} kind @param {string | null | undefined} name */
export const startOf = ({ starts }, name) => starts.find((start) => start.name === name) ?? starts[0];

/** @param {Choices} chosen @returns {Agreement} */
export function agreement(chosen) {
  const kind = kindOf(chosen.game);
  /** @type {Agreement} */
  const agreed = { game: chosen.game };
  const online = chosen.opponent === "anyone" || chosen.opponent === "friend";
  if (chosen.time.startsWith("days ") && online) agreed.days = Number(chosen.time.slice(5));
  else if (timesOf(kind, false).includes(chosen.time) && chosen.time) agreed.time = chosen.time;
  if (offersLength(kind)) {
    if (chosen.length === SESSION) agreed.session = true;
    else if (chosen.length) agreed.length = chosen.length;
  }
  if (kind.options.includes("cube") && !chosen.cube) agreed.cube = false;
  const start = startOf(kind, chosen.start);
  if (start !== kind.starts[0]) agreed.start = start.name;
  if (chosen.rated && online && (agreed.time || agreed.days) && !agreed.session) agreed.rated = true;
  return agreed;
}

/** @param {GameName} game */
export const gameName = (game) => spoken(kindOf(game).title);

/** @param {string} time */
export function timeName(time) {
  if (!time) return t("No clock");
  if (time.startsWith("days ")) {
    return plural("One day for each turn", "{n} days for each turn", Number(time.slice(5)));
  }
  const [timing, numbers] = time.split(" ");
  const [minutes, seconds = "0"] = numbers.split("+");
  if (timing === "fischer") return t("{minutes} min + {seconds} s a turn", { minutes, seconds });
  if (timing === "delay") return t("{minutes} min, {seconds} s delay", { minutes, seconds });
  if (timing === "move") return t("{minutes} min {seconds} s for each turn", { minutes, seconds });
  return t("{minutes} min in all", { minutes });
}

/** @param {number} length */
export function lengthName(length) {
  if (length === SESSION) return t("Games for money, until you stop");
  return length ? t("Match to {points} points", { points: length }) : t("A single game");
}

/** The terms in a few words, without the game. @param {Agreement} agreed */
export function termsLine(agreed) {
  const kind = kindOf(agreed.game);
  const parts = [];
  if (agreed.position) parts.push(t("From a set-up position"));
  else {
    if (offersLength(kind)) parts.push(lengthName(agreed.session ? SESSION : (agreed.length ?? 0)));
    if (!offersLength(kind) || agreed.start) parts.push(spoken(startOf(kind, agreed.start).title));
  }
  parts.push(timeName(agreed.days ? `days ${agreed.days}` : (agreed.time ?? "")));
  if (kind.options.includes("cube") && agreed.cube === false) parts.push(t("no cube"));
  parts.push(agreed.rated ? t("rated") : t("friendly"));
  return parts.join(" · ");
}

/** The opponent that is chosen, if this game has it. @param {Choices} chosen */
export function botOf(chosen) {
  const { levels } = kindOf(chosen.game);
  return levels.find((bot) => bot.id === chosen.bot) ?? levels.find((bot) => bot.usual);
}
