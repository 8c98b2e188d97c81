/** The courses: one question after another on the real board, and the index of them. */

import { html, nothing, render } from "../../vendor/lit.js";
import { kindOf, kinds, loadBoard, loadGame, usualView } from "../catalogue.js";
import { asked } from "../dialog.js";
import { boardView } from "../game/board.js";
import { course, forget, judged, keepSolved } from "../learn/course.js";
import { indexView } from "../learn/index_view.js";
import { lookedUp, replied, replyScenes } from "../learn/replies.js";
import { TurnPlayer } from "../game/turn_player.js";
import { followAddress } from "../page_frame.js";
import { SPEEDS, settings } from "../settings.js";
import { gameName } from "../terms.js";
import { spoken, t } from "../words.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Lesson, Part, Verdict} from "../learn/course.js" */

/**
 * @typedef {object} Shown what the page shows: the index, or a lesson of a game
 * @property {GameName | null} game
 * @property {number} at
 * @property {any} board
 * @property {any} graph
 * @property {any} overlays formations on the board, as the server finds them
 * @property {any} after what a wrong play leads to, in place of the board
 * @property {Verdict | null} verdict
 * @property {Set<number>} tried the wrong answers given so far
 * @property {{complete: boolean, steps: any[]}} standing
 */

const UPRIGHT = matchMedia("(max-width: 35rem) and (orientation: portrait)");
const IDLE = { complete: false, steps: [] };
/** @type {Shown} */
const INDEX = { game: null, at: 0, board: null, graph: null, overlays: null, after: null, verdict: null, tried: new Set(), standing: IDLE };

let shown = INDEX;
/** @type {HTMLElement} */
let place;
/** The reply that is being watched, as it ends. @type {any} */
let reply = null;
/** @type {TurnPlayer<{after: any, hold: number}>} */
const player = new TurnPlayer({ shown: ({ after }) => seeReply(after), idle: () => seeReply(reply) });
/** Those that were opened. @type {Record<GameName, Part[]>} */
const courses = {};

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  await followAddress(place, follow);
}

/** Show what the address names. @param {() => boolean} wanted */
async function follow(wanted) {
  const [, game, number] = /^#(\w+)-(\d+)$/.exec(location.hash) ?? [];
  const known = kinds.find(({ name }) => name === game);
  await (known ? open(known.name, Number(number) - 1, wanted) : openIndex(wanted));
}

/** @param {GameName} game */
const load = async (game) => (courses[game] ??= await course(game));

const lessons = () => (shown.game ? courses[shown.game].flatMap((part) => part.lessons) : []);
const lesson = () => lessons()[shown.at];

/** @param {() => boolean} wanted */
async function openIndex(wanted) {
  await Promise.all(kinds.map(({ name }) => load(name)));
  if (!wanted()) return;
  leaveReply();
  shown = INDEX;
  draw();
}

/** @param {GameName} game @param {number} at @param {() => boolean} wanted */
async function open(game, at, wanted) {
  const [parts] = await Promise.all([load(game), loadBoard(game)]);
  const all = parts.flatMap((part) => part.lessons);
  const known = all[at] ? at : 0;
  const { position, dice, answers } = all[known];
  const { board, graph } = await lookedUp(game, position, answers ? undefined : dice);
  if (!wanted()) return;
  leaveReply();
  shown = { ...INDEX, game, at: known, board, graph: answers ? null : graph, overlays: mineOnly(game, graph), tried: new Set() };
  draw();
}

/** @param {CustomEvent} event */
async function played(event) {
  leaveReply();
  const before = shown;
  conclude(judged(lesson(), String(event.detail.play).split(" ")), { overlays: null });
  const { pieces } = await loadGame(String(before.game));
  const node = event.detail.move?.next ?? event.detail.steps?.at(-1)?.next ?? 0;
  await goOn(pieces.after(lesson().position, before.graph.nodes[node].position));
}

/** @param {number} index */
async function answered(index) {
  leaveReply();
  const { right = false, says, reply = null } = /** @type {import("../learn/course.js").Answer} */ (lesson().answers?.[index]);
  conclude({ solved: right, says, reply }, { tried: right ? shown.tried : new Set([...shown.tried, index]), after: null });
  await goOn(lesson().position);
}

/** @param {Verdict} verdict @param {Partial<Shown>} news */
function conclude(verdict, news) {
  if (verdict.solved) keepSolved(String(shown.game), lesson().id);
  shown = { ...shown, ...news, verdict };
  draw();
}

/** Show what comes of it: the other side's reply, or what the move has made. @param {string} position */
async function goOn(position) {
  const { verdict, at, game } = shown;
  const wanted = () => shown.verdict === verdict && shown.at === at; // nobody has gone on meanwhile
  if (verdict?.reply) {
    const found = await replied(String(game), position, verdict.reply);
    if (wanted() && found) watch(found);
  } else if (verdict?.solved && lesson().formation) {
    const { graph } = await lookedUp(String(game), position);
    if (!wanted()) return;
    shown = { ...shown, overlays: mineOnly(String(game), graph) };
    draw();
  }
}

/** The other side rolls and plays, at the pace of a game. @param {any} found */
function watch(found) {
  reply = found;
  for (const scene of replyScenes(found, SPEEDS[settings().speed] ?? 1)) player.add(scene);
}

/** @param {any} after */
function seeReply(after) {
  shown = { ...shown, after };
  draw();
}

