/** What boards say, in both languages: a template by its key, with the facts filled in. */

/** @import {Language} from "./types.js" */

import { en } from "./words-en.js";
import { es } from "./words-es.js";

const WORDS = { en, es };

/** @typedef {keyof typeof en} WordKey */

/**
 * The words for a key; a `{fact}` stands for a fact. With a fact `count`, the key may exist as
 * `key.one` for one.
 * @param {Language} language
 * @param {WordKey} key
 * @param {Record<string, string | number>} [facts]
 */
export function say(language, key, facts = {}) {
  const table = /** @type {Record<string, string>} */ (WORDS[language] ?? WORDS.en);
  const one = facts.count === 1 ? table[`${key}.one`] : undefined;
  return (one ?? table[key]).replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));
}

/** The name of a class. @param {Language} language @param {string} letter */
export const className = (language, letter) =>
  say(language, /** @type {WordKey} */ (`class.${letter.toUpperCase()}`));

/** What is special about a class. @param {Language} language @param {string} letter */
export const about = (language, letter) => say(language, /** @type {WordKey} */ (`about.${letter.toUpperCase()}`));

// Made once: a list format is dear to make, and cheap to use.
const LISTS = {
  en: new Intl.ListFormat("en", { type: "conjunction" }),
  es: new Intl.ListFormat("es", { type: "conjunction" }),
};

/** A list as it is spoken. @param {Language} language @param {string[]} parts */
export const listed = (language, parts) => LISTS[language].format(parts);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
