/** The games of this server with all that can be chosen, as `/api/kinds` tells them. */

import { spoken } from "./words.js";

/** @import {GameName, Side} from "../board/shared/types.js" */

/**
 * @typedef {{en: string, es: string}} Words
 *
 * @typedef {object} Bot one opponent of one game
 * @property {string} id
 * @property {string} name
 * @property {GameName} game
 * @property {boolean} usual for somebody who has not chosen
 * @property {Words} title
 * @property {string} en what it does
 * @property {string} es
 * @property {{against: string, games: number, won: number | null, judged: number | null} | null} strength `won` null: it has played no games
 *
 * @typedef {object} Kind one game
 * @property {GameName} name
 * @property {Words} title
 * @property {Words} line
 * @property {boolean} dice
 * @property {Side | null} first who begins; null: the opening roll decides
 * @property {{name: string, title: Words, position: string, featured: boolean}[]} starts the usual one first
 * @property {Bot[]} levels from the weakest
 * @property {string[]} options what of an agreement belongs to it, by name
 * @property {string[]} times
 * @property {{position: string, dice: [number, number] | null, play: string}} example
 * @property {string} element
 * @property {string} rules
 * @property {Words | null} letters
 * @property {boolean} nb whether its points have N/B names, too
 * @property {boolean} overlays whether its graph says more that a board can show
 *
 * @typedef {boolean | number | string} Value
 *
 * @typedef {object} Option something to agree on
 * @property {Words} title
 * @property {Words} about
 * @property {{value: Value, title: Words}[]} values the usual one first
 * @property {"always" | "match" | "money"} when
 * @property {string | null} needs an option without which it means nothing
 *
 * @typedef {(position: string, better: Side | null) => {rows: {title: string, black: number, white: number, places: number}[], said: string}} Balance
 *
 * @typedef {object} GameModule what the pages show of a game beside its board: `games/<name>.js`
 * @property {(text: string) => unknown} miniature a small picture of a position
 * @property {import("./pages/editor.js").Pieces} pieces
 * @property {() => unknown} [legend] who is who, where a game has classes
 * @property {(position: string, side: Side, dice: number[]) => {key: string, text: string}[]} [firstSights] what nobody knows before it is met
 * @property {() => Promise<{balance: Balance}>} [loadBalance] how both sides stand
 * @property {() => {href: string, text: string}} newcomer the way for who does not know it
 */

/** @type {{kinds: Kind[], lengths: number[], days: number[], options: Record<string, Option>, titles: Record<string, Words>}} */
const catalogue = await load();

async function load() {
  const answer = await fetch("/api/kinds");
  if (!answer.ok) throw new Error(`/api/kinds: ${answer.status}`);
  return answer.json();
}

export const { kinds, lengths, days, options } = catalogue;

/** @param {GameName} name */
export function kindOf(name) {
  const known = kinds.find((kind) => kind.name === name);
  if (!known) throw new TypeError(`game ${name}: this server has ${kinds.map((kind) => kind.name).join(", ")}`);
  return known;
}

/** Whether a game has the level that rolls out what is close. @param {GameName} name */
export const hasRoller = (name) => kindOf(name).levels.some((level) => level.name === "roller");

/** What a level of the house bots is called; other programs have names of their own. @param {string} name */
export const botName = (name) => (catalogue.titles[name] ? spoken(catalogue.titles[name]) : name);

/** Load the element of a game; boards are large, so a page loads the one it shows. @param {GameName} name */
export const loadBoard = (name) => import(`../board/${name}/${kindOf(name).element}.js`);

/** @param {GameName} name @returns {Promise<GameModule>} */
export const loadGame = (name) => import(`./games/${kindOf(name).name}.js`);

/** All of them, by name. @returns {Promise<Record<GameName, GameModule>>} */
export async function loadGames() {
  return Object.fromEntries(await Promise.all(kinds.map(async ({ name }) => [name, await loadGame(name)])));
}

/** Who sits below, where nobody has chosen. @param {Kind} kind @returns {Side} */
export const usualView = (kind) => kind.first ?? "white";
