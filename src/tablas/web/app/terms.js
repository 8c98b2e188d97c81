/** What two people agree on: from the choices of a form to the server's words, and back to ours. */

/** @import {GameName} from "../board/shared/types.js" */
/** @import {Kind, Value} from "./catalogue.js" */

import { days, kindOf, kinds, lengths, options } from "./catalogue.js";
import { plural, spoken, t } from "./words.js";

/**
 * @typedef {object} Choices what the form of the first page holds
 * @property {GameName} game
 * @property {"bot" | "anyone" | "friend" | "here"} opponent
 * @property {string} bot
 * @property {string} time
 * @property {number} length 0: a single game; SESSION: games without end
 * @property {"" | "any" | "white" | "black"} side "": the usual one
 * @property {Record<string, Value>} options what was chosen other than usual, by name
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
  side: "",
  options: {},
  rated: false,
  start: "",
});

/** Whoever has not chosen sits at the ivory side of a bot; people leave it to chance. @param {Choices} chosen */
export const sideOf = ({ side, opponent }) => side || (opponent === "bot" ? "white" : "any");

/** The length that stands for games without end. */
export const SESSION = -1;

/** @param {Kind} kind */
export const offersLength = (kind) => kind.options.includes("length");

/** Lengths to choose from: a single game, games without end, matches. @param {Kind} kind */
export const lengthsOf = (kind) => [0, ...(kind.options.includes("session") ? [SESSION] : []), ...lengths];

/** The length that is chosen, if this game has it. @param {Choices} chosen */
const lengthOf = ({ game, length }) => (offersLength(kindOf(game)) && lengthsOf(kindOf(game)).includes(length) ? length : 0);

/** Times to choose from; two at one screen do not wait for days. @param {Kind} kind @param {Choices["opponent"]} opponent */
export const timesOf = ({ times }, opponent) => ["", ...times, ...(opponent === "here" ? [] : days.map((n) => `days ${n}`))];

/** The start that is chosen, if this game has it. @param {Kind} kind @param {string | null | undefined} name */
export const startOf = ({ starts }, name) => starts.find((start) => start.name === name) ?? starts[0];

/** The options that mean something with what is chosen, by name. @param {Choices} chosen */
export const optionsOf = (chosen) => kindOf(chosen.game).options.filter((name) => options[name] && applies(chosen, name));

/** Jacoby is for money, Crawford for a match, raccoons answer beavers. @param {Choices} chosen @param {string} name @returns {boolean} */
function applies(chosen, name) {
  const { when, needs } = options[name];
  if (when !== "always" && (when === "match") !== lengthOf(chosen) > 0) return false;
  return needs === null || (Boolean(valueOf(chosen, needs)) && applies(chosen, needs));
}

/** What holds of an option. @param {Choices} chosen @param {string} name */
export function valueOf(chosen, name) {
  const { values } = options[name];
  const known = values.find(({ value }) => value === chosen.options[name]);
  return known ? known.value : (casually(chosen, name) ?? values[0].value);
}

/** A single game at this device is played without the cube, unless somebody asks for it. */
/** @param {Choices} chosen @param {string} name */
const casually = (chosen, name) =>
  name === "cube" && (chosen.opponent === "bot" || chosen.opponent === "here") && lengthOf(chosen) === 0 ? false : undefined;

/** @param {Choices} chosen @returns {Agreement} */
export function agreement(chosen) {
  const kind = kindOf(chosen.game);
  /** @type {Agreement} */
  const agreed = { game: chosen.game };
  const online = chosen.opponent === "anyone" || chosen.opponent === "friend";
  const time = timesOf(kind, chosen.opponent).find((one) => one === chosen.time);
  if (time?.startsWith("days ")) agreed.days = Number(time.slice(5));
  else if (time) agreed.time = time;
  const length = lengthOf(chosen);
  if (length === SESSION) agreed.session = true;
  else if (length) agreed.length = length;
  for (const name of optionsOf(chosen)) {
    const value = valueOf(chosen, name);
    if (value !== options[name].values[0].value) agreed[name] = value;
  }
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
  if (timing === "bronstein") return t("{minutes} min, up to {seconds} s back after each turn", { minutes, seconds });
  if (timing === "move") return t("{minutes} min {seconds} s for each turn", { minutes, seconds });
  return t("{minutes} min in all", { minutes });
}

/** @param {number} length */
export function lengthName(length) {
  if (length === SESSION) return t("Games for money, until you stop");
  return length ? plural("Match to one point", "Match to {n} points", length) : t("A single game");
}

/** The terms in a few words, without the game. @param {Agreement} agreed */
export const termsLine = (agreed) => [...termsOf(agreed), agreed.rated ? t("rated") : t("friendly")].join(" · ");

/** Length, start, time, and whatever is not as usual. @param {Agreement} agreed */
export function termsOf(agreed) {
  const kind = kindOf(agreed.game);
  const parts = [];
  if (agreed.position) parts.push(t("From a set-up position"));
  else {
    if (offersLength(kind)) parts.push(lengthName(agreed.session ? SESSION : (agreed.length ?? 0)));
    const start = startOf(kind, agreed.start);
    if (start.featured || start !== kind.starts[0]) parts.push(spoken(start.title));
  }
  parts.push(timeName(agreed.days ? `days ${agreed.days}` : (agreed.time ?? "")));
  if (agreed.dice === "device" && kind.dice) parts.push(t("dice of this device"));
  return [...parts, ...kind.options.filter((name) => options[name] && name in agreed).map((name) => optionLine(name, agreed[name]))];
}

/** What was agreed on, in a few words. @param {string} name @param {Value} value */
function optionLine(name, value) {
  const { title, values } = options[name];
  const known = values.find((one) => one.value === value);
  const words = known ? spoken(known.title) : String(value);
  return typeof value === "boolean" ? words : `${spoken(title)}: ${words}`;
}

/** The opponent that is chosen, if this game has it. @param {Choices} chosen */
export function botOf(chosen) {
  const { levels } = kindOf(chosen.game);
  return levels.find((bot) => bot.id === chosen.bot) ?? levels.find((bot) => bot.usual);
}