/** Whatever is being watched belongs to the past. */
function leaveReply() {
  reply = null;
  player.skip();
}

/** The other side's formations would only be in the way. @param {GameName} game @param {any} graph */
function mineOnly(game, graph) {
  if (!graph?.formations) return graph;
  return { ...graph, formations: graph.formations.filter((/** @type {any} */ one) => one.side === usualView(kindOf(game))) };
}

/** The same position once more. */
function again() {
  leaveReply();
  const graph = { ...shown.graph };
  shown = { ...shown, graph, overlays: mineOnly(String(shown.game), graph), after: null, verdict: null, standing: IDLE };
  draw();
}

/** @param {GameName} game */
async function reset(game) {
  const title = t("Start the course from its beginning?");
  if (!(await asked({ title, text: t("What you have solved is forgotten in this browser."), yes: t("Start over"), danger: true }))) return;
  forget(game);
  draw();
}

function draw() {
  document.documentElement.classList.toggle("at-table", shown.game !== null);
  render(shown.game ? lessonView(shown.game, lesson()) : indexView(courses, reset), place);
}

/** @param {GameName} game @param {Lesson} now */
function lessonView(game, now) {
  const all = lessons();
  const part = courses[game].find(({ lessons }) => lessons.includes(now));
  const href = `${kindOf(game).rules}#${anchor(spoken(now.rule))}`;
  return html`<div class="table">
    <div class="middle">
      <p class="hint">${gameName(game)} · ${part ? spoken(part.title) : nothing} · ${t("{at} of {all}", { at: shown.at + 1, all: all.length })}</p>
      <h1 class="lesson" tabindex="-1">${spoken(now.task)}</h1>
      <p>${spoken(now.text)} <a href=${href} target="_blank">${t("Rule: {rule}", { rule: spoken(now.rule) })}</a></p>
    </div>
    <div class="board" @pointerdown=${() => player.skip()}>${shown.board ? shownBoard(game, now) : nothing}</div>
    <div class=${now.answers ? "middle" : "middle lesson-foot"}>
      <p class="status" role="status">${verdictText(now)}</p>
      ${now.answers ? answersView(now.answers) : nothing}
      <div class="actions">${actions(game, all, now)}</div>
    </div>
    <div class="buttons">
      <a class="button" href="#">${t("All lessons")}</a>
      ${shown.at ? html`<a class="button" href=${`#${game}-${shown.at}`}>${t("Back")}</a>` : nothing}
      ${shown.at < all.length - 1 && !shown.verdict?.solved ? html`<a class="button" href=${`#${game}-${shown.at + 2}`}>${t("Skip")}</a>` : nothing}
    </div>
  </div>`;
}

/** @param {GameName} game @param {Lesson} now */
function shownBoard(game, now) {
  const { after } = shown;
  return boardView(
    {
      game,
      position: after?.board ?? shown.board,
      graph: after ? null : shown.graph,
      dice: after ? after.dice : now.answers ? now.dice : null,
      lastMove: after?.lastMove ?? null,
      cube: now.cube ?? null,
      view: usualView(kindOf(game)),
      counting: "view",
      overlays: shown.overlays,
      formations: now.formation ? [now.formation] : [],
      guide: true,
      // Where nothing is to be moved, a phone shows board and answers at once.
      layout: now.answers && UPRIGHT.matches ? "compact" : "auto",
      // The lessons speak of points by their numbers.
      settings: { ...settings(), numbering: "points" },
    },
    {
      play: played,
      change: (event) => {
        shown = { ...shown, standing: event.detail ?? IDLE };
        draw();
      },
    },
  );
}

/** @param {Lesson} now */
function verdictText(now) {
  const { verdict } = shown;
  if (!verdict) return now.answers ? t("What do you think?") : t("Try it on the board.");
  return verdict.solved ? html`<span class="yes">${t("Solved!")}</span> ${spoken(verdict.says)}` : spoken(verdict.says);
}

/** @param {import("../learn/course.js").Answer[]} answers */
function answersView(answers) {
  const { verdict, tried } = shown;
  return html`<div class="answers">${answers.map(
    ({ text, right }, index) => html`<button ?disabled=${verdict?.solved || tried.has(index)}
      class=${verdict?.solved && right ? "chosen" : ""} @click=${() => answered(index)}>${spoken(text)}</button>`,
  )}</div>`;
}

/** @param {GameName} game @param {Lesson[]} all @param {Lesson} now */
function actions(game, all, now) {
  const element = () => /** @type {any} */ (place.querySelector(".board > *"));
  if (shown.verdict?.solved) return nextButton(game, all);
  if (now.answers) return nothing;
  if (shown.verdict) return html`<button class="primary" @click=${again}>${t("Try again")}</button>`;
  if (!kindOf(game).dice) return nothing;
  return html`<button class="left" ?disabled=${!shown.standing.steps.length} @click=${() => element()?.undo()}>${t("Undo")}</button>
    <button class="primary" ?disabled=${!shown.standing.complete} @click=${() => element()?.confirm()}>${t("Confirm turn")}</button>`;
}

/** @param {GameName} game @param {Lesson[]} all */
function nextButton(game, all) {
  return shown.at < all.length - 1
    ? html`<a class="button primary" href=${`#${game}-${shown.at + 2}`}>${t("Next lesson")}</a>`
    : html`<a class="button primary" href="/">${t("Now play a game")}</a>`;
}

/** As the rules pages name their headings. @param {string} heading */
function anchor(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").trim().replace(/ /g, "-");
}
