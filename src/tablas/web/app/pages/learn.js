/** The courses: one position after another, solved on the real board. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { kindOf, kinds, loadBoard, loadGame, usualView } from "../catalogue.js";
import { boardView } from "../game/board.js";
import { keep, kept, settings } from "../settings.js";
import { gameName } from "../terms.js";
import { plural, spoken, t } from "../words.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Lesson} from "../learn/lesson.js" */

/**
 * @typedef {object} Course
 * @property {GameName | null} game
 * @property {number} at
 * @property {any} board
 * @property {any} graph
 * @property {any} overlays formations on the board, as the server finds them
 * @property {"open" | "solved" | "other"} state
 * @property {{complete: boolean, steps: any[]}} standing
 */

const KEPT = "tablas-learnt";
const IDLE = { complete: false, steps: [] };

/** @type {Course} */
let course = { game: null, at: 0, board: null, graph: null, overlays: null, state: "open", standing: IDLE };
/** @type {HTMLElement} */
let place;
/** The lessons of each game. @type {Record<GameName, Lesson[]>} */
let courses = {};

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  const [, game, number] = /^#(\w+)-(\d+)$/.exec(location.hash) ?? [];
  courses = Object.fromEntries(await Promise.all(kinds.map(async ({ name }) => [name, (await import(`../learn/${name}.js`)).lessons()])));
  if (courses[game]) await open(game, Number(number) - 1);
  else draw();
}

const lessons = () => (course.game ? courses[course.game] : []);

/** @param {GameName} game @param {number} at */
async function open(game, at) {
  await loadBoard(game);
  const all = courses[game];
  const known = all[at] ? at : 0;
  const lesson = all[known];
  const query = new URLSearchParams({ position: lesson.position });
  if (lesson.dice) {
    query.set("first", String(lesson.dice[0]));
    query.set("second", String(lesson.dice[1]));
  }
  const { board, graph } = await get(`/api/board/${game}?${query}`);
  course = { game, at: known, board, graph, overlays: mineOnly(game, graph), state: "open", standing: IDLE };
  history.replaceState(null, "", `#${game}-${known + 1}`);
  draw();
  place.querySelector("h1")?.focus();
}

/** @param {CustomEvent} event */
function played(event) {
  const words = String(event.detail.play).split(" ");
  const lesson = lessons()[course.at];
  const solved = lesson.solution.every((word) => words.includes(word)) || words.some((word) => lesson.also?.includes(word));
  if (solved) keep(KEPT, { ...kept(KEPT), [String(course.game)]: Math.max(kept(KEPT)[String(course.game)] ?? 0, course.at + 1) });
  course = { ...course, state: solved ? "solved" : "other", overlays: null };
  draw();
  if (solved && lesson.formation) reached(course, event.detail.move);
}

/** Show what the move has made, in the words of the glossary. @param {Course} before @param {any} move */
async function reached(before, move) {
  const { pieces } = await loadGame(String(before.game));
  const text = pieces.after(lessons()[before.at].position, before.graph.nodes[move.next].position);
  const { graph } = await get(`/api/board/${before.game}?${new URLSearchParams({ position: text })}`);
  if (course.at !== before.at || course.state !== "solved") return;
  course = { ...course, overlays: mineOnly(String(before.game), graph) };
  draw();
}

/** The other side's formations would only be in the way. @param {GameName} game @param {any} graph */
function mineOnly(game, graph) {
  if (!graph?.formations) return graph;
  return { ...graph, formations: graph.formations.filter((/** @type {any} */ one) => one.side === usualView(kindOf(game))) };
}

/** The same position once more. */
function again() {
  course = { ...course, state: "open", standing: IDLE, graph: { ...course.graph }, overlays: mineOnly(String(course.game), course.graph) };
  draw();
}

function draw() {
  document.documentElement.classList.toggle("at-table", course.game !== null);
  render(course.game ? lessonView(course.game) : listView(), place);
}

function listView() {
  return html`<div class="stack">
    <h1>${t("Learn")}</h1>
    <p>${t("Each course is a row of positions to solve on the real board. Tap a checker that cannot move, and it tells you why.")}</p>
    ${kinds.map(({ name: game, line, rules }) => {
      const done = kept(KEPT)[game] ?? 0;
      const all = courses[game].length;
      return html`<section class="panel"><h2>${gameName(game)}</h2><p>${spoken(line)}</p>
        <p class="hint">${plural("one lesson", "{n} lessons", all)} · ${t("{done} solved", { done })}</p>
        <button class="primary" @click=${() => open(game, done < all ? done : 0)}>${done && done < all ? t("Go on") : t("Begin")}</button>
        <a class="button" href=${rules}>${t("Rules")}</a></section>`;
    })}
  </div>`;
}

/** @param {GameName} game */
function lessonView(game) {
  const all = lessons();
  const lesson = all[course.at];
  const element = () => /** @type {any} */ (place.querySelector(".board > *"));
  return html`<div class="table">
    <div class="middle">
      <p class="hint">${gameName(game)} · ${lesson.part} · ${t("{at} of {all}", { at: course.at + 1, all: all.length })}</p>
      <h1 class="lesson" tabindex="-1">${lesson.task}</h1>
      <p>${lesson.text} <a href=${`${kindOf(game).rules}#${anchor(lesson.rule)}`} target="_blank">${t("Rule: {rule}", { rule: lesson.rule })}</a></p>
    </div>
    <div class="board">${course.board
      ? boardView(
          {
            game,
            position: course.board,
            graph: course.graph,
            view: usualView(kindOf(game)),
            overlays: course.overlays,
            formations: lesson.formation ? [lesson.formation] : [],
            settings: settings(),
          },
          {
            play: played,
            change: (event) => {
              course = { ...course, standing: event.detail ?? IDLE };
              draw();
            },
          },
        )
      : nothing}</div>
    <div class="middle"><p class="status" role="status">${verdict()}</p>
      <div class="actions">
        ${course.state === "open"
          ? !kindOf(game).dice
            ? nothing
            : html`<button class="left" ?disabled=${!course.standing.steps.length} @click=${() => element()?.undo()}>${t("Undo")}</button>
                <button class="primary" ?disabled=${!course.standing.complete} @click=${() => element()?.confirm()}>${t("Confirm turn")}</button>`
          : nothing}
        ${course.state === "other" ? html`<button class="primary" @click=${again}>${t("Try again")}</button>` : nothing}
        ${course.state === "solved" ? nextButton(game, all) : nothing}
      </div></div>
    <div class="buttons">
      <button @click=${back}>${t("All courses")}</button>
      ${course.at ? html`<button @click=${() => open(game, course.at - 1)}>${t("Back")}</button>` : nothing}
      ${course.at < all.length - 1 && course.state !== "solved" ? html`<button @click=${() => open(game, course.at + 1)}>${t("Skip")}</button>` : nothing}
    </div>
  </div>`;
}

function verdict() {
  return {
    open: t("Solve it on the board."),
    solved: t("Solved!"),
    other: t("A legal play, but not what was asked for."),
  }[course.state];
}

/** @param {GameName} game @param {Lesson[]} all */
function nextButton(game, all) {
  return course.at < all.length - 1
    ? html`<button class="primary" @click=${() => open(game, course.at + 1)}>${t("Next lesson")}</button>`
    : html`<a class="button primary" href="/">${t("Now play a game")}</a>`;
}

function back() {
  course = { ...course, game: null };
  history.replaceState(null, "", "/learn");
  draw();
}

/** As the rules pages name their headings. @param {string} heading */
function anchor(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").trim().replace(/ /g, "-");
}
