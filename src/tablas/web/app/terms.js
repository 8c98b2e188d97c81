/** What two people agree on: from the choices of a form to the server's words, and back to ours. */

/** @import {GameName} from "../board/types.js" */

import { plural, t } from "./words.js";

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
 * @property {string} start
 *
 * @typedef {Record<string, any>} Agreement as the server writes it, defaults left out
 */

/** @type {Choices} */
export const USUAL = {
  game: "abak",
  opponent: "bot",
  bot: "",
  time: "",
  length: 0,
  side: "any",
  cube: true,
  rated: false,
  start: "belgian-daisy",
};

/** The length that stands for games without end. */
export const SESSION = -1;
export const LENGTHS = [0, SESSION, 3, 5, 7, 11];
export const TIMES = ["", "fischer 3+2", "fischer 5+3", "fischer 10+5", "fischer 20+10", "days 1", "days 3", "days 7"];
export const STARTS = ["belgian-daisy", "standard", "german-daisy", "dutch-daisy", "swiss-daisy"];

/** @param {GameName} game */
export const hasDice = (game) => game !== "abalone";

/** @param {Choices} chosen @returns {Agreement} */
export function agreement(chosen) {
  /** @type {Agreement} */
  const agreed = { game: chosen.game };
  const online = chosen.opponent === "anyone" || chosen.opponent === "friend";
  if (chosen.time.startsWith("days ") && online) agreed.days = Number(chosen.time.slice(5));
  else if (chosen.time && !chosen.time.startsWith("days ")) agreed.time = chosen.time;
  if (hasDice(chosen.game)) {
    if (chosen.length === SESSION) agreed.session = true;
    else if (chosen.length) agreed.length = chosen.length;
    if (!chosen.cube) agreed.cube = false;
  } else if (chosen.start !== "belgian-daisy") {
    agreed.start = chosen.start;
  }
  if (chosen.rated && online && (agreed.time || agreed.days) && !agreed.session) agreed.rated = true;
  return agreed;
}

/** @param {GameName} game */
export function gameName(game) {
  return { abak: "Abak", backgammon: "Backgammon", abalone: "Abalone" }[game];
}

/** One line about each game. @param {GameName} game */
export function gameLine(game) {
  return {
    abak: t("Backgammon with soldiers, guards, a general, a druid and two wounded"),
    backgammon: t("The race of two thousand years, with the doubling cube"),
    abalone: t("Push six of the other's marbles off the board; no dice"),
  }[game];
}

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

/** @param {string} start */
export function startName(start) {
  /** @type {Record<string, string>} */
  const names = {
    "belgian-daisy": t("Belgian daisy"),
    standard: t("Standard"),
    "german-daisy": t("German daisy"),
    "dutch-daisy": t("Dutch daisy"),
    "swiss-daisy": t("Swiss daisy"),
  };
  return names[start] ?? start;
}

/** The terms in a few words, without the game. @param {Agreement} agreed */
export function termsLine(agreed) {
  const parts = [];
  if (agreed.position) parts.push(t("From a set-up position"));
  else if (hasDice(agreed.game)) parts.push(lengthName(agreed.session ? SESSION : (agreed.length ?? 0)));
  else parts.push(startName(agreed.start ?? "belgian-daisy"));
  parts.push(timeName(agreed.days ? `days ${agreed.days}` : (agreed.time ?? "")));
  if (hasDice(agreed.game) && agreed.cube === false) parts.push(t("no cube"));
  parts.push(agreed.rated ? t("rated") : t("friendly"));
  return parts.join(" · ");
}

/** What a level of the house bots is called; other programs have names of their own. @param {string} name */
export function botName(name) {
  /** @type {Record<string, string>} */
  const names = {
    random: t("By chance"),
    greedy: t("Rules of thumb"),
    heuristic: t("Teacher"),
    beginner: t("Beginner"),
    casual: t("Casual player"),
    club: t("Club player"),
    advanced: t("Advanced"),
    expert: t("Expert"),
    master: t("Master"),
    strongest: t("Strongest"),
  };
  return names[name] ?? name;
}

/**
 * @typedef {object} Bot one opponent of one game, as `/api/bots` tells it
 * @property {string} id
 * @property {string} name
 * @property {GameName} game
 * @property {boolean} usual for somebody who has not chosen
 * @property {{en: string, es: string}} title
 * @property {string} en what it does
 * @property {string} es
 * @property {{against: string, games: number, won: number} | null} strength
 */

/** The opponents of the chosen game, the weakest first. @param {Bot[]} known @param {Choices} chosen */
export const botsOf = (known, chosen) => known.filter((bot) => bot.game === chosen.game);

/** The one that is chosen, if this game has it. @param {Bot[]} known @param {Choices} chosen */
export function botOf(known, chosen) {
  const here = botsOf(known, chosen);
  return here.find((bot) => bot.id === chosen.bot) ?? here.find((bot) => bot.usual);
}
