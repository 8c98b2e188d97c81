/** Figures of a review as people read them, and the signs of its marks. */

import { language, t } from "../words.js";

/** @import {Alternative} from "./engine.js" */

/** @typedef {"points" | "chances"} Unit */

/** @param {number} value @param {number} places @param {boolean} [signed] */
export function figure(value, places, signed = false) {
  const text = new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }).format(Math.abs(value));
  const zero = Number(Math.abs(value).toFixed(places)) === 0;
  return signed && !zero ? `${value < 0 ? "−" : "+"}${text}` : value < 0 && !zero ? `−${text}` : text;
}

/** What a decision gives away. @param {number} cost @param {Unit} unit */
export const costText = (cost, unit) => (unit === "points" ? figure(cost, 3) : `${figure(100 * cost, 1)} %`);

/** What a play is worth. @param {Alternative} one @param {Unit} unit */
export const worthText = (one, unit) => (unit === "points" ? figure(one.worth, 3, true) : `${figure(100 * one.worth, 1)} %`);

export const SIGNS = { fine: "", doubtful: "?!", error: "?", blunder: "??" };

/** @param {keyof typeof SIGNS} mark */
export const markName = (mark) => ({ fine: t("fine"), doubtful: t("doubtful"), error: t("error"), blunder: t("blunder") })[mark];

/** A cube action in words. @param {string} action */
export const actionName = (action) =>
  ({
    double: t("double"),
    "no-double": t("no double"),
    take: t("take"),
    drop: t("drop"),
    beaver: t("beaver"),
    "double-take": t("double, take"),
    "double-drop": t("double, drop"),
  })[action] ?? action;
