/** Plays in the notation that the reader has chosen. */

import { turnedRound, withNames } from "../board/dicegame/nb-names.js";
import { kindOf } from "./catalogue.js";
import { settings } from "./settings.js";

/** @import {GameName, Side} from "../board/shared/types.js" */

/**
 * A play as the server writes it, as the reader wants to read it: with N/B names, or numbered from
 * the reader's own side.
 * @param {GameName} game @param {string} play @param {Side} side who played it @param {Side | null} [reader]
 */
export function playText(game, play, side, reader = null) {
  const { notation, written } = settings();
  if (kindOf(game).nb && notation === "nb") return withNames(play, side);
  return kindOf(game).dice && written === "reader" && reader && reader !== side ? turnedRound(play) : play;
}
