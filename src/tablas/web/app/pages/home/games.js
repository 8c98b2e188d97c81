/** The games of mine that are not over. */

import { html } from "../../../vendor/lit.js";
import { botName } from "../../catalogue.js";
import { gameName, termsLine } from "../../terms.js";
import { t } from "../../words.js";

/** @param {any[]} games @param {string} name */
export function gamesView(games, name) {
  return html`<section class="panel" aria-labelledby="mine-title">
    <h2 id="mine-title">${t("Your games go on here")}</h2>
    <ul class="rows">
      ${games.slice(0, 8).map(
        (game) => html`<li>
          <div>
            <strong>${gameName(game.agreement.game)}</strong> · ${opponentOf(game, name)}
            <small>${termsLine(game.agreement)}</small>
          </div>
          <a class="button" href=${`/game/${game.id}`}>${t("Continue")}</a>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {any} game @param {string} name */
export function opponentOf(game, name) {
  if (game.mode === "local") return t("two at one screen");
  const other = game.white.name === name ? game.black : game.white;
  return other.bot ? botName(other.name) : other.name;
}
