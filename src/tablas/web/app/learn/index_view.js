/** The index: every lesson of every course, and which of them were solved in this browser. */

import { html, nothing } from "../../vendor/lit.js";
import { kinds } from "../catalogue.js";
import { gameName } from "../terms.js";
import { plural, spoken, t } from "../words.js";
import { solvedIn } from "./course.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Kind} from "../catalogue.js" */
/** @import {Lesson, Part} from "./course.js" */

/** @param {Record<GameName, Part[]>} courses @param {(game: GameName) => void} reset */
export function indexView(courses, reset) {
  return html`<div class="stack wide">
    <h1 tabindex="-1">${t("Learn")}</h1>
    <p>${t("Each lesson asks you something on the real board. A wrong try does no harm: you see what it leads to.")}</p>
    <div class="courses">${kinds.map((kind) => courseView(kind, courses[kind.name], reset))}</div>
  </div>`;
}

/** @param {Kind} kind @param {Part[]} parts @param {(game: GameName) => void} reset */
function courseView({ name: game, line, rules }, parts, reset) {
  const solved = solvedIn(game);
  const all = parts.flatMap((part) => part.lessons);
  const done = all.filter((lesson) => solved.has(lesson.id)).length;
  const next = all.findIndex((lesson) => !solved.has(lesson.id));
  return html`<section class="panel course">
    <h2>${gameName(game)}</h2>
    <p>${spoken(line)}</p>
    <p class="hint">${plural("one lesson", "{n} lessons", all.length)} · ${t("{done} solved", { done })}</p>
    <progress max=${all.length} .value=${done} aria-label=${t("{done} solved", { done })}></progress>
    <div class="buttons">
      <a class="button primary" href=${`#${game}-${Math.max(next, 0) + 1}`}>${done && next >= 0 ? t("Go on") : t("Begin")}</a>
      <a class="button" href=${rules}>${t("Rules")}</a>
      ${done ? html`<button @click=${() => reset(game)}>${t("Start over")}</button>` : nothing}
    </div>
    ${parts.map((part) => partView(game, part, all, solved))}
  </section>`;
}

/** @param {GameName} game @param {Part} part @param {Lesson[]} all @param {Set<string>} solved */
function partView(game, part, all, solved) {
  return html`<h3>${spoken(part.title)}</h3>
    <ol class="lessons" start=${all.indexOf(part.lessons[0]) + 1}>
      ${part.lessons.map(
        (lesson) => html`<li><a href=${`#${game}-${all.indexOf(lesson) + 1}`}>${spoken(lesson.title)}</a>
          ${solved.has(lesson.id) ? html`<span class="done">✓<span class="unseen"> ${t("solved")}</span></span>` : nothing}</li>`,
      )}
    </ol>`;
}
