/** How my play goes on: ratings, error rate and luck over time, by phase and theme, openings, streaks. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { me } from "../me.js";
import { streakText } from "../problems/index_view.js";
import { plotView } from "../progress/plot.js";
import { openingsView, phasesView, themesView } from "../progress/tables.js";
import { speedName } from "../speeds.js";
import { gameName } from "../terms.js";
import { plural, t } from "../words.js";

/** @type {HTMLElement} */
let place;
/** @type {any} */
let progress;
/** @type {string | null} */
let game = null;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  if (!(await me())) return render(emptyView(), place);
  try {
    do progress = await get("/api/progress");
    while (progress.left); // a few reviews are taken in at a time
  } catch (error) {
    render(html`<div class="stack"><h1>${t("My progress")}</h1><p role="alert">${/** @type {Error} */ (error).message}</p></div>`, place);
    return;
  }
  game = known()[0] ?? null;
  draw();
}

/** The games of which there is something to see. @returns {string[]} */
const known = () => [...new Set([...progress.games, ...progress.ratings, ...progress.problems].map((one) => one.game))];

function draw() {
  render(
    !game
      ? emptyView()
      : html`<div class="stack wide progress">
          <h1>${t("My progress")}</h1>
          <p class="hint">${t("Only you see this page.")}</p>
          ${streaksView()}
          ${known().length > 1
            ? html`<div class="buttons games" role="group" aria-label=${t("Game")}>${known().map((name) => html`<button aria-pressed=${name === game} @click=${() => choose(name)}>${gameName(name)}</button>`)}</div>`
            : html`<h2>${gameName(game)}</h2>`}
          ${reviewsView(progress.games.find((/** @type {any} */ one) => one.game === game))} ${ratingsView()}
        </div>`,
    place,
  );
}

/** @param {string} name */
function choose(name) {
  game = name;
  draw();
}

function emptyView() {
  return html`<div class="stack"><h1>${t("My progress")}</h1>
    <p>${t("Play a game and look at its review, or solve problems: what they say about your play gathers here.")}</p>
    <div class="buttons"><a class="button primary" href="/">${t("Play")}</a> <a class="button" href="/problems">${t("Problems")}</a> <a class="button" href="/history">${t("My games")}</a></div></div>`;
}

function streaksView() {
  const { streak, mistakes } = progress;
  return html`<section class="panel"><h2>${t("Streak and mistakes")}</h2>
    <p>${streak.most ? streakText(streak) : t("No problem of the day solved yet.")} ${streak.most ? t("Longest: {most}.", { most: streak.most }) : nothing}</p>
    <p>${plural("One mistake is due", "{n} mistakes are due", mistakes.due)} · ${plural("one comes back later", "{n} come back later", mistakes.later)} · ${plural("one learnt", "{n} learnt", mistakes.learnt)}</p>
    <div class="buttons"><a class="button" href="/problems#mistakes">${t("Solve my mistakes")}</a></div></section>`;
}

/** @param {any} reviewed */
function reviewsView(reviewed) {
  if (!reviewed) return html`<section class="panel"><p class="empty">${t("No game was reviewed yet.")} <a href="/history">${t("My games")}</a></p></section>`;
  const { matches, unit, phases, themes, openings } = reviewed;
  const series = (/** @type {string} */ name) => matches.filter((/** @type {any} */ one) => one[name] !== null).map((/** @type {any} */ one) => [one.at, one[name]]);
  const lucky = series("luck");
  const accurate = series("accuracy");
  return html`<div class="plots">
      <section class="panel">${plotView({ title: t("Error rate, lower is better"), value: t("Error rate"), points: series("rating"), places: 1, mean: true })}
        <p class="hint">${plural("One reviewed game", "{n} reviewed games", matches.length)} · ${t("500 × the mean cost of a decision")}</p></section>
      ${lucky.length ? html`<section class="panel">${plotView({ title: t("Luck, in points"), value: t("Luck"), points: lucky, places: 2, mean: true, zero: true })}</section>` : nothing}
      ${accurate.length ? html`<section class="panel">${plotView({ title: t("Accuracy, in percent"), value: t("Accuracy"), points: accurate, places: 1, mean: true })}</section>` : nothing}
    </div>
    <section class="panel"><h2>${t("Error rate by phase")}</h2>${phasesView(phases)}</section>
    <section class="panel"><h2>${t("Mistakes by theme")}</h2>${themesView(themes, unit)}</section>
    ${openings.length ? html`<section class="panel"><h2>${t("Openings")}</h2>${openingsView(String(game), openings, unit)}</section>` : nothing}`;
}

function ratingsView() {
  const mine = (/** @type {any[]} */ all) => all.filter((one) => one.game === game);
  const plots = [
    ...mine(progress.ratings).map((/** @type {any} */ one) => plotView({ title: t("Rating, {speed}", { speed: speedName(one.speed) }), value: t("Rating"), points: one.points })),
    ...mine(progress.problems).map((/** @type {any} */ one) => plotView({ title: t("Rating in problems"), value: t("Rating"), points: one.points })),
  ];
  return html`<div class="plots">${plots.map((plot) => html`<section class="panel">${plot}</section>`)}</div>`;
}
