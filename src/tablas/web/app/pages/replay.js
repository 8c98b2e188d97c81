/** A game played again, move by move, with its record to take home. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { title } from "../page_frame.js";
import { botName, kindOf, loadBoard, usualView } from "../catalogue.js";
import { boardView } from "../game/board.js";
import { movesOf, movesView } from "../game/moves.js";
import { other } from "../game/table.js";
import { settings } from "../settings.js";
import { gameName, termsLine } from "../terms.js";
import { day, t } from "../words.js";

/** @import {Side} from "../../board/shared/types.js" */

/**
 * @typedef {object} Replay
 * @property {any} game
 * @property {number} which of the match, from 0
 * @property {number} at the moment that is shown
 * @property {boolean} running
 * @property {Side} view
 */

const id = location.pathname.split("/")[2];
const PACE = 1200;

/** @type {Replay} */
let replay;
/** @type {HTMLElement} */
let place;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  document.documentElement.classList.add("at-table");
  let game;
  try {
    game = await get(`/api/games/${encodeURIComponent(id)}/replay`);
  } catch (error) {
    render(html`<h1>${t("No such game")}</h1><p>${/** @type {Error} */ (error).message}</p>`, place);
    return;
  }
  const kind = game.agreement.game;
  replay = { game, which: 0, at: 0, running: false, view: usualView(kindOf(kind)) };
  title(t("Replay"));
  await loadBoard(kind);
  window.addEventListener("keydown", key);
  draw();
}

const moments = () => replay.game.games[replay.which]?.moments ?? [{ board: null }];

/** The moments at which the board changes: where steps through the game stop. */
const stops = () => moments().flatMap((/** @type {any} */ moment, /** @type {number} */ i) => (i === 0 || moment.event?.do === "played" || i === moments().length - 1 ? [i] : []));

/** @param {Partial<Replay>} news */
function update(news) {
  replay = { ...replay, ...news };
  draw();
}

/** @param {number} direction */
function step(direction) {
  const all = stops();
  const next = direction > 0 ? all.find((/** @type {number} */ i) => i > replay.at) : all.findLast((/** @type {number} */ i) => i < replay.at);
  if (next === undefined) return stop();
  update({ at: next });
}

/** @param {KeyboardEvent} event */
function key(event) {
  const from = /** @type {Element} */ (event.target);
  if (from.closest("input, select, textarea, .board > *")) return;
  if (event.key === "ArrowRight") step(1);
  else if (event.key === "ArrowLeft") step(-1);
  else return;
  event.preventDefault();
}

function stop() {
  clearInterval(timer);
  update({ running: false });
}

function run() {
  if (replay.running) return stop();
  timer = setInterval(() => step(1), PACE);
  update({ running: true, at: replay.at >= moments().length - 1 ? 0 : replay.at });
}

function draw() {
  const { game, at, view } = replay;
  const here = moments()[at] ?? {};
  const past = moments().slice(0, at + 1);
  const position = past.findLast((/** @type {any} */ moment) => moment.board)?.board ?? null;
  const last = here.last ?? null;
  const kind = game.agreement.game;
  render(
    html`<h1 class="unseen">${t("Replay")}: ${gameName(kind)}</h1>
      <div class="table">
        <section class="player"><div class="who"><strong>${name("white")} – ${name("black")}</strong>
          <small>${gameName(kind)} · ${termsLine(game.agreement)} · ${day(game.created_at ?? Date.now())}</small></div></section>
        <div class="board">${boardView({ game: kind, position, dice: here.dice ?? null, cube: past.findLast((/** @type {any} */ m) => m.cube)?.cube ?? null, lastMove: last, view, still: true, settings: settings() })}</div>
        <div class="middle">
          ${gamesPicker()}
          <div class="actions">
            <button @click=${() => update({ at: 0 })} aria-label=${t("To the beginning")}>${icon("first")}</button>
            <button @click=${() => step(-1)} aria-label=${t("One move back")}>${icon("back")}</button>
            <button class="primary" @click=${run} aria-label=${replay.running ? t("Stop") : t("Play the moves")}>${icon(replay.running ? "pause" : "play")}</button>
            <button @click=${() => step(1)} aria-label=${t("One move on")}>${icon("on")}</button>
            <button @click=${() => update({ at: moments().length - 1 })} aria-label=${t("To the end")}>${icon("last")}</button>
          </div>
          <p class="status" role="status">${resultText()}</p>
        </div>
        <div class="panels"><div class="panel-body" tabindex="0" role="region" aria-label=${t("Moves")}>
          ${movesView(movesOf(kind, moments().map((/** @type {any} */ m) => m.event ?? { do: "begun" })), { current: at, choose: (place) => update({ at: place }) })}
        </div></div>
        <div class="buttons">
          <button @click=${() => update({ view: other(view) })}>${t("Flip the board")}</button>
          <a class="button" href=${`/api/games/${id}/record`} download=${`${id}.jsonl`}>${t("Save the record")}</a>
          ${kindOf(kind).dice ? html`<a class="button" href=${`/dice?game=${id}`}>${t("Check the dice")}</a>` : nothing}
        </div>
      </div>`,
    place,
  );
}

/** Drawn here: not every device has letters for them. */
const ICONS = {
  first: "M5 4v16M20 4 8 12l12 8z",
  back: "M17 4 6 12l11 8z",
  play: "M4 4l9 8-9 8zM13 4l9 8-9 8z",
  pause: "M7 4v16M17 4v16",
  on: "M7 4l11 8-11 8z",
  last: "M19 4v16M4 4l12 8-12 8z",
};

/** @param {keyof typeof ICONS} name */
const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]}></path></svg>`;

/** @param {Side} side */
function name(side) {
  const player = replay.game[side];
  if (replay.game.mode === "local") return side === "white" ? t("White") : t("Black");
  return player.bot ? botName(player.name) : player.name;
}

function resultText() {
  const { status, winner, points } = replay.game;
  if (status === "playing") return t("in play");
  if (status === "aborted") return t("called off");
  const score = replay.game.agreement.length ? ` ${points}` : "";
  if (!winner || winner === "none") return t("Draw") + score;
  return t("{name} won", { name: name(winner) }) + score;
}

function gamesPicker() {
  const { games } = replay.game;
  if (games.length < 2) return nothing;
  return html`<label class="field"><span>${t("Game of the match")}</span>
    <select @change=${(/** @type {Event} */ event) => update({ which: Number(/** @type {HTMLSelectElement} */ (event.target).value), at: 0 })}>
      ${games.map((/** @type {any} */ game, /** @type {number} */ i) => html`<option value=${i} .selected=${i === replay.which}>${game.number}</option>`)}
    </select></label>`;
}
