/** The index of the problems: the daily ones, one's own mistakes, and the sets with their themes. */

import { html, nothing } from "../../vendor/lit.js";
import { gameName } from "../terms.js";
import { day, plural, spoken, t } from "../words.js";

/** @param {any} index as `GET /api/problems` tells it */
export function indexView({ sets, streak, mistakes }) {
  return html`<div class="stack wide problems">
    <h1 tabindex="-1">${t("Problems")}</h1>
    <p>${t("Positions from games of our own in which one play is clearly best. Find it on the board; then you read why.")}</p>
    <div class="problem-tops">
      <section class="panel daily"><h2>${t("Problem of the day")}</h2>
        <p class="hint">${streakText(streak)}</p>
        <div class="buttons">${sets.map(dailyLink)}</div>
      </section>
      <section class="panel own"><h2>${t("My mistakes")}</h2>${mistakesView(mistakes)}</section>
    </div>
    <div class="problem-sets">${sets.map(setView)}</div>
    <p><a href="/progress">${t("My progress")}</a></p>
  </div>`;
}

/** @param {{now: number, most: number}} streak */
export function streakText({ now, most }) {
  if (!now) return most ? t("Solve one today to begin a new streak; your longest: {most}.", { most }) : t("The same for everybody, a new one each day. Solved days in a row make a streak.");
  return plural("One day in a row.", "{n} days in a row.", now);
}

/** @param {any} set */
function dailyLink({ game, daily }) {
  const sign = daily === null ? nothing : daily ? html` <span class="yes">✓<span class="unseen"> ${t("solved")}</span></span>` : html` <span class="no">✗<span class="unseen"> ${t("not solved")}</span></span>`;
  return html`<a class=${daily === null ? "button primary" : "button"} href=${`#daily-${game}`}>${gameName(game)}${sign}</a>`;
}

/** @param {any} mistakes */
function mistakesView(mistakes) {
  const { due = 0, later = 0, learnt = 0, next_at = null } = mistakes ?? {};
  return html`<p class="hint">${t("Errors and blunders of your reviewed games come here by themselves, and come back after days until you know them.")}</p>
    <p>${plural("One is due", "{n} are due", due)} · ${plural("one comes back later", "{n} come back later", later)} · ${plural("one learnt", "{n} learnt", learnt)}${next_at && !due ? ` · ${t("next: {day}", { day: day(next_at) })}` : nothing}</p>
    <div class="buttons"><a class=${due ? "button primary" : "button"} href="#mistakes">${t("Solve my mistakes")}</a></div>`;
}

/** @param {any} set */
function setView({ game, count, themes, rating, tries, solved }) {
  return html`<section class="panel problem-set">
    <h2>${gameName(game)}</h2>
    <p class="hint">${plural("one problem", "{n} problems", count)}${tries ? ` · ${t("{solved} of {tries} solved at the first try", { solved, tries })}` : nothing}${rating ? ` · ${t("rating {rating}", { rating })}` : nothing}</p>
    <div class="buttons"><a class="button primary" href=${`#set-${game}`}>${t("Solve problems")}</a></div>
    <h3>${t("By theme")}</h3>
    <ul class="themes">${themes.map((/** @type {any} */ one) => html`<li><a class="button" href=${`#set-${game}-${one.theme}`}>${spoken(one.name)} <small>${one.count}</small></a></li>`)}</ul>
  </section>`;
}
