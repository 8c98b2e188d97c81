/** The boards of the rules pages: each case can be stepped through, and tried by hand. */

import { html, nothing, render } from "../../vendor/lit.js";
import { sentence } from "../api.js";
import { kindOf, loadBoard, loadGame, usualView } from "../catalogue.js";
import { boardView } from "../game/board.js";
import { lookedUp } from "../learn/replies.js";
import { settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { reasonAgainst } from "./reasons.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */

/**
 * @typedef {object} Spec what the rules page says of a board
 * @property {string} position
 * @property {[number, number]} [dice]
 * @property {string[]} [play] the steps of the case
 * @property {string[]} [refused] steps of which the last is not allowed; of marbles: cells and a way
 * @property {Side} [view]
 * @property {"points" | "nb"} [numbers]
 * @property {boolean} [guide] homes and the direction of travel are drawn
 * @property {string} [formation] of the glossary
 * @property {string[]} [selection] marbles that are chosen
 *
 * @typedef {object} Case one board as it stands
 * @property {Spec} spec
 * @property {any} board
 * @property {any} graph
 * @property {number} made how many steps of the case are shown
 * @property {string} said why something is not allowed
 */

const NEAR = "300px"; // boards are made shortly before they come into sight
const UPRIGHT = matchMedia("(max-width: 35rem) and (orientation: portrait)");

/** Make every board of the page when it comes near. @param {HTMLElement} place @param {GameName} game */
export function liveBoards(place, game) {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watch.unobserve(target);
        void begin(/** @type {HTMLElement} */ (target), game);
      }
    },
    { rootMargin: NEAR },
  );
  for (const figure of place.querySelectorAll(".live")) {
    figure.prepend(document.createElement("div"));
    figure.classList.add(kindOf(game).dice ? "square" : "hexagon");
    watch.observe(figure);
  }
}

/** @param {HTMLElement} figure @param {GameName} game */
async function begin(figure, game) {
  /** @type {Spec} */
  const spec = JSON.parse(figure.dataset.board ?? "{}");
  await loadBoard(game);
  const { board, graph } = await known(game, spec);
  draw(/** @type {HTMLElement} */ (figure.firstElementChild), game, { spec, board, graph, made: 0, said: "" });
}

/** From the server with its legal steps; without one the board can still be looked at. @param {GameName} game @param {Spec} spec */
async function known(game, spec) {
  try {
    return await lookedUp(game, spec.position, spec.dice);
  } catch {
    const { pieces } = await loadGame(game);
    return { board: pieces.shown(spec.position), graph: null };
  }
}

/** @param {HTMLElement} box @param {GameName} game @param {Case} now */
function draw(box, game, now) {
  const kind = kindOf(game);
  const { spec, board, graph } = now;
  const view = spec.view ?? (kind.dice ? board.turn : usualView(kind));
  render(
    html`${boardView({
      game,
      position: board,
      graph,
      dice: graph ? null : (spec.dice ?? null),
      view,
      layout: UPRIGHT.matches ? "compact" : "flat",
      guide: spec.guide ?? false,
      overlays: ofSide(graph, usualView(kind)),
      formations: spec.formation ? [spec.formation] : [],
      settings: { ...settings(), numbering: spec.numbers ?? "points" },
    })}
      <div class="buttons">
        ${spec.play?.length && graph ? html`<button @click=${() => step(box, game, now)}>${stepText(now)}</button>` : nothing}
        ${spec.refused && graph ? html`<button @click=${() => tellWhy(box, game, now)}>${t("Why not?")}</button>` : nothing}
      </div>
      <p role="status">${now.said}</p>`,
    box,
  );
  const element = elementIn(box);
  if (spec.selection && !now.made && element) element.selection = spec.selection;
}

/** A word of the glossary is shown for one side. @param {any} graph @param {Side} side */
const ofSide = (graph, side) =>
  graph?.formations ? { ...graph, formations: graph.formations.filter((/** @type {any} */ one) => one.side === side) } : graph;

/** @param {HTMLElement} box */
const elementIn = (box) => /** @type {any} */ (box.firstElementChild);

/** @param {Case} now */
function stepText({ made, spec }) {
  if (!made) return t("Show the play");
  return made < (spec.play?.length ?? 0) ? t("Next step") : t("Once more");
}

/** One step further, or back to the beginning. @param {HTMLElement} box @param {GameName} game @param {Case} now */
function step(box, game, now) {
  const words = now.spec.play ?? [];
  const element = elementIn(box);
  const over = now.made >= words.length || !follows(element, words.slice(0, now.made));
  // A new graph begins the turn anew; whoever has tried something else begins with the first step.
  const next = over ? { ...now, graph: { ...now.graph }, made: 0, said: "" } : { ...now, said: "" };
  if (over) draw(box, game, next);
  if (now.made >= words.length) return;
  element.type(words[next.made]);
  draw(box, game, { ...next, made: next.made + 1 });
}

/** Whether the board stands where the case has come to. @param {any} element @param {string[]} words */
function follows(element, words) {
  const made = element.turn ? element.turn.path.map((/** @type {any} */ one) => one.word) : element.done ? [element.done.word] : [];
  return made.join(" ") === words.join(" ");
}

/** @param {HTMLElement} box @param {GameName} game @param {Case} now */
function tellWhy(box, game, now) {
  const next = { ...now, graph: { ...now.graph }, made: 0 };
  draw(box, game, next);
  const element = elementIn(box);
  const refused = now.spec.refused ?? [];
  const { first, reason } = reasonAgainst(next.graph, refused);
  first.forEach((word) => element.type(word));
  draw(box, game, { ...next, said: reason ? sentence(spoken(reason)) : t("There is no such play here.") });
}
