/** After an answer: right or not, why in words, the plays with their chances, and what it changed. */

import { html, nothing } from "../../vendor/lit.js";
import { sentence } from "../api.js";
import { botName } from "../catalogue.js";
import { alternativesView } from "../coach/decision_card.js";
import { actionName, costText, figure } from "../coach/figures.js";
import { playText } from "../notation.js";
import { day, plural, spoken, t } from "../words.js";
import { streakText } from "./index_view.js";

/** @import {Question} from "../pages/problems.js" */

/**
 * @param {Question} asked
 * @param {any} verdict
 * @param {number | null} chosen the alternative whose way is drawn
 * @param {{again: (() => void) | null, choose: (at: number | null) => void}} doing
 */
export function verdictView(asked, verdict, chosen, doing) {
  const { right, themes = [] } = verdict;
  return html`<section class=${`panel problem-verdict ${right ? "solved" : "failed"}`} role="status">
    <h2 tabindex="-1">${right ? html`<span class="yes">${t("Solved!")}</span> ${textOf(asked, verdict.best)}` : html`<span class="no">${t("Not the best:")}</span> ${textOf(asked, verdict.given)}`}</h2>
    ${whyView(asked, verdict)}
    ${verdict.figures?.alternatives ? alternativesView({ game: asked.game, unit: verdict.figures.unit, decision: verdict.figures, chosen }, doing) : nothing}
    ${verdict.figures?.cube ? cubeView(verdict.figures.cube) : nothing}
    ${changesView(verdict)}
    ${themes.length ? html`<p class="hint">${t("About: {themes}", { themes: themes.map(spoken).join(", ") })}</p>` : nothing}
    <div class="buttons">
      ${doing.again ? html`<button class="primary" @click=${doing.again}>${t("Next problem")}</button>` : html`<a class="button primary" href=${`#set-${asked.game}`}>${t("Solve problems")}</a>`}
      ${verdict.match ? html`<a class="button" href=${`/review/${verdict.match}`}>${t("Review of the game")}</a>` : nothing}
    </div>
  </section>`;
}

/** @param {Question} asked @param {string} answer */
function textOf({ game, side, choices }, answer) {
  if (!choices.length) return playText(game, answer, side);
  return answer === "too-good" ? t("too good to double") : actionName(answer);
}

/** The reasons, as a review tells them. @param {Question} asked @param {any} verdict */
function whyView(asked, verdict) {
  const { shown, does } = verdict.decision;
  const { played = [], best = [] } = shown.why;
  const said = (/** @type {any[]} */ remarks) => remarks.map(spoken).join("; ");
  const facts = { play: textOf(asked, verdict.best) };
  if (verdict.right) return does.length ? html`<div class="why"><p>${sentence(said(does))}</p></div>` : nothing;
  const { cost } = verdict.figures ?? {};
  return html`<div class="why">
    ${cost ? html`<p>${t("It gives away {cost}.", { cost: costText(cost, verdict.figures.unit) })}</p>` : nothing}
    ${played.length ? html`<p>${t("{play} was played: {what}.", { play: textOf(asked, verdict.given), what: said(played) })}</p>` : nothing}
    <p>${best.length || does.length ? t("Better is {play}: {what}.", { ...facts, what: said(best.length ? best : does) }) : t("Better is {play}.", facts)}</p>
  </div>`;
}

/** @param {{no_double: number, double_take: number, double_drop: number}} cube */
function cubeView({ no_double, double_take, double_drop }) {
  const rows = /** @type {[string, number][]} */ ([["no-double", no_double], ["double-take", double_take], ["double-drop", double_drop]]);
  return html`<table class="data cube"><tbody>${rows.map(([name, worth]) => html`<tr><th scope="row">${actionName(name)}</th><td>${figure(worth, 3, true)}</td></tr>`)}</tbody></table>`;
}

/** Ratings, the streak, or when a mistake comes back. @param {any} verdict */
function changesView({ first, rating, problem, streak, due_at, learnt }) {
  if (due_at) return html`<p>${learnt ? t("You know this one now: it comes back no more.") : t("It comes back on {day}.", { day: day(due_at) })}</p>`;
  const change = rating.after - rating.before;
  return html`<p>${first ? t("Your rating: {after} ({change})", { after: rating.after, change: `${change > 0 ? "+" : ""}${change}` }) : t("Only the first try changes your rating.")}
      · ${t("rating of the problem: {rating}", { rating: problem.rating })}</p>
    <p class="hint">${problem.level ? t("Found by: {level} and stronger", { level: botName(problem.level) }) : t("None of the levels finds it.")} · ${sureText(problem)}</p>
    ${streak.now ? html`<p class="hint">${streakText(streak)}</p>` : nothing}`;
}

/** How clear it is, and how that is known. @param {{margin: number, error: number, effort: number, trials: boolean}} problem */
function sureText({ margin, error, effort, trials }) {
  const facts = trials ? { margin: figure(margin, 3), error: figure(error, 3) } : { margin: `${figure(100 * margin, 1)} %`, error: `${figure(100 * error, 1)} %` };
  const how = trials ? plural("one trial", "{n} trials", effort) : plural("one ply ahead", "{n} plies ahead", effort);
  return `${t("best by {margin} ± {error}", facts)} (${how})`;
}
