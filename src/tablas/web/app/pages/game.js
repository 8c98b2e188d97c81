/** The page of one game: the board, the players, what was played and said, and what may be done. */

import { html, nothing, render } from "../../vendor/lit.js";
import { quietly, sentence } from "../api.js";
import { me } from "../me.js";
import { notice, title } from "../page_frame.js";
import { AskedRoll } from "../dice/asked_roll.js";
import { forget } from "../dice/chain.js";
import { FairDice } from "../dice/fair_dice.js";
import { chatView, lineSaid } from "../game/chat.js";
import { Finishing } from "../game/finishing.js";
import { actionsView, toolButton } from "../game/actions.js";
import { kindOf, loadBoard, loadGame, usualView } from "../catalogue.js";
import { aboutView, connectionText, panelsView } from "../game/beside.js";
import { boardView } from "../game/board.js";
import { focusBoard, greet } from "../game/board_focus.js";
import { firstMeeting, hintLine, showsTheWay } from "../game/hints.js";
import { ListEnd } from "../game/list_end.js";
import { OverlaySteps } from "../game/overlay_steps.js";
import { menuView } from "../game/menu.js";
import { NO_OVERLAYS, guideTick, overlaysView, shows } from "../game/overlays.js";
import { nameOf, playerView } from "../game/players.js";
import { Premove } from "../game/premove.js";
import { asks, questionView } from "../game/questions.js";
import { ratingChange, ratingsOf } from "../game/rating_change.js";
import { ChatPreview } from "../game/chat_preview.js";
import { tableHere } from "../game/server_table.js";
import { statusLine } from "../game/status.js";
import { TurnPlayer, diceAtRest, holdOf, sceneTable } from "../game/turn_player.js";
import { addressOf, awayNow, clockText, gameOf, heard, left, may, other, over, seated, withLines, withRecord, withSteps } from "../game/table.js";
import { afterPaint } from "../after_paint.js";
import { Noises, prepareFor } from "../game/noises.js";
import { sound } from "../sounds.js";
import { SPEEDS, choose, settings } from "../settings.js";
import { gameName } from "../terms.js";
import { spoken, t } from "../words.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Table} from "../game/table.js" */

const IDLE = { complete: false, steps: [] };
/** @type {Side[]} */
const SIDES = ["white", "black"];
const fairDice = new FairDice();
const noises = new Noises();

/** @type {Table} */
let table;
/** @type {import("../game/server_table.js").TableSource} */
let source;
/** @type {import("../game/server_table.js").Line} */
let connection;
/** @type {import("../catalogue.js").GameModule} */
let shownGame;
/** @type {HTMLElement} */
let place;
/** @type {any[]} */
let phrases = [];
let flipped = false;
/** @type {import("../game/table.js").Standing} */
let standing = IDLE;
/** @type {import("../game/beside.js").Tab} */
let tab = "moves";
let overlays = NO_OVERLAYS;
const askedRoll = new AskedRoll();
let shownClocks = "";
/** What is drawn: the table as it stands, or as it stood while others are being watched. @type {Table} */
let seen;
/** @type {TurnPlayer<import("../game/turn_player.js").Scene>} */
const player = new TurnPlayer({ shown, idle });
const finishing = new Finishing(() => place.querySelector(".board > *"), () => draw());
const premove = new Premove(() => draw());
const overlaySteps = new OverlaySteps(() => draw());
const listEnd = new ListEnd(); // of moves or chat
const chatPreview = new ChatPreview(() => draw());
let closed = ""; // the end whose card was closed, to look at the board
let wantsRematch = false;
let greeted = false; // whether the keyboard has been given to the board
let counted = false; // whether the rating after this game was asked for
/** @type {import("../game/questions.js").RatingChange} */
let rating = null;
/** Loaded for games that it may speak in. @type {import("../coach/at_table.js").TableCoach | null} */
let coach = null;
/** @type {any} */
let shownMove = null; // one object for one move: the board glides when it changes

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  document.documentElement.classList.add("at-table");
  let row;
  try {
    source = await tableHere();
    row = await source.row();
  } catch (error) {
    render(html`<h1>${t("No such game")}</h1><p>${/** @type {Error} */ (error).message}</p><a class="button" href="/">${t("Play")}</a>`, place);
    return;
  }
  const { id } = source;
  table = seated(id, row, row.state);
  seen = table;
  title(gameName(gameOf(table)));
  [shownGame] = await Promise.all([loadGame(gameOf(table)), loadBoard(gameOf(table))]);
  connection = source.connect({
    frame: (frame) => hear(frame),
    connection: (state) => update({ ...table, connection: state }),
    since: () => table.n,
  });
  prepareFor(table);
  if (!row.agreement.rated && (row.white.bot || row.black.bot)) quietly(async () => (coach = new (await import("../coach/at_table.js")).TableCoach(source.offline ? null : id, draw, beginAnew)));
  quietly(async () => {
    const guest = source.offline || (await me())?.kind === "guest";
    if (guest) update({ ...table, guest });
  });
  quietly(async () => {
    const ratings = await ratingsOf(table);
    update({ ...table, ratings }); // as it stands by then
  });
  setInterval(tick, 200);
}

