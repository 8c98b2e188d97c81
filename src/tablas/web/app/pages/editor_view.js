/** How the editor looks: the board with what a tap puts down, and beside it text, play and share. */

import { html, nothing } from "../../vendor/lit.js";
import { kindOf, kinds } from "../catalogue.js";
import { boardView } from "../game/board.js";
import { overlaysView } from "../game/overlays.js";
import { settings } from "../settings.js";
import { gameName } from "../terms.js";
import { spoken, t } from "../words.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Doing, Editor} from "./editor.js" */

/** @param {Editor} now @param {Doing} doing */
export function editorView(now, doing) {
  return html`<div class="editor-head"><h1>${t("Position editor")}</h1>
    <div class="tabs games-tabs" role="group" aria-label=${t("Game")}>
      ${kinds.map(({ name }) => html`<button aria-pressed=${name === now.game} @click=${() => doing.begin(name)}>${gameName(name)}</button>`)}
    </div></div>
    <div class="editor">
      <div class="editor-board">
        ${now.trying ? tryingView(now, doing) : paletteView(now, doing)}
        <div class="board" @click=${{ handleEvent: doing.tapped, capture: true }} @keydown=${{ handleEvent: doing.pressed, capture: true }}>
          ${now.board ? board(now, doing) : nothing}
        </div>
      </div>
      <div class="editor-side">${textView(now, doing)} ${playView(now, doing)} ${shareView(now, doing)}
        ${kindOf(now.game).overlays ? html`<section class="panel">${overlaysView(now.graph, now.overlays, (overlays) => doing.update({ overlays }))}</section>` : nothing}
      </div>
    </div>`;
}

/** @param {Editor} now @param {Doing} doing */
function board(now, doing) {
  const { game, graph, overlays } = now;
  return boardView(
    {
      game, position: now.board, graph: now.trying ? graph : null, view: now.view, counting: "view", settings: settings(),
      overlays: graph, threats: overlays.threats, formations: overlays.formations,
    },
    { play: doing.played },
  );
}

/** @param {Editor} now @param {Doing} doing */
function paletteView(now, doing) {
  const { pieces } = now;
  if (!pieces) return nothing;
  const button = (/** @type {string} */ piece, /** @type {string} */ text, /** @type {Side | null} */ side) =>
    html`<button type="button" aria-pressed=${now.piece === piece} @click=${() => doing.update({ piece })}>
      ${piece && pieces.picture ? pieces.picture(piece) : side ? html`<span class=${`disc ${side}`} aria-hidden="true"></span>` : nothing}<span class="name">${text}</span>
    </button>`;
  const all = pieces.all.map((piece) => button(piece, pieces.nameOf(piece), pieces.sideOf(piece)));
  const half = all.length > 6 ? 6 : all.length; // a row for each side
  return html`<div class="pieces ${now.game}" role="group" aria-label=${t("What a tap on the board does")}>
    ${all.slice(0, half)} ${button("", t("Take away"), null)} ${all.slice(half)}
  </div>`;
}

/** @param {Editor} now @param {Doing} doing */
function tryingView(now, doing) {
  return html`<div class="pieces">
    <p role="status">${now.roll ? t("Trying the roll {roll}: play it on the board.", { roll: now.roll }) : t("Trying moves: play on the board.")}</p>
    <button @click=${() => doing.update({ trying: false, roll: "" })}>${t("Back to setting up")}</button>
  </div>`;
}

