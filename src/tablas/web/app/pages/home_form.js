/** The form of the first page: everything has a default, so that one click starts a game. */

import { html, nothing } from "../../vendor/lit.js";
import { botName, kindOf, kinds } from "../catalogue.js";
import { botOf, gameName, lengthName, lengthsOf, offersLength, startOf, timeName, timesOf } from "../terms.js";
import { sentence } from "../api.js";
import { spoken, t } from "../words.js";

/** @import {Home} from "./home.js" */
/** @import {Choices} from "../terms.js" */
/** @import {Bot, Kind} from "../catalogue.js" */

/**
 * @typedef {object} Doing
 * @property {(news: Partial<Choices>) => void} choose
 * @property {() => void} play
 */

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
        ${kinds.map((kind) => gameCard(kind, now, doing))}
      </fieldset>
      ${starts(chosen, doing)}
      <fieldset class="opponents">
        <legend>${t("Opponent")}</legend>
        ${opponents().map(({ value, text }) =>
          choice("opponent", value, text, chosen.opponent === value, () => doing.choose({ opponent: value })),
        )}
      </fieldset>
      ${chosen.opponent === "bot" ? bots(chosen, doing) : nothing}
      <button class="primary start" ?disabled=${now.busy}>${startText(chosen)}</button>
      <p class="sum">${summary(chosen)}</p>
      <details>
        <summary>${t("Time, length and more")}</summary>
        <div class="fields">${options(chosen, doing)}</div>
      </details>
      ${now.modules[chosen.game]?.newcomer?.() ?? nothing}
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
  const kind = kindOf(chosen.game);
  const start = startOf(kind, chosen.start);
  const parts = [];
  if (offersLength(kind)) parts.push(lengthName(chosen.length));
  if (!offersLength(kind) || start !== kind.starts[0]) parts.push(spoken(start.title));
  return [...parts, timeName(timeOf(kind, chosen))].join(" · ");
}

/** The time that is chosen, if it can be played here. @param {Kind} kind @param {Choices} chosen */
const timeOf = (kind, chosen) => (timesOf(kind, online(chosen)).includes(chosen.time) ? chosen.time : "");

/** @param {Choices} chosen */
const online = ({ opponent }) => opponent === "anyone" || opponent === "friend";

/** @param {Kind} kind @param {Home} now @param {Doing} doing */
function gameCard({ name, line }, { chosen, modules }, doing) {
  return html`<label class="game-card">
    <input
      type="radio"
      name="game"
      value=${name}
      .checked=${chosen.game === name}
      @change=${() => doing.choose({ game: name })}
    />
    <svg class="emblem" viewBox="0 0 64 40" aria-hidden="true">${modules[name]?.emblem() ?? nothing}</svg>
    <strong>${gameName(name)}</strong>
    <span>${spoken(line)}</span>
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

/** @param {Choices} chosen @param {Doing} doing */
function bots(chosen, doing) {
  const playing = botOf(chosen);
  return html`<fieldset class="levels">
    <legend>${t("Level")}</legend>
    ${kindOf(chosen.game).levels.map((bot) =>
      choice("bot", bot.id, spoken(bot.title), bot === playing, () => doing.choose({ bot: bot.id })),
    )}
    <p class="hint">${playing ? botLine(playing) : nothing}</p>
  </fieldset>`;
}

/** Starts in plain sight, where a game has several to show; the others are among the options. @param {Choices} chosen @param {Doing} doing */
function starts(chosen, doing) {
  const kind = kindOf(chosen.game);
  const begun = startOf(kind, chosen.start);
  const shown = kind.starts.filter((start) => start.featured || start === begun);
  if (!kind.starts.some((start) => start.featured)) return nothing;
  return html`<fieldset class="begin-at">
    <legend>${t("Start position")}</legend>
    ${shown.map(({ name, title }) =>
      choice("start", name, spoken(title), name === begun.name, () => doing.choose({ start: name })),
    )}
  </fieldset>`;
}

/** What it does, and how strong it was measured to be. @param {Bot} bot */
function botLine(bot) {
  if (!bot.strength) return sentence(spoken(bot));
  const { won, games, against } = bot.strength;
  const facts = { percent: Math.round(100 * won), games, name: botName(against) };
  return `${sentence(spoken(bot))} ${t("Measured: it won {percent} % of {games} games against the level “{name}”.", facts)}`;
}

/** @param {Choices} chosen @param {Doing} doing */
function options(chosen, doing) {
  const kind = kindOf(chosen.game);
  const titles = Object.fromEntries(kind.starts.map((start) => [start.name, spoken(start.title)]));
  const sides = { any: t("Either"), white: t("White"), black: t("Black") };
  return html`
    ${select(t("Time"), timesOf(kind, online(chosen)), timeName, timeOf(kind, chosen), (time) => doing.choose({ time }))}
    ${offersLength(kind)
      ? select(t("Length"), lengthsOf(kind).map(String), (length) => lengthName(Number(length)), String(chosen.length), (length) => doing.choose({ length: Number(length) }))
      : nothing}
    ${kind.options.includes("cube") ? box(t("Doubling cube"), chosen.cube, (cube) => doing.choose({ cube })) : nothing}
    ${kind.starts.length > 1
      ? select(t("Start position"), Object.keys(titles), (name) => titles[name], startOf(kind, chosen.start).name, (start) => doing.choose({ start }))
      : nothing}
    ${chosen.opponent === "here"
      ? nothing
      : select(t("Your side"), Object.keys(sides), (side) => sides[/** @type {Choices["side"]} */ (side)], chosen.side, (side) => doing.choose({ side: /** @type {Choices["side"]} */ (side) }))}
    ${online(chosen) && timeOf(kind, chosen) ? box(t("Rated"), chosen.rated, (rated) => doing.choose({ rated })) : nothing}
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
