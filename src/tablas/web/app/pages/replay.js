/** A game played again, move by move, with its record to take home. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { me } from "../me.js";
import { title } from "../page_frame.js";
import { kindOf, loadBoard, usualView } from "../catalogue.js";
import { select } from "../fields.js";
import { boardView } from "../game/board.js";
import { MomentPlayer } from "../game/moment_player.js";
import { analysisLink, before, editorLink, viewOf } from "../game/moments.js";
import { movesOf, movesView, turnText } from "../game/moves.js";
import { nameOf, playerView } from "../game/players.js";
import { seated, other } from "../game/table.js";
import { SPEEDS, choose, settings } from "../settings.js";
import { icon } from "../step_icons.js";
import { gameName, termsLine } from "../terms.js";
import { day, t } from "../words.js";

/** @import {Side} from "../../board/shared/types.js" */

const id = location.pathname.split("/")[2];

/** What the server tells of the whole match. @type {any} */
let replay;
let which = 0; // game of the match
/** @type {Side} */
let view;
/** @type {MomentPlayer} */
let player;
/** @type {HTMLElement} */
let place;
/** @type {import("../me.js").Me | null} */
let who = null;
let listed = -1; // the move that the list was scrolled to

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  document.documentElement.classList.add("at-table");
  try {
    replay = await get(`/api/games/${encodeURIComponent(id)}/replay`);
  } catch (error) {
    render(html`<h1>${t("No such game")}</h1><p>${/** @type {Error} */ (error).message}</p>`, place);
    return;
  }
  const kind = kindOf(replay.agreement.game);
  view = viewOf(replay, usualView(kind));
  player = new MomentPlayer(moments(), draw);
  title(t("Replay"));
  [who] = await Promise.all([me().catch(() => null), loadBoard(kind.name)]);
  window.addEventListener("keydown", key);
  draw();
}

const moments = () => replay.games[which]?.moments ?? [{ board: null }];

/** Everything that was done, as the list of moves reads it. */
const events = () => moments().map((/** @type {any} */ moment) => moment.event ?? { do: "begun" });

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => player.forward(),
  ArrowLeft: () => player.back(),
  Home: () => player.show(0),
  End: () => player.show(player.last),
  " ": () => player.toggle(),
};

/** @param {KeyboardEvent} event */
function key(event) {
  const from = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || from.closest("input, select, textarea, .board > *")) return;
  if (!KEYS[event.key] || (event.key === " " && from.closest("a, button, summary"))) return;
  KEYS[event.key]();
  event.preventDefault();
}

function draw() {
  const game = replay.agreement.game;
  const table = standing();
  const seen = events().slice(0, player.at + 1);
  render(
    html`<h1 class="unseen">${t("Replay")}: ${gameName(game)}, ${nameOf(table, "white")} – ${nameOf(table, "black")}</h1>
      <div class="table live again">
        ${playerView(table, other(view), 0)}
        <div class="board" @pointerdown=${() => player.skip()}>
          ${boardView({ game, ...player.board(), view, counting: "view", still: true, fill: true, target: replay.agreement.target ?? 6, settings: settings() })}
        </div>
        ${playerView(table, view, 0)}
        <div class="middle">
          <div class="actions">${stepButtons()}</div>
          <p class="status" role="status">${player.at === player.last ? resultText(table) : turnText(game, seen, view)}</p>
        </div>
        <div class="panels"><div class="panel-body" tabindex="0" role="region" aria-label=${t("Moves")}>
          ${movesView(movesOf(game, events(), view), { current: player.current, choose: (at) => player.show(at) })}
        </div></div>
        <div class="extras buttons">
          ${gamesPicker()}
          <a class="button" href=${`/review/${id}`}>${t("Review")}</a>
          <a class="button" href=${analysisLink(id, which, before(moments(), player.current))}>${t("Analyse")}</a>
          <a class="button" href=${editorLink(game, moments(), player.current)}>${t("Open in the editor")}</a>
          <button @click=${flip}>${t("Flip the board")}</button>
          <button @click=${share}>${t("Share")}</button>
          ${select(t("Pace"), Object.keys(SPEEDS), speedName, settings().speed, (speed) => choose({ speed: /** @type {keyof typeof SPEEDS} */ (speed) }))}
          <a class="button" href=${`/api/games/${id}/record`} download=${`${id}.jsonl`}>${t("Save the record")}</a>
          ${kindOf(game).dice ? html`<a class="button" href=${`/dice?game=${id}`}>${t("Check the dice")}</a>` : nothing}
        </div>
        <p class="about"><span>${gameName(game)} · ${termsLine(replay.agreement)} · ${day(replay.created_at)}</span></p>
      </div>`,
    place,
  );
  followList();
}

/** The table as it stood, for the names with their pips. */
function standing() {
  const { position } = player.board();
  const table = seated(id, replay, { status: "playing", board: position, to_act: position?.turn ?? null });
  return { ...table, you: replay.you, guest: who?.kind === "guest" };
}

/** The list shows the move that is shown. The page itself stays where it is. */
function followList() {
  if (listed === player.current) return;
  listed = player.current;
  const list = place.querySelector(".panel-body");
  const row = list?.querySelector("[aria-current]")?.closest("li");
  if (!list) return;
  if (!row) {
    list.scrollTop = 0;
    return;
  }
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  const margin = outer.height / 4; // some of what comes before and after is seen, too
  if (inner.top < outer.top + margin) list.scrollTop -= outer.top + margin - inner.top;
  else if (inner.bottom > outer.bottom - margin) list.scrollTop += inner.bottom - (outer.bottom - margin);
}

/** What is seen as a picture, the game as a clip. */
async function share() {
  const { openShare } = await import("../share/share_dialog.js");
  const { game, target = 6 } = replay.agreement;
  const now = moments();
  await openShare({ link: location.href, name: `tablas-${id}`, shown: { ...player.board(), game, target, view }, moments: async () => now });
}

function flip() {
  view = other(view);
  draw();
}

/** @param {string} speed */
const speedName = (speed) => ({ slow: "½×", usual: "1×", fast: "2×", faster: "4×" })[speed] ?? t("At once");

function stepButtons() {
  return html`<button @click=${KEYS.Home} aria-label=${t("To the beginning")}>${icon("first")}</button>
    <button @click=${KEYS.ArrowLeft} aria-label=${t("One move back")}>${icon("back")}</button>
    <button class="primary" @click=${KEYS[" "]} aria-label=${player.running ? t("Stop") : t("Play the moves")}>${icon(player.running ? "pause" : "play")}</button>
    <button @click=${KEYS.ArrowRight} aria-label=${t("One move on")}>${icon("on")}</button>
    <button @click=${KEYS.End} aria-label=${t("To the end")}>${icon("last")}</button>`;
}

/** Drawn here: not every device has letters for them. */
/** @param {import("../game/table.js").Table} table */
function resultText(table) {
  const { status, winner, points, agreement } = replay;
  if (status === "playing") return t("in play");
  if (status === "aborted") return t("called off");
  const score = agreement.length ? ` ${points}` : "";
  if (!winner || winner === "none") return t("Draw") + score;
  const mine = table.guest && table.you.length === 1 && table.you[0] === winner;
  return (mine ? t("You won") : t("{name} won", { name: nameOf(table, winner) })) + score;
}

function gamesPicker() {
  const { games } = replay;
  if (games.length < 2) return nothing;
  const numbers = games.map((/** @type {any} */ game) => String(game.number));
  return select(t("Game of the match"), numbers, (number) => number, numbers[which], (number) => {
    which = numbers.indexOf(number);
    player.open(moments());
  });
}
