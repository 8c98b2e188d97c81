/** A field for plays in notation, such as `13/7 8/7` or `N12-B7 B8-B7`; the board reads it and says what is wrong. */

import { html } from "../../vendor/lit.js";
import { kindOf } from "../catalogue.js";
import { playText } from "../notation.js";
import { notice } from "../page_frame.js";
import { t } from "../words.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */

/** @param {GameName} game @param {Side} side who plays @param {() => Element | null} board */
export function typedView(game, side, board) {
  /** @param {SubmitEvent} event */
  const submitted = (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("play"));
    const element = /** @type {any} */ (board());
    if (!element || !field.value.trim()) return;
    if (element.type(field.value)) field.value = "";
    else notice(element.announced);
  };
  return html`<form class="say typed" @submit=${submitted}>
    <label class="unseen" for="typed">${t("Type a play")}</label>
    <input id="typed" name="play" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60" placeholder=${t("Type: {example}", { example: playText(game, kindOf(game).example.play, side) })} />
    <button>${t("Play it")}</button>
  </form>`;
}
