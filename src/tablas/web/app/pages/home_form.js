/** The form of the first page: everything has a default, so that one click starts a game. */

import { html, nothing } from "../../vendor/lit.js";
import { botName, kindOf, kinds } from "../catalogue.js";
import { agreement, botOf, gameName, startOf, termsOf } from "../terms.js";
import { sentence } from "../api.js";
import { spoken, t } from "../words.js";
import { moreView } from "./home_options.js";

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
      <p class="sum">${termsOf(agreement(chosen)).join(" · ")}</p>
      <details>
        <summary>${t("Time, length and more")}</summary>
        ${moreView(chosen, doing)}
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
