/** "Try it again": the position with its dice, a play or what to do with the cube, and what that is worth. */

import { capital } from "../../board/shared/words.js";
import { html, nothing } from "../../vendor/lit.js";
import { get } from "../api.js";
import { playText } from "../notation.js";
import { spoken, t } from "../words.js";
import { engine, withWords } from "./engine.js";
import { actionName, costText, markName } from "./figures.js";
import { diceOf } from "./model.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Judged} from "./engine.js" */
/** @import {Decision} from "./model.js" */

/** @typedef {{graph: any, judged: Judged | null, text: string}} Attempt */

/** @param {GameName} game @param {Decision} decision @returns {Promise<Attempt>} */
export async function beginAttempt(game, decision) {
  if (decision.what !== "play") return { graph: null, judged: null, text: "" };
  const dice = diceOf(decision);
  const query = new URLSearchParams({ position: decision.position, ...(dice ? { first: String(dice[0]), second: String(dice[1]) } : {}) });
  const { graph } = await get(`/api/board/${game}?${query}`);
  return { graph, judged: null, text: "" };
}

/** @param {GameName} game @param {Decision} decision @param {string} play @param {import("./engine.js").Where} [where] @returns {Promise<Attempt>} */
export async function judgeAttempt(game, decision, play, where = { game, position: decision.position, dice: diceOf(decision) }) {
  const judged = await withWords(await engine.analyse(where, play), where, play);
  return { graph: null, judged, text: decision.what === "play" ? playText(game, judged.played, decision.side) : actionName(judged.played) };
}

/** @param {Attempt} attempt @param {Decision} decision @param {{again: () => void, stop: () => void, answer: (action: string) => void}} doing */
export function attemptCard({ judged, text }, { what }, doing) {
  const answers = { play: [], double: ["double", "no-double"], answer: ["take", "drop"] }[what];
  const facts = { play: text, cost: judged ? costText(judged.cost, judged.unit) : "" };
  return html`<section class="panel decision attempt" role="status">
    <h2>${!judged ? (what === "play" ? t("Play it better on the board") : t("What is right with the cube?")) : judged.mark === "fine" ? t("Right: {play}", facts) : t("{play} gives away {cost}", { ...facts, play: what === "play" ? text : capital(text) })}</h2>
    ${judged && judged.mark !== "fine" ? html`<p><strong class=${`tag ${judged.mark}`}>${markName(judged.mark)}</strong> ${judged.shown.why.played?.map(spoken).join("; ") ?? nothing}</p>` : nothing}
    ${judged?.mark === "fine" && judged.does.length ? html`<p>${judged.does.map(spoken).join("; ")}</p>` : nothing}
    <div class="buttons">
      ${judged ? nothing : answers.map((action) => html`<button class="primary" @click=${() => doing.answer(action)}>${capital(actionName(action))}</button>`)}
      ${judged && judged.mark !== "fine" ? html`<button class="primary" @click=${doing.again}>${t("Try once more")}</button>` : nothing}
      <button @click=${doing.stop}>${judged?.mark === "fine" ? t("Back to the review") : t("Show the answer")}</button>
    </div>
  </section>`;
}
