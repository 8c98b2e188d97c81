/** My games, the newest first, unfinished ones too. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { me } from "../me.js";
import { outcomeName, resultsView } from "../results.js";
import { t } from "../words.js";

/** @type {HTMLElement} */
let place;
/** @type {any[]} */
let games = [];
let more = true;
let name = "";

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  const who = await me();
  if (!who) {
    render(
      html`<div class="stack"><h1>${t("My games")}</h1>
        <p>${t("Play your first game and it will appear here.")}</p>
        <div class="buttons"><a class="button primary" href="/">${t("Play")}</a></div></div>`,
      place,
    );
    return;
  }
  name = who.name;
  await load();
}

async function load() {
  const last = games.at(-1)?.created_at;
  const older = (await get(`/api/games${last ? `?before=${last}` : ""}`)).games;
  games = [...games, ...older];
  more = older.length === 100;
  draw();
}

/** @param {any} game @returns {import("../results.js").Row} */
function row(game) {
  const local = game.mode === "local";
  const side = game.white.name === name ? "white" : "black";
  const rival = side === "white" ? game.black : game.white;
  return {
    id: game.id,
    game: game.agreement.game,
    opponent: local ? t("two at one screen") : rival.name,
    bot: local || rival.bot,
    outcome: outcome(game, side, local),
    at: game.created_at,
    playing: game.status === "playing",
    note: game.points && game.agreement.length ? game.points : undefined,
  };
}

/** @param {any} game @param {string} side @param {boolean} local */
function outcome(game, side, local) {
  if (game.status === "playing") return t("in play");
  if (game.status === "aborted") return t("called off");
  if (game.status === "damaged") return t("set aside");
  if (game.winner === "none" || !game.winner) return outcomeName("drawn");
  if (local) return game.winner === "white" ? t("White won") : t("Black won");
  return outcomeName(game.winner === side ? "won" : "lost");
}

function draw() {
  render(
    html`<div class="stack">
      <h1>${t("My games")}</h1>
      <section class="panel">${resultsView(games.map(row))}</section>
      ${more ? html`<button @click=${load}>${t("Show more")}</button>` : nothing}
      <p class="hint"><a href=${`/person/${encodeURIComponent(name)}`}>${t("My public profile")}</a> · <a href="/progress">${t("My progress")}</a> · <a href="/review">${t("Review a match file")}</a></p>
    </div>`,
    place,
  );
}
