/** The review of a game or match: curve, mistakes, better plays on the board, and a second try. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { kindOf, loadBoard, usualView } from "../catalogue.js";
import { select } from "../fields.js";
import { boardView } from "../game/board.js";
import { MomentPlayer } from "../game/moment_player.js";
import { analysisLink, editorLink, viewOf } from "../game/moments.js";
import { nameOf } from "../game/players.js";
import { other, seated } from "../game/table.js";
import { notice, title } from "../page_frame.js";
import { settings } from "../settings.js";
import { icon } from "../step_icons.js";
import { gameName } from "../terms.js";
import { t } from "../words.js";
import { faultsView } from "../analysis/exchange_view.js";
import { arrowsOver } from "../coach/arrows.js";
import { curveView } from "../coach/curve.js";
import { decisionCard } from "../coach/decision_card.js";
import { engine } from "../coach/engine.js";
import { chief, diceOf, mistakeFrom, rowsOf } from "../coach/model.js";
import { moveList } from "../coach/move_list.js";
import { playOn } from "../coach/play_on.js";
import { asked, followed } from "../coach/progress.js";
import { summaryView } from "../coach/summary.js";
import { uploadView } from "../coach/upload.js";
import { attemptCard, beginAttempt, judgeAttempt } from "../coach/attempt.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Attempt} from "../coach/attempt.js" */
/** @import {Decision, Row} from "../coach/model.js" */

const match = location.pathname.split("/")[2];

/** @type {HTMLElement} */
let place;
/** @type {any} */
let review;
/** @type {any} */
let replay;
/** @type {Side} */
let view;
/** @type {MomentPlayer} */
let player;
let which = 0; // game of the match
/** @type {Row[]} */
let rows = [];
let at = -1; // the row that is looked at
/** @type {number | null} */
let chosen = null; // the alternative whose way is drawn
/** @type {Attempt | null} */
let attempt = null;
let busy = false;
let listed = -2; // the row that the list was scrolled to

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  title(t("Review"));
  if (!match) return uploadView(place);
  try {
    let standing = await asked(match);
    drawProgress(standing);
    if (standing.status !== "done") standing = await followed(match, drawProgress);
    if (standing.status === "failed") throw new Error(t("This game could not be reviewed. Try again later."));
    [review, replay] = await Promise.all([get(`/api/reviews/${match}/result`), get(`/api/reviews/${match}/replay`)]);
  } catch (error) {
    render(html`<div class="stack"><h1>${t("Review")}</h1><p role="alert">${/** @type {Error} */ (error).message}</p>
      <div class="buttons"><a class="button" href="/history">${t("My games")}</a> <a class="button" href="/review">${t("Review a match file")}</a></div></div>`, place);
    return;
  }
  document.documentElement.classList.add("at-table");
  const kind = kindOf(review.game);
  view = viewOf(replay, usualView(kind));
  player = new MomentPlayer([], moved);
  await loadBoard(kind.name);
  window.addEventListener("keydown", key);
  open(0);
}

/** @param {{done: number, total: number}} standing */
function drawProgress({ done, total }) {
  render(
    html`<div class="stack"><h1>${t("Review")}</h1>
      <section class="panel" role="status">
        <p>${total ? t("The game is being looked at: {done} of {total}", { done, total }) : t("The review waits for its turn …")}</p>
        <progress max=${total || 1} value=${done} aria-label=${t("Progress of the review")}></progress>
      </section></div>`,
    place,
  );
}

const moments = () => replay.games[which]?.moments ?? [{}];

/** A game of the match. @param {number} number */
function open(number) {
  which = number;
  const mine = (/** @type {{game: number}} */ one) => one.game === which;
  rows = rowsOf(review.game, moments(), review.decisions.filter(mine), review.rolls.filter(mine));
  player.moments = moments();
  const first = mistakeFrom(rows, -1, 1);
  look(first >= 0 ? first : 0);
}

/** Look at a row: the board stands as it was decided. @param {number} row */
function look(row) {
  at = Math.max(0, Math.min(rows.length - 1, row));
  chosen = null;
  attempt = null;
  const decision = chief(rows[at]);
  player.show(decision ? decision.place : (rows[at]?.at ?? 0));
}

