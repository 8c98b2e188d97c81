/** What the engine says of a position: its best plays with chances, or chances and cube before a roll. */

import { html, nothing } from "../../vendor/lit.js";
import { chancesBar, depthText } from "../coach/decision_card.js";
import { costText, figure, worthText } from "../coach/figures.js";
import { hasRoller, kindOf } from "../catalogue.js";
import { playText } from "../notation.js";
import { plural, spoken, t } from "../words.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */
/** @import {Care, CubeJudged, Judged} from "../coach/engine.js" */

const MOST = 6;

/**
 * @typedef {object} LinesShown
 * @property {GameName} game
 * @property {Side} side to move
 * @property {boolean} live whether the engine looks at every position
 * @property {boolean} busy
 * @property {Care} care
 * @property {Judged | null} judged
 * @property {CubeJudged | null} cube
 * @property {string} fault why there is no answer
 * @property {string} idle what is missing before the engine can answer
 * @property {string[]} played plays that stand in the tree
 */

/** @param {LinesShown} now @param {{live: (on: boolean) => void, care: (care: Care) => void, play: (play: string) => void, point: (at: number | null) => void, ask: () => void}} doing */
export function linesView(now, doing) {
  const rolled = [...(kindOf(now.game).dice ? ["rollout"] : []), ...(hasRoller(now.game) ? ["roller"] : [])];
  const cares = /** @type {Care[]} */ (["fast", "normal", "deep", ...rolled]);
  const chosen = (/** @type {Event} */ event) => doing.care(/** @type {Care} */ (/** @type {HTMLSelectElement} */ (event.target).value));
  return html`<section class="panel engine" aria-labelledby="engine-title" aria-busy=${now.busy}>
    <div class="engine-head"><h2 id="engine-title">${t("Engine")}</h2>
      <label class="tick"><input type="checkbox" .checked=${now.live} @change=${(/** @type {Event} */ event) => doing.live(/** @type {HTMLInputElement} */ (event.target).checked)} /><span>${t("Live")}</span></label>
      <select aria-label=${t("How carefully")} @change=${chosen}>${cares.map((care) => html`<option value=${care} .selected=${care === now.care}>${careName(care)}</option>`)}</select>
    </div>
    ${now.fault ? html`<p class="bad" role="alert">${now.fault} <button class="link" @click=${doing.ask}>${t("Try again")}</button></p>` : nothing}
    ${now.judged ? playsView(now, now.judged, doing) : now.cube ? cubeView(now.cube) : html`<p class="hint" role="status">${waiting(now)}${!now.live && !now.idle ? html` <button class="link" @click=${doing.ask}>${t("Ask the engine")}</button>` : nothing}</p>`}
  </section>`;
}

/** @param {LinesShown} now */
function waiting(now) {
  if (now.idle) return now.idle;
  if (now.fault) return "";
  return now.live || now.busy ? t("The engine is thinking …") : t("The engine is off.");
}

/** @param {Care} care */
const careName = (care) => ({ fast: t("At a glance"), normal: t("Normal"), deep: t("Deeper"), rollout: t("Rollouts"), roller: t("Roller") })[care];

/** @param {LinesShown} now @param {Judged} judged @param {{play: (play: string) => void, point: (at: number | null) => void}} doing */
function playsView(now, judged, doing) {
  const best = judged.alternatives[0];
  return html`<ol class="alternatives">
      ${judged.alternatives.slice(0, MOST).map((one, i) => {
        const text = one.text === "-" ? t("no move") : playText(now.game, one.text, now.side);
        const gap = one.worth - best.worth;
        return html`<li class=${now.played.includes(one.text) ? "played" : ""}>
          <button class="alternative" @click=${() => doing.play(one.text)}
            @pointerenter=${() => doing.point(i)} @pointerleave=${() => doing.point(null)} @focus=${() => doing.point(i)} @blur=${() => doing.point(null)}>
            <b>${i + 1}</b><span class="what"><span class="unseen">${t("Play")}</span> ${text} ${one.plies < best.plies ? html`<small>${plural("one ply", "{n} plies", one.plies)}</small>` : nothing}${chancesBar(one)}</span>
            <span class="worth">${worthText(one, judged.unit)}</span>
            <span class="gap">${i === 0 || gap > -0.0005 ? nothing : `−${costText(-gap, judged.unit)}`}</span>
          </button></li>`;
      })}
    </ol>
    <p class="depth"><span>${[depthText(best), judged.does.length ? judged.does.map(spoken).join("; ") : ""].filter(Boolean).join(" · ")}</span></p>`;
}

/** @param {CubeJudged} judged */
function cubeView({ chances, cube }) {
  const percent = (/** @type {number | undefined} */ part) => `${figure(100 * (part ?? 0), 1)} %`;
  const [win, gammon, , lost] = chances;
  const rows = [
    [t("No double"), cube.no_double],
    [t("Double, take"), cube.double_take],
    [t("Double, drop"), cube.double_drop],
  ];
  const verdict = cube.doubles ? (cube.answer === "drop" ? t("Double, drop") : t("Double, take")) : cube.no_double > cube.double_drop ? t("Too good to double") : t("No double");
  return html`<p class="what">${chancesBar({ text: "", worth: 0, chances, plies: 0, trials: 0 })}</p>
    <p>${t("Wins {win}, gammons {gammon}; loses gammons {lost}", { win: percent(win), gammon: percent(gammon), lost: percent(lost) })}</p>
    <table class="data cube-table"><caption>${t("Cube: {verdict}", { verdict })}</caption>
      <tbody>${rows.map(([name, worth]) => html`<tr><th scope="row">${name}</th><td>${figure(Number(worth), 3, true)}</td></tr>`)}</tbody></table>`;
}
