/** Questions to the server over HTTP; a refusal is thrown with its sentence. */

import { spoken, t } from "./words.js";

/** Why the server said no. */
export class Refusal extends Error {
  /** @param {number} status @param {string} code @param {string} text */
  constructor(status, code, text) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const answer = await answered(method, path, body);
  return answer.status === 204 ? null : answer.json();
}

/**
 * The answer itself, for what is not JSON.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function answered(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, headers: { "x-tablas": "web", accept: "application/json" } };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "content-type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal(0, "offline", t("The server cannot be reached. Check your connection."));
  }
  if (answer.ok) return answer;
  throw await refusal(answer);
}

/** @param {Response} answer */
async function refusal(answer) {
  try {
    const { error } = await answer.json();
    return new Refusal(answer.status, error.code, sentence(spoken(error)));
  } catch {
    return new Refusal(answer.status, "unknown", t("The server cannot answer that just now."));
  }
}

/** The server's reasons begin small, so that they can stand inside others. @param {string} text */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/**
 * Do what nobody has asked for: if the line fails meanwhile, the next one that opens makes it good.
 * @param {(() => unknown) | undefined} work
 */
export async function quietly(work) {
  try {
    await work?.();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => ask("POST", path, body);