/** The board shows another moment: while it runs, the list goes along. */
function moved() {
  if (player.running || player.scenes.scene) {
    const passed = rows.findLastIndex((row) => row.at <= player.at);
    if (passed >= 0) at = passed;
  }
  draw();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const from = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || from.closest("input, select, textarea, .board > *")) return;
  const keys = /** @type {Record<string, () => void>} */ ({
    ArrowRight: () => look(at + 1),
    ArrowLeft: () => look(at - 1),
    Home: () => look(0),
    End: () => look(rows.length - 1),
    n: () => mistake(1),
    p: () => mistake(-1),
  });
  if (!keys[event.key]) return;
  keys[event.key]();
  event.preventDefault();
}

/** @param {1 | -1} way */
function mistake(way) {
  const next = mistakeFrom(rows, at, way);
  if (next < 0) notice(way > 0 ? t("No further mistake in this game.") : t("No mistake before this one."));
  else look(next);
}

const decisionNow = () => chief(rows[at]);
const watching = () => player.running || Boolean(player.scenes.scene);

/** @param {Side} side */
const name = (side) => nameOf(seated(match, replay, {}), side);

/** Look at this one more carefully; the answer takes the place of the old one. @param {"deep" | "rollout" | "roller"} care */
async function deeper(care) {
  const decision = decisionNow();
  if (!decision || busy) return;
  busy = true;
  draw();
  try {
    const judged = await engine.analyse(whereOf(decision), decision.played, care);
    const { alternatives, best, cost, mark, shown } = judged;
    // Reasons in words are the server's; those of the same best play still hold.
    const why = best === decision.best && !Object.keys(shown.why).length ? decision.shown.why : shown.why;
    Object.assign(decision, { alternatives, best, cost, mark, shown: { ...shown, why } });
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
  busy = false;
  draw();
}

/** A decision for the engine, with cube and score where its notation has no room for them. @param {Decision} decision */
function whereOf(decision) {
  const { position, place: moment } = decision;
  const { cube } = moments().slice(0, moment + 1).findLast((/** @type {any} */ one) => one.cube) ?? {};
  const score = moments()[0]?.match;
  return { game: review.game, position, dice: diceOf(decision), ...(cube ? { cube: { value: cube.value, owner: cube.owner } } : {}), ...(score ? { match: score } : {}) };
}

async function tryAgain() {
  const decision = decisionNow();
  if (!decision) return;
  try {
    attempt = await beginAttempt(review.game, decision);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
  draw();
}

/** A play on the board, or what to do with the cube. @param {string} play */
async function tried(play) {
  const decision = decisionNow();
  if (!attempt || !decision || !play) return;
  try {
    attempt = await judgeAttempt(review.game, decision, play, whereOf(decision));
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    attempt = await beginAttempt(review.game, decision);
  }
  draw();
}

/** A game against a bot from this position on. */
async function goOn() {
  const { position } = decisionNow() ?? moments()[player.at];
  try {
    await playOn(review.game, position, rows[at]?.side ?? "white");
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

/** The link, and the decision that is looked at as a picture, with its arrows. */
async function share() {
  const { openShare } = await import("../share/share_dialog.js");
  const { game } = review;
  const decision = decisionNow();
  const shown = { ...player.board(), game, view, target: replay.agreement.target ?? 6, overlay: decision ? overlay(decision) : null };
  await openShare({ link: location.href.replace(/[?#].*$/, ""), name: `tablas-review-${match}`, shown, curve: `/api/reviews/${match}/picture.png` });
}

function draw() {
  const { game } = review;
  const decision = watching() ? null : decisionNow();
  render(
    html`<h1 class="unseen">${t("Review")}: ${gameName(game)}, ${name("white")} – ${name("black")}</h1>
      <div class="review">
        <div class="seen">
          <div class="board" @pointerdown=${() => player.skip()}>${board(decision)}</div>
          <nav class="steps" aria-label=${t("Steps through the game")}>${stepButtons()}</nav>
          <section class="panel plot"><h2>${t("Winning chances")}</h2>${gamesPicker()} ${curveView(rows, at, look)}</section>
        </div>
        <div class="said">
          ${summaryView(review, name)} ${faultsView(replay.faults ?? [])}
          ${attempt ? attemptCard(attempt, /** @type {Decision} */ (decisionNow()), { again: tryAgain, stop: () => look(at), answer: tried }) : cardView(decision)}
          <section class="panel list"><h2>${t("Moves")}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label=${t("Moves")}>${moveList(rows, at, review.unit, look)}</div></section>
          <div class="buttons ways-on">
            <button @click=${goOn}>${t("Play on from here")}</button>
            <a class="button" href=${analysisLink(match, which, decision?.place ?? player.current)}>${t("Analyse")}</a>
            <a class="button" href=${editorLink(game, moments(), player.current)}>${t("Open in the editor")}</a>
            <button @click=${flip}>${t("Flip the board")}</button>
            <button @click=${share}>${t("Share this review")}</button>
            ${replay.you?.length === 1 ? html`<a class="button" href="/problems#mistakes">${t("Solve my mistakes")}</a>` : nothing}
          </div>
        </div>
      </div>`,
    place,
  );
  followList();
}

/** @param {Decision | null} decision */
function board(decision) {
  const shared = { game: review.game, view, counting: /** @type {"view"} */ ("view"), target: replay.agreement.target ?? 6, settings: settings(), layout: matchMedia("(max-width: 40rem)").matches ? "compact" : "auto" };
  if (attempt) return boardView({ ...shared, ...player.board(), dice: null, graph: attempt.judged ? null : attempt.graph, still: Boolean(attempt.judged), overlay: null }, { play: ({ detail }) => tried(detail.play) });
  return boardView({ ...shared, ...player.board(), still: true, overlay: decision ? overlay(decision) : null });
}

/** What was played and what is better, or the one that was chosen from the list. @param {Decision} decision */
function overlay(decision) {
  const { shown, alternatives, played, side } = decision;
  const way = (/** @type {number} */ i) => shown.ways[i];
  const mine = alternatives.findIndex(({ text }) => text === played);
  const better = chosen ?? 0;
  /** @type {import("../coach/arrows.js").Arrows[]} */
  const all = [];
  if (mine >= 0 && way(mine)) all.push({ kind: mine === 0 && chosen === null ? "best" : "played", side, way: way(mine) });
  if (better !== mine && way(better)) all.push({ kind: "best", side, way: way(better) });
  return arrowsOver(all);
}

/** @param {Decision | null} decision */
function cardView(decision) {
  if (!decision) return html`<section class="panel decision"><p>${watching() ? t("The game is being played again.") : t("There was nothing to decide.")}</p></section>`;
  const choose = (/** @type {number | null} */ i) => {
    chosen = i;
    draw();
  };
  return decisionCard({ game: review.game, unit: review.unit, name: name(decision.side), row: rows[at], decision, chosen, busy }, { choose, deeper });
}

function stepButtons() {
  const open = Boolean(decisionNow()) && !decisionNow()?.illegal;
  return html`<button @click=${() => mistake(-1)}>${icon("back")} ${t("Mistake")}</button>
    <button @click=${() => look(at - 1)} aria-label=${t("One move back")}>${icon("back")}</button>
    <button @click=${() => player.toggle()} aria-label=${player.running ? t("Stop") : t("Play the moves")}>${icon(player.running ? "pause" : "play")}</button>
    <button @click=${() => look(at + 1)} aria-label=${t("One move on")}>${icon("on")}</button>
    <button class="primary" @click=${() => mistake(1)}>${t("Next mistake")} ${icon("on")}</button>
    <button ?disabled=${!open} @click=${tryAgain}>${t("Try it again")}</button>`;
}

function flip() {
  view = other(view);
  draw();
}

function gamesPicker() {
  const { games } = replay;
  if (games.length < 2) return nothing;
  return select(t("Game of the match"), games.map((/** @type {any} */ _, /** @type {number} */ i) => String(i)), (i) => String(Number(i) + 1), String(which), (i) => open(Number(i)));
}

/** The list shows the row that is looked at; the page stays where it is. */
function followList() {
  if (listed === at) return;
  listed = at;
  const list = place.querySelector(".list .scroll");
  const row = list?.querySelector("[aria-current]");
  if (!list || !row) return;
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
}
