/** What a reader has chosen for this browser; kept in it, and never sent anywhere. */

/** @import {Language} from "../board/shared/types.js" */

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"walnut" | "night" | "linen"} board
 * @property {"ivory" | "garnet"} pieces
 * @property {"normal" | "high"} contrast
 * @property {"auto" | "off" | "quiet" | "usual" | "loud"} sounds auto: usual by day, quiet at night
 * @property {boolean} haptics a device held in the hand buzzes
 * @property {"full" | "less"} motion
 * @property {"slow" | "usual" | "fast" | "faster" | "none"} speed at which the moves of others are shown
 * @property {"points" | "nb" | "none"} numbering
 * @property {"standard" | "nb"} notation of moves in dice games
 * @property {"mover" | "reader"} written from whose side the moves of the other one are numbered
 * @property {boolean} letters
 * @property {boolean} mirror
 * @property {boolean} guide homes and the direction of travel are drawn on the board
 * @property {boolean} autoRoll
 * @property {boolean} premove a move may be chosen while the other side thinks, in games without dice
 * @property {"ask" | "auto" | "never"} finish turns in which nothing is to be decided play themselves
 * @property {boolean} confirmMoves of Abalone: a move waits for a button
 * @property {boolean} explains against bots: what each play of theirs does is told
 * @property {boolean} evaluation against bots: my chances of winning are shown
 * @property {"off" | "hints" | "blunder" | "error" | "doubtful"} coach against bots: hints when asked for, and from which mistakes on it speaks up
 */

/** @type {Settings} */
export const DEFAULTS = {
  theme: "system",
  board: "walnut",
  pieces: "ivory",
  contrast: "normal",
  sounds: "auto",
  haptics: true,
  motion: "full",
  speed: "usual",
  numbering: "points",
  notation: "standard",
  written: "mover",
  letters: false,
  mirror: false,
  guide: false,
  autoRoll: true,
  premove: false,
  finish: "ask",
  confirmMoves: false,
  explains: false,
  evaluation: false,
  coach: "hints",
};
/** How many times as fast as usual; 0: at once. @type {Record<Settings["speed"], number>} */
export const SPEEDS = { slow: 0.5, usual: 1, fast: 2, faster: 4, none: 0 };
const KEY = "tablas-settings";

/** @returns {Settings} */
export function settings() {
  const known = { ...DEFAULTS, ...kept(KEY) };
  // Until 2026 there was only on and off.
  if (typeof known.sounds === "boolean") known.sounds = known.sounds ? "auto" : "off";
  return known;
}

/** @param {Partial<Settings>} chosen @returns {Settings} */
export function choose(chosen) {
  const now = { ...settings(), ...chosen };
  keep(KEY, now);
  apply(now);
  return now;
}

/** @param {Settings} now */
export function apply(now) {
  const { dataset } = document.documentElement;
  if (now.theme === "system") delete dataset.theme;
  else dataset.theme = now.theme;
  dataset.board = now.board;
  dataset.pieces = now.pieces;
  if (now.contrast === "high") dataset.contrast = "high";
  else delete dataset.contrast;
  if (now.motion === "less") dataset.motion = "less";
  else delete dataset.motion;
  dataset.speed = String(SPEEDS[now.speed] ?? 1);
}

/** The language is the server's business too: it chooses the page. @param {Language} language */
export function chooseLanguage(language) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `tablas-language=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
  location.reload();
}

/**
 * Something kept in this browser, or an empty object.
 * @param {string} key
 * @returns {Record<string, any>}
 */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
