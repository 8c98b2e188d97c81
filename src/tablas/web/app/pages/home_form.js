/** The form of the first page: everything has a default, so that one click starts a game. */

import { html, nothing } from "../../vendor/lit.js";
import {
  botName,
  botOf,
  botsOf,
  gameLine,
  gameName,
  LENGTHS,
  lengthName,
  STARTS,
  startName,
  TIMES,
  timeName,
} from "../terms.js";
import { sentence } from "../api.js";
import { spoken, t } from "../words.js";
import { emblem } from "../emblems.js";

/** @import {Home} from "./home.js" */
/** @import {Bot, Choices} from "../terms.js" */
/** @import {GameName} from "../../board/types.js" */

/**
 * @typedef {object} Doing
 * @property {(news: Partial<Choices>) => void} choose
 * @property {() => void} play
 * @property {boolean} dice
 */

const GAMES = /** @type {GameName[]} */ (["abak", "backgammon", "abalone"]);

/** @param {Home} now @param {Doing} doing */
export function playForm(now, doing) {
  const { chosen } = now;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    doing.play();
  };
  return html`
    <form class="panel play-form" @submit=${submit}>
      <fieldset class="games">
        <legend>${t("Game")}</legend>
        ${GAMES.map((game) => gameCard(game, chosen, doing))}
      </fieldset>
      <fieldset class="opponents">
        <legend>${t("Opponent")}</legend>
        ${opponents().map(({ value, text }) =>
          choice("opponent", value, text, chosen.opponent === value, () => doing.choose({ opponent: value })),
        )}
      </fieldset>
      ${chosen.opponent === "bot" ? bots(now, doing) : nothing}
      <button class="primary start" ?disabled=${now.busy}>${startText(chosen)}</button>
      <p class="sum">${summary(chosen)}</p>
      <details>
        <summary>${t("Time, length and more")}</summary>
        <div class="fields">${options(chosen, doing)}</div>
      </details>
      ${chosen.game === "abak"
        ? html`<p class="hint">
            ${t("New to Abak?")} <a href="/learn">${t("Learn it one class at a time")}</a>
          </p>`
        : nothing}
    </form>
  `;
}

/** @returns {{value: Choices["opponent"], text: string}[]} */
const opponents = () => [
  { value: "bot", text: t("Computer") },
  { value: "anyone", text: t("Anyone") },
  { value: "friend", text: t("A friend") },
  { value: "here", text: t("Two at this screen") },
];

/** @param {Choices} chosen */
function startText(chosen) {
  return {
    bot: t("Play now"),
    here: t("Play now"),
    anyone: t("Find an opponent"),
    friend: t("Get a link to invite"),
  }[chosen.opponent];
}

/** @param {Choices} chosen */
function summary(chosen) {
  const parts = [timeName(chosen.time)];
  if (chosen.game !== "abalone") parts.unshift(lengthName(chosen.length));
  else parts.unshift(startName(chosen.start));
  return parts.join(" · ");
}

/** @param {GameName} game @param {Choices} chosen @param {Doing} doing */
function gameCard(game, chosen, doing) {
  return html`<label class="game-card">
    <input
      type="radio"
      name="game"
      value=${game}
      .checked=${chosen.game === game}
      @change=${() => doing.choose({ game })}
    />
    ${emblem(game)}
    <strong>${gameName(game)}</strong>
    <span>${gameLine(game)}</span>
  </label>`;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} text
 * @param {boolean} checked
 * @param {() => void} change
 */
function choice(name, value, text, checked, change) {
  return html`<label class="choice">
    <input type="radio" name=${name} value=${value} .checked=${checked} @change=${change} />
    <span>${text}</span>
  </label>`;
}

/** @param {Home} now @param {Doing} doing */
function bots({ bots: known, chosen }, doing) {
  const playing = botOf(known, chosen);
  return html`<fieldset class="levels">
    <legend>${t("Level")}</legend>
    ${botsOf(known, chosen).map((bot) =>
      choice("bot", bot.id, spoken(bot.title), bot === playing, () => doing.choose({ bot: bot.id })),
    )}
    <p class="hint">${playing ? botLine(playing) : nothing}</p>
  </fieldset>`;
}

/** What it does, and how strong it was measured to be. @param {Bot} bot */
function botLine(bot) {
  if (!bot.strength) return sentence(spoken(bot));
  const { won, games, against } = bot.strength;
  const facts = { percent: Math.round(100 * won), games, name: botName(against) };
  return `${sentence(spoken(bot))} ${t("Measured: it won {percent} % of {games} games against: {name}.", facts)}`;
}

/** @param {Choices} chosen @param {Doing} doing */
function options(chosen, doing) {
  const online = chosen.opponent === "anyone" || chosen.opponent === "friend";
  const times = TIMES.filter((time) => online || !time.startsWith("days "));
  const sides = { any: t("Either"), white: t("White"), black: t("Black") };
  return html`
    ${select(t("Time"), times, timeName, chosen.time, (time) => doing.choose({ time }))}
    ${doing.dice
      ? html`${select(t("Length"), LENGTHS.map(String), (length) => lengthName(Number(length)), String(chosen.length), (length) => doing.choose({ length: Number(length) }))}
          ${box(t("Doubling cube"), chosen.cube, (cube) => doing.choose({ cube }))}`
      : select(t("Start position"), STARTS, startName, chosen.start, (start) => doing.choose({ start }))}
    ${chosen.opponent === "here"
      ? nothing
      : select(t("Your side"), Object.keys(sides), (side) => sides[/** @type {Choices["side"]} */ (side)], chosen.side, (side) => doing.choose({ side: /** @type {Choices["side"]} */ (side) }))}
    ${online && chosen.time ? box(t("Rated"), chosen.rated, (rated) => doing.choose({ rated })) : nothing}
  `;
}

/**
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => string} name
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function select(label, values, name, chosen, change) {
  /** @param {Event} event */
  const changed = (event) => change(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${changed}>
      ${values.map((value) => html`<option value=${value} .selected=${value === chosen}>${name(value)}</option>`)}
    </select>
  </label>`;
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} change */
export function box(label, checked, change) {
  /** @param {Event} event */
  const changed = (event) => change(/** @type {HTMLInputElement} */ (event.target).checked);
  return html`<label class="field tick">
    <input type="checkbox" .checked=${checked} @change=${changed} /><span>${label}</span>
  </label>`;
}
