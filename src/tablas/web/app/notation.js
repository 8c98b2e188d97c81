/** Plays in the notation that the reader has chosen. */

import { withNames } from "../board/dicegame/nb-names.js";
import { kindOf } from "./catalogue.js";
import { settings } from "./settings.js";

/** @import {GameName, Side} from "../board/shared/types.js" */

/** A play as the server writes it, as the reader wants to read it. @param {GameName} game @param {string} play @param {Side} side */
export const playText = (game, play, side) =>
  kindOf(game).nb && settings().notation === "nb" ? withNames(play, side) : play;
