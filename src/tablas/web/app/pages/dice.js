/** Checks the dice of a game in the browser; the server is not asked whether they are honest. */

import { html, nothing, render } from "../../vendor/lit.js";
import { botName } from "../catalogue.js";
import { verify } from "../dice/verify.js";
import { gameName } from "../terms.js";
import { language, plural, t } from "../words.js";
import { countsView, loadCounts } from "./dice_counts.js";

/** @import {GameReport} from "../dice/verify.js" */

/**
 * @typedef {object} Check
 * @property {string} source
 * @property {GameReport[] | null} games
 * @property {string} fault
 * @property {boolean} busy
 */

/** @type {Check} */
let check = { source: "", games: null, fault: "", busy: false };
/** @type {Promise<string>} the key by which this server signs */
let published = Promise.resolve("");
let key = "";
/** @type {HTMLElement} */
let place;

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  draw();
  loadCounts().then(draw);
  published = fetch("/.well-known/tablas-dice.json").then(async (answer) => (answer.ok ? (await answer.json()).key : ""));
  published.then((its) => {
    key = its;
    draw();
  });
  const game = new URLSearchParams(location.search).get("game");
  if (game) await ofGame(game);
}

/** @param {Partial<Check>} news */
function update(news) {
  check = { ...check, ...news };
  draw();
}

/** @param {string} text @param {string} source */
async function ofText(text, source) {
  update({ busy: true, source, games: null, fault: "" });
  try {
    key = await published;
    update({ games: await verify(text, key), busy: false });
  } catch {
    update({ fault: t("This is not a record of Tablas."), busy: false });
  }
}

/** @param {string} game */
async function ofGame(game) {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/record`);
  if (answer.ok) await ofText(await answer.text(), game);
  else update({ fault: t("There is no game {id}.", { id: game }) });
}

/** @param {Event} event */
async function chosen(event) {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) await ofText(await file.text(), file.name);
}

function draw() {
  render(
    html`<div class="stack">
      <h1>${t("Check the dice")}</h1>
      <p>
        ${t("For every roll the server and both players each take a secret number out of a sealed box; the mixture gives the dice. Here your own browser checks every seal and every roll of a record.")}
      </p>
      <section class="panel">
        <label class="field"><span>${t("Record of a game (.jsonl)")}</span>
          <span class="button file">${t("Choose a file …")}
            <input type="file" accept=".jsonl,.json,.txt" @change=${chosen} /></span></label>
        <p class="hint">${t("Every finished game offers its record for download on its replay page.")}</p>
        ${check.busy ? html`<p role="status">${t("Checking …")}</p>` : nothing}
        ${check.fault ? html`<p class="bad" role="alert">${check.fault}</p>` : nothing}
        ${check.games ? check.games.map(gameView) : nothing}
      </section>
      ${key ? html`<p class="hint">${t("Key of this server:")} <code>${key}</code></p>` : nothing}
      <p><a class="button" href="/dice.html" download="tablas-dice.html">${t("Save this check to disk")}</a></p>
      <p class="hint">${t("The saved page needs neither network nor server, so you need not trust this one.")}</p>
      ${countsView()}
    </div>`,
    place,
  );
}

/** @param {GameReport} game */
const unknownView = (game) => html`${t("Signed by an unknown key: everything fits, but this server did not sign it.")} <code>${game.key}</code>`;

/** @param {GameReport} game */
function gameView(game) {
  return html`<article>
    <h2>${gameName(/** @type {any} */ (game.game))}: ${botName(game.white)} – ${botName(game.black)}</h2>
    <p class="verdict ${game.proven ? "yes" : "no"}" role="status">
      ${game.unknownKey && !game.findings.length ? unknownView(game) : game.proven
        ? plural("Proven: the one roll is honest.", "Proven: all {n} rolls are honest.", game.rolls.length)
        : t("Not proven.")}
    </p>
    <ul>${game.findings.map(
      ({ line, roll, words }) => html`<li class="bad">${roll === null ? nothing : t("Roll {roll}, line {line}:", { roll, line })} ${words[language]}</li>`,
    )}</ul>
    ${game.notes.map((note) => html`<p class="hint">${note[language]}</p>`)}
    <details>
      <summary>${t("Every roll")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("Every roll")}><table class="data">
        <thead><tr><th>${t("Roll")}</th><th>${t("By")}</th><th>${t("Dice")}</th><th>${t("Honest")}</th></tr></thead>
        <tbody>${game.rolls.map(
          (roll) => html`<tr><td>${roll.number}</td><td>${roll.by ? (roll.by === "white" ? t("White") : t("Black")) : t("opening roll")}</td>
            <td>${roll.dice.join(" – ")}</td><td>${roll.proven ? t("yes") : html`<strong class="bad">${t("no")}</strong>`}</td></tr>`,
        )}</tbody>
      </table></div>
    </details>
  </article>`;
}