/** The turn on the board begins anew. */
function beginAnew() {
  if (table.graph) update({ ...table, graph: { ...table.graph } });
}

/** The clocks run on; nothing is drawn while they say the same. */
function tick() {
  noises.ticked(table, performance.now());
  if ((table.state.clock?.running || table.presence.away) && clocks(performance.now()) !== shownClocks) draw();
}

/** @param {number} now */
const clocks = (now) => [...SIDES.map((side) => clockText(left(table, side, now) ?? 0)), awayNow(table, now)?.seconds].join();

/** @param {any} frame */
function hear(frame) {
  if (frame.t === "refused") return refused(frame);
  if (frame.t === "ack" || frame.t === "pong") return;
  const news = frame.t === "event" && frame.n > table.n;
  if (frame.t === "said" && tab !== "chat") chatPreview.hear(table, frame.line);
  update(heard(table, frame, performance.now()), news ? frame.event : null);
  if (frame.t === "said") sound("said");
  if (table.behind) quietly(loadRecord);
  if (frame.t === "state" || frame.t === "resumed") quietly(loadChat);
}

/** @param {any} frame */
function refused(frame) {
  askedRoll.refused();
  notice(sentence(spoken(frame.error)));
  beginAnew();
}

/** Everything that happened, when frames were missed. */
async function loadRecord() {
  const { text, n } = await source.record();
  update(withRecord(table, text, n));
}

/** What was said, heard or missed while no line was open; and what can be said with a tap. */
async function loadChat() {
  const said = await source.chat(phrases);
  phrases = said.phrases;
  update(withLines(table, said.lines));
}

/** @param {Table} next @param {any} [event] what has led to it, to be shown in its time */
function update(next, event = null) {
  const moved = next.n !== table.n;
  const anew = next.state !== table.state;
  table = next;
  if (moved) standing = IDLE;
  askedRoll.heard(table, event, anew);
  if (event?.do === "took-back") {
    fairDice.sent.clear(); // rolls that are undone are made again, with the same links
    finishing.graph = table.graph; // whoever wants this turn back wants to play it
  }
  if (event) {
    const opening = event.do === "opening" ? { white: event.white, black: event.black } : null;
    player.add({ table: sceneTable(table, event), event, opening, hold: holdOf(table, event, SPEEDS[settings().speed] ?? 1) });
  } else if (!player.scene) seen = table;
  draw();
  if (!table.known) return;
  fairDice.send(table, connection).catch((error) => notice(String(error)));
  if (shows(overlays)) overlaySteps.ask(table, table.id);
  playPlanned();
  quietly(() => premove.look(table, shownGame.pieces.turned));
  if (!player.scene) goOn();
}

/** Nobody is being watched any more: what I do by myself, and what comes at the end. */
function goOn() {
  if (may(table, "roll") && !may(table, "double") && settings().autoRoll) roll();
  finishing.look(hintLine(table, standing) ? null : table.graph); // a newcomer is asked nothing
  if (over(table)) afterTheEnd();
}

/** @param {import("../game/turn_player.js").Scene} scene */
function shown(scene) {
  noises.happened(seen, scene.table, scene.event);
  // Whoever watches a turn can do nothing on the board meanwhile.
  seen = scene.hold > 0 ? { ...scene.table, graph: null, may: {} } : scene.table;
  draw();
}

function idle() {
  seen = table;
  draw();
  goOn();
}

/** A tap on the board goes to the present, and is no move. @param {Event} event */
function skipScenes(event) {
  if (!player.scene) return;
  player.skip();
  noises.skipped();
  event.stopPropagation();
  event.preventDefault();
  place.querySelector(".board")?.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
}

