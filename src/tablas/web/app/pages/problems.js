/** Problems: sets by game and theme, the daily one and one's own mistakes, solved on the real board. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get, post } from "../api.js";
import { kindOf, kinds, loadBoard } from "../catalogue.js";
import { arrowsOver } from "../coach/arrows.js";
import { actionName } from "../coach/figures.js";
import { boardView } from "../game/board.js";
import { me, somebody } from "../me.js";
import { followAddress, notice } from "../page_frame.js";
import { indexView } from "../problems/index_view.js";
import { verdictView } from "../problems/verdict.js";
import { settings } from "../settings.js";
import { gameName } from "../terms.js";
import { spoken, t } from "../words.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */

/**
 * @typedef {object} Question as the server asks it
 * @property {string} id
 * @property {GameName} game
 * @property {"play" | "double" | "answer"} what
 * @property {string} position
 * @property {[number, number] | null} dice
 * @property {Side} side
 * @property {string[]} choices
 * @property {boolean} own
 *
 * @typedef {object} Way where the questions come from: `#set-<game>`, `#set-<game>-<theme>`, `#daily-<game>`, `#mistakes`, `#one-<id>`
 * @property {"set" | "daily" | "mistakes" | "one"} from
 * @property {string} [game]
 * @property {string} [theme]
 * @property {string} [id]
 */

const HYPHEN = "\u2060-\u2060"; // at which no line ends
const IDLE = { complete: false, steps: [] };
const UPRIGHT = matchMedia("(max-width: 35rem) and (orientation: portrait)");

/** @type {HTMLElement} */
let place;
/** @type {any} */
let index = null;
/** @type {Way | null} */
let way = null;
/** @type {Question | null} */
let question = null;
/** @type {{board: any, graph: any}} */
let standing = { board: null, graph: null };
/** @type {any} */
let verdict = null;
/** @type {number | null} */
let chosen = null; // the alternative whose way is drawn
let busy = false;
let opened = 0; // counts: what comes in for an address that was left is dropped
/** @type {{complete: boolean, steps: any[]}} */
let turn = IDLE;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  await followAddress(place, follow);
}

/** Show what the address names. @param {() => boolean} wanted */
async function follow(wanted) {
  way = wayOf(location.hash);
  try {
    await (way ? next() : openIndex());
  } catch (error) {
    if (!wanted()) return;
    notice(/** @type {Error} */ (error).message);
    if (!index) await openIndex();
  }
}

/** @param {string} hash @returns {Way | null} */
function wayOf(hash) {
  const [, from, rest = ""] = /^#(set|daily|mistakes|one)(?:-(.+))?$/.exec(hash) ?? [];
  if (from === "mistakes") return { from };
  if (from === "one") return { from, id: rest };
  const game = kinds.find(({ name }) => rest === name || rest.startsWith(`${name}-`))?.name;
  if (!game || (from !== "set" && from !== "daily")) return null;
  return { from, game, theme: rest.slice(game.length + 1) || undefined };
}

async function openIndex() {
  const mine = ++opened;
  await me();
  const answer = await get("/api/problems");
  if (mine !== opened) return;
  index = answer;
  question = null;
  draw();
}

/** The next question of this way. */
async function next() {
  if (!way) return;
  const mine = ++opened;
  await somebody();
  const { problem } = await get(addressOf(way));
  const found = problem ? await lookUp(problem) : { board: null, graph: null };
  if (mine !== opened) return;
  verdict = null;
  chosen = null;
  turn = IDLE;
  question = problem;
  standing = found;
  draw();
}

/** @param {Way} from */
function addressOf({ from, game, theme, id }) {
  if (from === "mistakes") return "/api/problems/mistakes";
  if (from === "one") return `/api/problems/${id}`;
  if (from === "daily") return `/api/problems/daily?game=${game}`;
  return `/api/problems/next?game=${game}${theme ? `&theme=${theme}` : ""}`;
}

/** The board of a question and its legal steps. @param {Question} asked */
async function lookUp({ game, position, dice }) {
  const query = new URLSearchParams({ position, ...(dice ? { first: String(dice[0]), second: String(dice[1]) } : {}) });
  const [{ board, graph }] = await Promise.all([get(`/api/board/${game}?${query}`), loadBoard(game)]);
  return { board, graph };
}

/** @param {string} given */
async function answer(given) {
  if (!question || busy) return;
  const mine = opened;
  busy = true;
  try {
    const found = await post(`/api/problems/${question.id}/answers`, { answer: given, daily: way?.from === "daily" });
    if (mine === opened) verdict = { ...found, given };
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    standing = { ...standing, graph: standing.graph && { ...standing.graph } };
  }
  busy = false;
  draw();
  if (verdict) /** @type {HTMLElement | null} */ (place.querySelector(".problem-verdict h2"))?.focus();
}

