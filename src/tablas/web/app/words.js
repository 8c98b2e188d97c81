/**
 * What the pages say. The English text is the key; the catalogue of another language is JSON that
 * `tools/web/build_web.py` makes from `locale/*.po`. Keys are always written as plain literals, so
 * that the same tool finds them all.
 */

/** @import {Language} from "../board/shared/types.js" */

/** @type {Language} */
export const language = document.documentElement.lang === "es" ? "es" : "en";

/** @type {Record<string, string | [string, string]>} */
const catalogue = await load();

async function load() {
  if (language === "en") return {};
  // The first page has a catalogue of its own, a third of the whole.
  const part = document.documentElement.dataset.page === "home" ? ".home" : "";
  const answer = await fetch(new URL(`../locale/${language}${part}.json`, import.meta.url));
  return answer.ok ? answer.json() : {};
}

/**
 * A text in the reader's language; `{name}` stands for the fact of that name.
 * @param {string} text
 * @param {Record<string, string | number>} [facts]
 */
export function t(text, facts) {
  const translation = catalogue[text] ?? text;
  return filled(typeof translation === "string" ? translation : translation[0], facts);
}

/**
 * A text that depends on a number, which is also the fact `n`.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [facts]
 */
export function plural(one, many, n, facts) {
  const translation = catalogue[one] ?? [one, many];
  const text = typeof translation === "string" ? translation : translation[n === 1 ? 0 : 1];
  return filled(text, { n, ...facts });
}

/** @param {string} text @param {Record<string, string | number>} [facts] */
function filled(text, facts) {
  return facts ? text.replace(/\{(\w+)\}/g, (all, name) => String(facts[name] ?? all)) : text;
}

/** A number with one place after its comma or point. @param {number} value */
export const decimal = (value) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** A sentence that came in both languages. @param {{en: string, es: string}} words */
export const spoken = (words) => words[language];

/** @param {number} at milliseconds */
export function day(at) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
