/** The position editor: any notation in, a board, legal steps for a roll, and a link to share. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { notice } from "../frame.js";
import { boardView, loadBoard } from "../game/board.js";
import { settings } from "../settings.js";
import { gameName } from "../terms.js";
import { className } from "../../board/words.js";
import { language, t } from "../words.js";
import { boardOf, emptied, lifted, placed, PIECES } from "./editor_pieces.js";

/** @import {GameName, Side} from "../../board/types.js" */

/**
 * @typedef {object} Editor
 * @property {GameName} game
 * @property {string} text the position in its notation
 * @property {any} board
 * @property {any} graph
 * @property {string} fault
 * @property {string} roll two digits, or nothing
 * @property {Side} view
 * @property {string} piece what a tap puts down; "" takes away
 */

/** @type {Record<GameName, string>} */
const STARTS = {
  abak: "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w",
  backgammon: "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
  abalone: "belgian-daisy",
};
const GAMES = /** @type {GameName[]} */ (["abak", "backgammon", "abalone"]);

/** @type {Editor} */
let editor = { game: "abak", text: "", board: null, graph: null, fault: "", roll: "", view: "white", piece: "S" };
/** @type {HTMLElement} */
let place;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  const asked = new URLSearchParams(location.search);
  const game = GAMES.find((one) => one === asked.get("game")) ?? "abak";
  await begin(game, asked.get("position") ?? STARTS[game], asked.get("roll") ?? "");
}

/** @param {GameName} game @param {string} text @param {string} [roll] */
async function begin(game, text, roll = "") {
  await loadBoard(game);
  update({ game, roll, graph: null, board: null, piece: PIECES[game][0], view: game === "abalone" ? "black" : "white" });
  await read(text);
}

/** @param {Partial<Editor>} news */
function update(news) {
  editor = { ...editor, ...news };
  render(view(), place);
}

/** Ask the server what a text means; its rules are the only ones. @param {string} text */
async function read(text) {
  const query = new URLSearchParams({ position: text });
  if (/^[1-6]{2}$/.test(editor.roll) && editor.game !== "abalone") {
    query.set("first", editor.roll[0]);
    query.set("second", editor.roll[1]);
  }
  try {
    const { text: written, board, graph } = await get(`/api/board/${editor.game}?${query}`);
    update({ text: written, board, graph: editor.roll ? graph : null, fault: "" });
    const link = new URLSearchParams({ game: editor.game, position: written, ...(editor.roll ? { roll: editor.roll } : {}) });
    history.replaceState(null, "", `/editor?${link}`);
  } catch (error) {
    update({ text, graph: null, fault: /** @type {Error} */ (error).message });
  }
}

/** A tap on the board puts a piece down, or takes one away. @param {Event} event */
function tapped(event) {
  const found = event.composedPath().find((one) => one instanceof SVGElement && (one.dataset.place || one.dataset.cell));
  if (!(found instanceof SVGElement) || editor.graph) return;
  event.stopPropagation();
  const id = found.dataset.place ?? found.dataset.cell ?? "";
  const text = editor.piece ? placed(editor.game, editor.text, id, editor.piece) : lifted(editor.game, editor.text, id);
  if (!text) return;
  update({ board: boardOf(editor.game, text) }); // at once, legal or not; the server says which
  read(text);
}

function view() {
  const { game } = editor;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    editor.roll = String(form.get("roll") ?? "");
    read(String(form.get("position")));
  };
  const share = async () => {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    notice(t("The link is copied."));
  };
  return html`<div class="stack wide">
    <h1>${t("Position editor")}</h1>
    <div class="tabs" role="group" aria-label=${t("Game")}>
      ${GAMES.map((one) => html`<button aria-pressed=${one === game} @click=${() => begin(one, STARTS[one])}>${gameName(one)}</button>`)}
    </div>
    <form class="panel" @submit=${submit}>
      <label class="field"><span>${t("Position, in any notation of the game")}</span>
        <input name="position" .value=${editor.text} autocomplete="off" spellcheck="false" aria-describedby="fault" /></label>
      ${game === "abalone"
        ? nothing
        : html`<label class="field"><span>${t("Roll, to move the checkers (such as 62)")}</span>
            <input name="roll" .value=${editor.roll} inputmode="numeric" maxlength="2" pattern="[1-6]{2}" /></label>`}
      <p id="fault" class="bad" role="alert">${editor.fault}</p>
      <div class="buttons"><button class="primary">${t("Show")}</button>
        <button type="button" @click=${share}>${t("Copy a link")}</button>
        <button type="button" @click=${() => {
          update({ board: boardOf(game, emptied(game)) });
          read(emptied(game));
        }}>${t("Empty the board")}</button>
        <button type="button" @click=${() => read(STARTS[game])}>${t("Start position")}</button>
        <button type="button" @click=${() => update({ view: editor.view === "white" ? "black" : "white" })}>${t("Flip the board")}</button>
      </div>
    </form>
    ${palette()}
    <div class="board" @click=${{ handleEvent: tapped, capture: true }}>
      ${editor.board ? boardView({ game, position: editor.board, graph: editor.graph, view: editor.view, settings: settings() }) : nothing}
    </div>
  </div>`;
}

function palette() {
  const button = (/** @type {string} */ piece, /** @type {string} */ text, /** @type {Side | null} */ side) =>
    html`<button type="button" aria-pressed=${editor.piece === piece} @click=${() => update({ piece })}>
      ${side ? html`<span class=${`disc ${side}`} aria-hidden="true"></span>` : nothing} ${text}
    </button>`;
  return html`<div class="tabs pieces" role="group" aria-label=${t("What a tap on the board does")}>
    ${PIECES[editor.game].map((piece) => button(piece, pieceName(editor.game, piece), sideOf(editor.game, piece)))}
    ${button("", t("Take away"), null)}
  </div>`;
}

/** @param {GameName} game @param {string} piece @returns {Side} */
function sideOf(game, piece) {
  if (game === "abak") return piece === piece.toUpperCase() ? "white" : "black";
  return piece.toLowerCase() === "w" ? "white" : "black";
}

/** @param {GameName} game @param {string} piece */
function pieceName(game, piece) {
  if (game === "abak") return className(language, piece);
  return sideOf(game, piece) === "white" ? t("White") : t("Black");
}
