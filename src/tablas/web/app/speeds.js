/** What the speed classes of rated games are called. */

import { t } from "./words.js";

/** @param {string} speed */
export function speedName(speed) {
  /** @type {Record<string, string>} */
  const names = { bullet: t("bullet"), blitz: t("blitz"), rapid: t("rapid"), classical: t("classical"), correspondence: t("correspondence") };
  return names[speed] ?? speed;
}
