/** One decision: what it gave away, why, and the best plays with their chances. */

import { html, nothing } from "../../vendor/lit.js";
import { sentence } from "../api.js";
import { hasRoller, kindOf } from "../catalogue.js";
import { playText } from "../notation.js";
import { plural, spoken, t } from "../words.js";
import { actionName, costText, markName, worthText } from "./figures.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Alternative} from "./engine.js" */
/** @import {Unit} from "./figures.js" */
/** @import {Decision, Row} from "./model.js" */

const MOST = 5;

/**
 * @typedef {object} Shown
 * @property {GameName} game
 * @property {Unit} unit
 * @property {string} name of who decided
 * @property {Row} row
 * @property {Decision} decision
 * @property {number | null} chosen the alternative whose way is drawn
 * @property {boolean} busy whether the engine is at work on it
 */

/** @param {Shown} shown @param {{choose: (at: number | null) => void, deeper: (care: "deep" | "rollout" | "roller") => void}} doing */
export function decisionCard(shown, doing) {
  const { decision, game } = shown;
  return html`<section class="panel decision" aria-labelledby="decision-title">
    <h2 id="decision-title">${titleOf(shown)}</h2>
    ${whyView(shown)}
    ${alternativesView(shown, doing)}
    <p class="depth">
      <span>${depthText(decision.alternatives[0])}</span>
      ${decision.illegal || decision.alternatives.length < 2
        ? nothing
        : html`<button class="link" ?disabled=${shown.busy} @click=${() => doing.deeper("deep")}>${t("Look deeper")}</button>
            ${kindOf(game).dice ? html`<button class="link" ?disabled=${shown.busy} @click=${() => doing.deeper("rollout")}>${t("Roll out")}</button>` : nothing}
            ${hasRoller(game) && decision.what === "play" ? html`<button class="link" ?disabled=${shown.busy} @click=${() => doing.deeper("roller")}>${t("Roller")}</button>` : nothing}`}
    </p>
  </section>`;
}

/** The best plays; a press shows the way of one. @param {Pick<Shown, "game" | "unit" | "decision" | "chosen">} shown @param {{choose: (at: number | null) => void}} doing */
export const alternativesView = (shown, doing) =>
  html`<ol class="alternatives">${listed(shown.decision).map(([one, i]) => alternativeView(shown, one, i, doing))}</ol>`;

/** @param {Shown} shown */
function titleOf({ row, decision, unit, name }) {
  const facts = { n: row.number, dice: decision.dice, name, cost: costText(decision.cost, unit) };
  const what = decision.what === "play" ? (decision.dice ? t("Move {n} · {dice}", facts) : t("Move {n}", facts)) : t("Move {n} · cube", facts);
  if (decision.illegal) return `${what}: ${t("not allowed by the rules")}`;
  if (decision.mark !== "fine") return `${what}: ${t("{name} gave away {cost}", facts)}`;
  return `${what}: ${decision.cost < 0.0005 ? t("the best there was") : t("as good as the best")}`;
}

/** The reason in words. @param {Shown} shown */
function whyView({ decision, game }) {
  const { played = [], best = [], fault } = decision.shown.why;
  if (decision.mark === "fine") return nothing;
  const said = (/** @type {any[]} */ remarks) => remarks.map(spoken).join("; ");
  const text = (/** @type {string} */ play) => (decision.what === "play" ? playText(game, play, decision.side) : actionName(play));
  return html`<div class="why">
    <p><strong class=${`tag ${decision.mark}`}>${markName(decision.mark)}</strong> ${fault ? sentence(spoken(fault)) : nothing}</p>
    ${played.length ? html`<p>${t("{play} was played: {what}.", { play: text(decision.played), what: said(played) })}</p>` : nothing}
    ${best.length
      ? html`<p>${t("Better is {play}: {what}.", { play: text(decision.best), what: said(best) })}</p>`
      : html`<p>${t("Better is {play}.", { play: text(decision.best) })}</p>`}
  </div>`;
}

/** The best five, and what was played if it is none of them. @param {Decision} decision @returns {[Alternative, number][]} */
function listed({ alternatives, played }) {
  /** @type {[Alternative, number][]} */
  const all = alternatives.map((one, i) => [one, i]);
  return all.filter(([one, i]) => i < MOST || one.text === played);
}

/** @param {Pick<Shown, "game" | "unit" | "decision" | "chosen">} shown @param {Alternative} one @param {number} i @param {{choose: (at: number | null) => void}} doing */
function alternativeView({ game, unit, decision, chosen }, one, i, doing) {
  const cube = decision.what !== "play";
  const played = !cube && one.text === decision.played;
  const gap = one.worth - decision.alternatives[0].worth;
  const text = cube ? actionName(one.text) : one.text === "-" ? t("no move") : playText(game, one.text, decision.side);
  const inner = html`<b>${i + 1}</b>
    <span class="what">${text} ${played ? html`<small>${t("played")}</small>` : nothing}${chancesBar(one)}</span>
    <span class="worth">${worthText(one, unit)}</span>
    <span class="gap">${cube || i === 0 || gap > -0.0005 ? nothing : `−${costText(-gap, unit)}`}</span>`;
  return html`<li class=${played ? "played" : ""}>
    ${cube ? html`<div class="alternative">${inner}</div>` : html`<button class="alternative" aria-pressed=${chosen === i} @click=${() => doing.choose(chosen === i ? null : i)}>${inner}</button>`}
  </li>`;
}

/** Gammons won, games won, games lost, gammons lost. @param {Alternative} one */
export function chancesBar({ chances }) {
  const [win, gammon = 0, , lost = 0] = chances;
  if (win === undefined) return nothing;
  const percent = (/** @type {number} */ part) => `${Math.round(100 * part)} %`;
  const name = chances.length > 1 ? t("{win} wins, {gammon} gammons; {lost} gammons lost", { win: percent(win), gammon: percent(gammon), lost: percent(lost) }) : t("{win} wins", { win: percent(win) });
  return html`<svg class="chances" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label=${name}>
    <rect class="lose" width="100" height="4"></rect><rect class="win" width=${100 * win} height="4"></rect>
    <rect class="gammon" width=${100 * gammon} height="4"></rect></svg>`;
}

/** @param {Alternative | undefined} one */
export function depthText(one) {
  if (!one) return "";
  const plies = one.plies ? plural("one ply ahead", "{n} plies ahead", one.plies) : "";
  const trials = one.trials ? plural("one trial", "{n} trials", one.trials) : "";
  return [plies, trials].filter(Boolean).join(" · ");
}