function draw() {
  document.documentElement.classList.toggle("at-table", question !== null);
  render(!way ? indexView(index) : question ? questionView(question) : doneView(way), place);
}

/** @param {Question} asked */
function questionView(asked) {
  return html`<div class="problem">
    <div class="shown-board"><div class="board">${shownBoard(asked)}</div></div>
    <div class="told">
      <section class="panel task">
        <p class="hint">${whereFrom()} · ${gameName(asked.game)}</p>
        <h1 class="lesson" tabindex="-1">${taskText(asked)}</h1>
        ${verdict ? nothing : controls(asked)}
      </section>
      ${verdict ? verdictView(asked, verdict, chosen, { again: way?.from === "mistakes" || way?.from === "set" ? next : null, choose }) : nothing}
      <div class="buttons"><a class="button" href="#">${t("All problems")}</a></div>
    </div>
  </div>`;
}

/** @param {Question} asked */
function taskText({ what, dice, side, game }) {
  const who = side === "white" ? t("White") : t("Black");
  if (what === "double") return t("{who} is on roll. What is right with the cube?", { who });
  if (what === "answer") return t("You have been doubled: take or drop?");
  if (dice) return t("{who} has rolled {dice}. Find the best play.", { who, dice: dice.join(HYPHEN) });
  return kindOf(game).dice ? t("Find the best play.") : t("{who} to move. Find the best move.", { who });
}

function whereFrom() {
  if (way?.from === "daily") return t("Problem of the day");
  if (way?.from === "mistakes") return t("My mistakes");
  if (question?.own) return t("My mistakes");
  const theme = index?.sets.find((/** @type {any} */ one) => one.game === way?.game)?.themes.find((/** @type {any} */ one) => one.theme === way?.theme);
  return theme ? spoken(theme.name) : t("Problem");
}

/** @param {Question} asked */
function shownBoard(asked) {
  return boardView(
    {
      game: asked.game,
      position: standing.board,
      graph: verdict || asked.choices.length ? null : standing.graph,
      dice: verdict ? asked.dice : null,
      cube: asked.choices.length ? { value: 1, owner: null } : null,
      view: asked.side,
      counting: "view",
      still: Boolean(verdict) || asked.choices.length > 0,
      overlay: verdict ? arrowsOf(asked) : null,
      layout: UPRIGHT.matches ? "compact" : "auto",
      settings: settings(),
    },
    {
      play: ({ detail }) => detail.play && answer(detail.play),
      change: ({ detail }) => {
        turn = detail ?? IDLE;
        draw();
      },
    },
  );
}

/** What was played in red, what is best in green. @param {Question} asked */
function arrowsOf({ side }) {
  const [best, played] = verdict.decision.shown.ways;
  /** @type {import("../coach/arrows.js").Arrows[]} */
  const all = [];
  if (chosen !== null) return arrowsOver([{ kind: "best", side, way: verdict.figures.shown.ways[chosen] }]);
  if (played && !verdict.right) all.push({ kind: "played", side, way: played });
  if (best) all.push({ kind: "best", side, way: best });
  return arrowsOver(all);
}

/** @param {Question} asked */
function controls(asked) {
  if (asked.choices.length) return html`<div class="answers">${asked.choices.map((one) => html`<button ?disabled=${busy} @click=${() => answer(one)}>${choiceName(one)}</button>`)}</div>`;
  if (!kindOf(asked.game).dice) return nothing;
  const element = () => /** @type {any} */ (place.querySelector(".board > *"));
  return html`<div class="actions">
    <button class="left" ?disabled=${!turn.steps.length} @click=${() => element()?.undo()}>${t("Undo")}</button>
    <button class="primary" ?disabled=${!turn.complete || busy} @click=${() => element()?.confirm()}>${t("Confirm turn")}</button>
  </div>`;
}

/** @param {string} choice */
const choiceName = (choice) => ({ "no-double": t("No double, the other side would take"), "too-good": t("Too good to double: play on for a gammon") })[choice] ?? actionName(choice);

/** @param {number | null} at */
function choose(at) {
  chosen = at;
  draw();
}

/** Nothing is left. @param {Way} from */
function doneView({ from }) {
  return html`<div class="stack"><h1 tabindex="-1">${from === "mistakes" ? t("No mistake is due") : t("All solved")}</h1>
    <p>${from === "mistakes" ? t("Errors and blunders of your reviewed games come here by themselves, and come back after days until you know them.") : t("You have solved every problem of this set.")}</p>
    <div class="buttons"><a class="button primary" href="#">${t("All problems")}</a> <a class="button" href="/history">${t("My games")}</a></div></div>`;
}