/** Both want another game: it opens by itself. What a rated game has changed is looked up once. */
function afterTheEnd() {
  forget(table.id);
  const next = table.state.rematch?.game;
  if (next && wantsRematch) location.assign(addressOf(table, next));
  if (counted) return;
  counted = true;
  quietly(async () => {
    rating = await ratingChange(table);
    if (rating) draw();
  });
}

/** One end, as opposed to the next one of the same match. */
const endNow = () => `${seen.state.match?.game ?? 0} ${seen.state.status}`;

const roll = () => askedRoll.ask(table, connection);

/** What was chosen ahead is played as soon as it is my turn, if it still can be. */
function playPlanned() {
  const due = premove.due(table);
  if (due?.legal) connection.command("play", { side: table.state.to_act, play: due.play, seen: table.n });
  else if (due) notice(t("The move that you chose ahead is not possible any more."));
}

/** @param {CustomEvent} event */
async function play(event) {
  if (!table.graph) return planAhead(event.detail);
  noises.moved(event.detail.move);
  if (!event.detail.play) return;
  const send = connection.command.bind(connection, "play", { side: table.state.to_act, play: event.detail.play, seen: table.n });
  if (!coach || (await coach.lets(table, event.detail.play, send))) send();
}

/** The board shows the position as it is again, and who is to move then. @param {{play: string, move: {cells: string[]}}} detail */
function planAhead({ play: word, move: { cells } }) {
  premove.plan({ play: word, cells });
  const element = /** @type {any} */ (place.querySelector(".board > *"));
  element.selection = cells;
}

/** @param {{phrase?: string, text?: string}} said */
async function say(said) {
  const line = await lineSaid(table.id, said);
  if (line) update(withLines(table, [line]));
  return Boolean(line);
}

/** What somebody else played last; my own move I have seen. */
function lastMove() {
  const { event } = player.scene ?? {};
  const last = event?.do === "skipped" ? { side: event.side, steps: [] } : seen.state.board?.last;
  if (!last || (table.you.includes(last.side) && last.steps?.length !== 0)) return null;
  if (JSON.stringify(last) !== JSON.stringify(shownMove)) shownMove = last;
  return shownMove;
}

/** @returns {Side} */
function below() {
  const mySide = table.you.length === 1 ? table.you[0] : usualView(kindOf(gameOf(table)));
  return flipped ? other(mySide) : mySide;
}

function draw() {
  const now = performance.now();
  shownClocks = clocks(now);
  const pressed = document.activeElement?.closest(".actions") ?? null;
  const follow = listEnd.grown([tab, seen.events.length, table.lines.length].join(), place.querySelector(".panel-body"));
  render(view(now), place);
  if (!greeted && table.known) greeted = greet(place.querySelector(".board > *"));
  const list = follow && place.querySelector(".panel-body");
  if (list) list.scrollTop = tab === "classes" ? 0 : list.scrollHeight;
  if (pressed && document.activeElement === document.body) focusBoard(place.querySelector(".board > *"));
}

/** @param {() => unknown} change */
const redrawn = (change) => () => {
  change();
  draw();
};

const doing = {
  send: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ fields = {}) => {
    connection.command(name, fields);
  },
  roll,
  board: (/** @type {"undo" | "confirm"} */ name) => {
    const element = /** @type {any} */ (place.querySelector(".board > *"));
    element?.[name]();
  },
  rematch: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ fields = {}) => {
    wantsRematch = true;
    connection.command(name, fields);
  },
  mirror: redrawn(() => choose({ mirror: !settings().mirror })),
  flip: redrawn(() => (flipped = !flipped)),
  share: async () => (await import("../share/share_table.js")).shareTable(table, seen, below()),
  mute: redrawn(() => choose({ sounds: settings().sounds === "off" ? "auto" : "off" })),
};

/** Both players as they are seen, but with the clocks and the pips of this moment. */
function ticking() {
  const { graph, state } = seen;
  const board = graph ? withSteps(state.board, graph.side, standing.steps ?? []) : state.board;
  return { ...seen, state: { ...state, board, clock: table.state.clock }, received: table.received, presence: table.presence };
}

