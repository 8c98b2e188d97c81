/** How both sides of a game stand beyond what is counted first: figures, and a word where they surprise. */

import { html, nothing } from "../../vendor/lit.js";
import { figure } from "../coach/figures.js";
import { loadGame } from "../catalogue.js";
import { t } from "../words.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Balance} from "../catalogue.js" */
/** @import {Standing} from "./tree.js" */
/** @import {Judged} from "../coach/engine.js" */

const BETTER = 0.53; // a chance of winning: less than that is even

/** What compares both sides of a game, if it has that. @param {GameName} game */
export const balanceOf = async (game) => (await (await loadGame(game)).loadBalance?.())?.balance;

/** @param {Balance | undefined} balance of a game that has one @param {Standing} standing @param {Judged | null} judged */
export function balanceView(balance, { position, turn }, judged) {
  if (!balance) return nothing;
  const { rows, said } = balance(position, judged ? preferred(judged.alternatives[0].worth, turn) : null);
  return html`<details class="panel balance" open><summary>${t("Both sides compared")}</summary>
    <table class="data"><thead><tr><td></td><th scope="col">${t("Black")}</th><th scope="col">${t("White")}</th></tr></thead>
      <tbody>${rows.map(({ title, black, white, places }) => html`<tr><th scope="row">${title}</th><td>${figure(black, places)}</td><td>${figure(white, places)}</td></tr>`)}</tbody></table>
    ${said ? html`<p class="said-of-both">${said}</p>` : nothing}</details>`;
}

/** The side that the engine likes better. @param {number} chance of who is to move @param {Standing["turn"]} turn */
function preferred(chance, turn) {
  if (chance >= BETTER) return turn;
  return chance <= 1 - BETTER ? (turn === "white" ? "black" : "white") : null;
}
