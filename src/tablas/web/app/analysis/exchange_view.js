/** Positions and games in and out: every notation, match files, our own analysis files, pictures. */

import { html, nothing } from "../../vendor/lit.js";
import { kindOf } from "../catalogue.js";
import { spoken, t } from "../words.js";

/** @import {GameName} from "../../board/shared/types.js" */

/**
 * @typedef {object} Exchange
 * @property {GameName} game
 * @property {string} position
 * @property {string} fault
 * @property {{line: number, column: number, en: string, es: string}[]} faults of a file that was brought
 * @property {{en: string, es: string, text: string}[]} notations
 * @property {{name: string, title: {en: string, es: string}, suffixes: string[]}[]} formats that a line can be written in
 *
 * @typedef {object} ExchangeDoing
 * @property {(text: string) => void} show
 * @property {(file: File) => void} open
 * @property {(text: string, said: string) => void} copy
 * @property {() => void} link
 * @property {() => void} picture
 * @property {() => void} save
 * @property {(format: string, suffix: string) => void} write
 * @property {() => void} playOn
 * @property {string} editor the address of the editor with this position
 */

/** @param {Exchange} now @param {ExchangeDoing} doing */
export function exchangeView(now, doing) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    doing.show(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("position")));
  };
  const chosen = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    if (file) doing.open(file);
    field.value = "";
  };
  return html`<details class="panel exchange"><summary>${t("Import and export")}</summary>
    <form @submit=${submit}>
      <label class="field"><span>${t("Position, in any notation of the game")}</span>
        <textarea name="position" rows="2" .value=${now.position} autocomplete="off" spellcheck="false" aria-describedby="position-fault"></textarea></label>
      <p id="position-fault" class="bad" role="alert">${now.fault}</p>
      <div class="buttons"><button class="primary">${t("Show")}</button> <a class="button" href=${doing.editor}>${t("Set up a position")}</a></div>
    </form>
    <label class="field"><span>${t("Match file, game record or saved analysis")}</span><input type="file" @change=${chosen} /></label>
    ${faultsView(now.faults)}
    <h3>${t("Share")}</h3>
    <div class="buttons"><button @click=${doing.link}>${t("Copy a link")}</button> <button @click=${doing.picture}>${t("Picture")}</button>
      <button @click=${doing.save}>${t("Save the analysis")}</button>
      ${now.formats.map((one) => html`<button @click=${() => doing.write(one.name, one.suffixes[0])}>${t("Save the line as {format}", { format: spoken(one.title) })}</button>`)}</div>
    <dl class="notations">${now.notations.map(
      (one) => html`<div><dt>${spoken(one)}</dt><dd><code>${one.text}</code>
        <button class="quiet" aria-label=${t("Copy: {name}", { name: spoken(one) })} @click=${() => doing.copy(one.text, t("Copied."))}>${t("Copy")}</button></dd></div>`,
    )}</dl>
    ${kindOf(now.game).levels.length ? html`<div class="buttons"><button @click=${doing.playOn}>${t("Play on from here")}</button></div>` : nothing}
  </details>`;
}

/** What is wrong in a file, line by line. @param {Exchange["faults"]} faults */
export function faultsView(faults) {
  if (!faults.length) return nothing;
  return html`<div class="faults" role="status"><p>${t("Not everything in this file is as it should be:")}</p>
    <ul>${faults.map((one) => html`<li>${t("line {line}, column {column}: {what}", { line: one.line, column: one.column, what: spoken(one) })}</li>`)}</ul></div>`;
}