/** @param {Editor} now @param {Doing} doing */
function textView(now, doing) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    doing.show(String(form.get("position")), String(form.get("roll") ?? ""));
  };
  const white = now.board?.turn === "white";
  return html`<form class="panel" @submit=${submit}>
    <label class="field"><span>${t("Position, in any notation of the game")}</span>
      <textarea name="position" rows="2" .value=${now.text} autocomplete="off" spellcheck="false" aria-describedby="fault"></textarea></label>
    ${!kindOf(now.game).dice
      ? nothing
      : html`<label class="field"><span>${t("Roll to try (such as 62)")}</span>
          <input name="roll" .value=${now.roll} inputmode="numeric" maxlength="2" pattern="[1-6]{2}" autocomplete="off" /></label>`}
    <p id="fault" class="bad" role="alert">${now.fault}</p>
    <div class="buttons">
      <button class="primary">${t("Show")}</button>
      ${!kindOf(now.game).dice && !now.trying ? html`<button type="button" ?disabled=${Boolean(now.fault)} @click=${() => doing.update({ trying: true })}>${t("Try moves")}</button>` : nothing}
      <button type="button" @click=${doing.turn}><span class=${`disc ${white ? "white" : "black"}`} aria-hidden="true"></span> ${white ? t("White to move") : t("Black to move")}</button>
      ${startsView(now, doing)}
      ${now.fault ? nothing : html`<a class="button" href=${`/analysis?${new URLSearchParams({ game: now.game, position: now.text, ...(now.roll ? { roll: now.roll } : {}) })}`}>${t("Analyse")}</a>`}
      <button type="button" @click=${doing.empty}>${t("Empty the board")}</button>
      <button type="button" @click=${() => doing.update({ view: now.view === "white" ? "black" : "white" })}>${t("Flip the board")}</button>
    </div>
  </form>`;
}

/** One button, or the list where the game has several starts. @param {Editor} now @param {Doing} doing */
function startsView(now, doing) {
  const { starts } = kindOf(now.game);
  if (starts.length === 1) return html`<button type="button" @click=${() => doing.start(starts[0].name)}>${t("Start position")}</button>`;
  const here = starts.find((start) => start.position === now.text)?.name ?? "";
  const changed = (/** @type {Event} */ event) => doing.start(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<select aria-label=${t("Start position")} @change=${changed}>
    <option value="" disabled .selected=${here === ""}>${t("Start position")}</option>
    ${starts.map(({ name, title }) => html`<option value=${name} .selected=${name === here}>${spoken(title)}</option>`)}
  </select>`;
}

/** @param {Editor} now @param {Doing} doing */
function playView(now, doing) {
  const known = kindOf(now.game).levels;
  const opponent = now.opponent || (known.find((bot) => bot.usual) ?? known[0])?.id || "here";
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    doing.play(String(form.get("opponent")), /** @type {any} */ (form.get("side") ?? "any"));
  };
  const option = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ chosen) =>
    html`<option value=${value} .selected=${value === chosen}>${text}</option>`;
  return html`<form class="panel" @submit=${submit}>
    <h2>${t("Play from here")}</h2>
    <div class="fields">
      <label class="field"><span>${t("Opponent")}</span>
        <select name="opponent" @change=${(/** @type {Event} */ event) => doing.update({ opponent: /** @type {HTMLSelectElement} */ (event.target).value })}>
          ${known.map((bot) => option(bot.id, spoken(bot.title), opponent))}
          ${option("here", t("Two at this screen"), opponent)} ${option("friend", t("A friend"), opponent)}
        </select></label>
      ${opponent === "here"
        ? nothing
        : html`<label class="field"><span>${t("Your side")}</span><select name="side">
            ${option("any", t("Either"), now.side)} ${option("white", t("White"), now.side)} ${option("black", t("Black"), now.side)}</select></label>`}
    </div>
    ${now.over ? html`<p class="hint">${t("In this position the game is over.")}</p>` : nothing}
    <button class="primary start" ?disabled=${!now.board || now.over || Boolean(now.fault) || now.busy}>${t("Play from here")}</button>
  </form>`;
}

/** @param {Editor} now @param {Doing} doing */
function shareView(now, doing) {
  const link = location.href;
  return html`<section class="panel"><h2>${t("Share")}</h2>
    <div class="buttons"><button @click=${() => doing.copy(location.href, t("Link copied."))} ?disabled=${Boolean(now.fault)}>${t("Copy a link")}</button>
      <button @click=${() => doing.share(link)} ?disabled=${!now.board}>${t("Picture")}</button>
      ${"share" in navigator ? html`<button @click=${() => navigator.share({ url: link }).catch(() => {})}>${t("Share")}</button>` : nothing}</div>
    <dl class="notations">${now.notations.map(
      (one) => html`<div><dt>${spoken(one)}</dt><dd><code>${one.text}</code>
        <button class="quiet" aria-label=${t("Copy: {name}", { name: spoken(one) })} @click=${() => doing.copy(one.text, t("Copied."))}>${t("Copy")}</button></dd></div>`,
    )}</dl>
  </section>`;
}