/** @param {number} now */
function view(now) {
  const side = below();
  const acting = { ...doing, standing, ...(coach?.asked(seen) ? { hint: () => coach?.ask(table) } : {}) };
  const asked = asks(seen) && closed !== endNow();
  const lost = connectionText(table);
  const close = () => {
    closed = endNow();
    draw();
  };
  return html`
    <h1 class="unseen">${gameName(gameOf(table))}: ${nameOf(table, "white")} – ${nameOf(table, "black")}</h1>
    <div class=${kindOf(gameOf(table)).dice ? "table live dice" : "table live"}>
      ${playerView(ticking(), other(side), now)}
      <div class="board" @pointerdown=${{ handleEvent: skipScenes, capture: true }}>${board(side, now)}</div>
      ${asked ? questionView(seen, acting, rating, close) : coach?.stopped ? coach.card(table) : finishing.asks && seen.graph ? finishing.view() : nothing}
      ${playerView(ticking(), side, now)}
      <div class="middle">
        ${actionsView({ ...seen, presence: table.presence }, acting, asked)}
        <div class="tools">
          ${toolButton(seen, acting)}
          ${menuView(table, acting, kindOf(gameOf(table)).overlays && !source.offline ? overlaysView(overlaySteps.steps(table), overlays, look) : guideTick(() => update(table)))}
        </div>
        <div class="words">
          ${chatPreview.view(() => openTab("chat"))}
          <p class=${lost ? "status connection" : "status"} role="status">${lost || statusLine(seen)}</p>
          ${coach?.evaluation(seen) ?? nothing} ${lost ? nothing : hintView()}
          ${premove.planned ? html`<button @click=${() => premove.plan(null)}>${t("Not {play} after all", { play: premove.planned.play })}</button>` : nothing}
        </div>
      </div>
      ${panels()}
      ${aboutView(table)}
    </div>
  `;
}

/** @param {import("../game/overlays.js").Overlays} wanted */
function look(wanted) {
  overlays = wanted;
  update(table);
}

/** @param {Side} side @param {number} now */
function board(side, now) {
  const { graph } = seen;
  const opening = player.scene?.opening ?? null;
  const clock = table.you.length ? left(table, table.you[0], now) : null;
  return boardView(
    {
      game: gameOf(table),
      position: seen.state.board,
      graph: graph ?? (player.scene ? null : premove.graph(table)),
      dice: graph || opening ? null : (seen.state.dice ?? null),
      forced: Boolean(seen.state.forced) && !opening,
      rest: diceAtRest(seen),
      opening,
      cube: seen.state.cube,
      lastMove: lastMove(),
      view: side,
      counting: table.you.length === 2 ? "mover" : "view",
      canRoll: Boolean(may(seen, "roll")) && !askedRoll.pending,
      canDouble: Boolean(may(seen, "double")),
      clock: clock === null ? null : Math.floor(clock / 1000) * 1000,
      overlays: overlaySteps.steps(table),
      threats: overlays.threats,
      formations: overlays.formations,
      target: table.game.agreement.target ?? 6,
      confirmMoves: settings().confirmMoves && graph !== null,
      fill: true,
      guide: settings().guide || showsTheWay(seen),
      overlay: coach?.overlay(seen) ?? null,
      settings: settings(),
    },
    {
      play,
      roll,
      double: () => connection.command("double", { side: may(table, "double") }),
      change: (event) => {
        standing = event.detail ?? IDLE;
        noises.stepped(standing);
        afterPaint(draw); // the move itself is seen first
      },
    },
  );
}

function hintView() {
  coach?.follow(table);
  const hint = coach?.text(seen) || hintLine(seen, standing);
  if (hint) return html`<p class="hint" role=${coach?.text(seen) ? "status" : nothing}>${hint}</p>`;
  const met = firstMeeting(seen, shownGame);
  return met ? html`<p class="hint" role="status">${met} <button class="quiet link" @click=${() => openTab("classes")}>${t("Who is who")}</button></p>` : nothing;
}

/** On a phone the panel stands below the board. @param {import("../game/beside.js").Tab} name */
function openTab(name) {
  tab = name;
  draw();
  place.querySelector(".panels")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

function panels() {
  return panelsView({
    table,
    seen,
    reader: table.you.length === 2 ? null : below(),
    tab,
    chat: source.offline ? undefined : () => chatView(table, phrases, say),
    legend: shownGame.legend,
    board: () => place.querySelector(".board > *"),
    choose: (name) => {
      tab = name;
      draw();
    },
  });
}
