/** Somebody's public profile: ratings by game and speed, and finished games. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get, ask } from "../api.js";
import { notice, title } from "../page_frame.js";
import { me } from "../me.js";
import { report } from "../reports.js";
import { outcomeName, resultsView } from "../results.js";
import { speedName } from "../speeds.js";
import { gameName } from "../terms.js";
import { day, plural, t } from "../words.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const path = `/api/people/${encodeURIComponent(name)}`;

/** @type {HTMLElement} */
let place;
/** @type {any} */
let profile;
/** @type {any[]} */
let games = [];
/** @type {number | null} */
let next = null;
let stranger = false;
let mine = false;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  try {
    profile = await get(path);
  } catch (error) {
    render(html`<div class="stack"><h1>${t("Nobody has that name")}</h1><p>${/** @type {Error} */ (error).message}</p></div>`, place);
    return;
  }
  title(profile.name);
  const who = await me();
  mine = who !== null && who.name === profile.name;
  stranger = who !== null && !mine;
  await load();
}

async function load() {
  const answer = await get(`${path}/games${next ? `?before=${next}` : ""}`);
  games = [...games, ...answer.games];
  next = answer.next;
  draw();
}

/** @param {any} game @returns {import("../results.js").Row} */
function row(game) {
  const change = game.rating_change;
  return {
    id: game.id,
    game: game.game,
    opponent: game.opponent,
    bot: game.opponent_is_bot,
    outcome: outcomeName(game.result),
    at: game.ended_at,
    playing: false,
    note: change === null ? undefined : `${change > 0 ? "+" : ""}${Math.round(change)}`,
  };
}

function draw() {
  render(
    html`<div class="stack">
      <h1>${profile.name}</h1>
      <p class="hint">
        ${{ guest: t("Guest"), account: t("Player"), bot: t("Bot") }[/** @type {"guest"} */ (profile.kind)]} ·
        ${t("here since {day}", { day: day(profile.created_at) })}${profile.closed ? ` · ${t("account closed")}` : ""}
        ${profile.aborted ? `· ${plural("called off one rated game", "called off {n} rated games", profile.aborted)}` : ""}
      </p>
      ${profile.about ? html`<p>${profile.about}</p>` : nothing}
      <section class="panel"><h2>${t("Ratings")}</h2>${ratings()}
        ${mine ? html`<p><a class="button" href="/progress">${t("My progress")}</a></p>` : nothing}</section>
      <section class="panel"><h2>${t("Finished games")}</h2>${resultsView(games.map(row))}
        ${next ? html`<button @click=${load}>${t("Show more")}</button>` : nothing}</section>
      ${stranger ? strangerView() : nothing}
    </div>`,
    place,
  );
}

function ratings() {
  if (!profile.ratings.length) return html`<p class="empty">${t("No rated games yet.")}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("Ratings")}><table class="data">
    <thead><tr><th>${t("Game")}</th><th>${t("Speed")}</th><th>${t("Rating")}</th><th>${t("Games")}</th></tr></thead>
    <tbody>${profile.ratings.map(
      (/** @type {any} */ one) => html`<tr><td>${gameName(one.game)}</td><td>${speedName(one.speed)}</td>
        <td>${Math.round(one.rating)}${one.provisional ? "?" : ""} ± ${Math.round(2 * one.deviation)}</td>
        <td>${one.games} (${one.wins} / ${one.draws} / ${one.losses})</td></tr>`,
    )}</tbody>
  </table></div>`;
}

function strangerView() {
  const mute = () => ask("PUT", `/api/mutes/${encodeURIComponent(name)}`).then(() => notice(t("You will see no more messages from {name}.", { name })), tell);
  return html`<div class="buttons"><button @click=${mute}>${t("Mute")}</button><button @click=${() => report(name)}>${t("Report")}</button></div>`;
}

/** @param {Error} error */
const tell = (error) => notice(error.message);
