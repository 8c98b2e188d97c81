/** The form of the first page: everything has a default, so that one click starts a game. */

import { html, nothing } from "../../../vendor/lit.js";
import { botName, kindOf, kinds } from "../../catalogue.js";
import { agreement, botOf, gameName, startOf, termsOf } from "../../terms.js";
import { language, spoken, t } from "../../words.js";
import { choice, moreView } from "./options.js";

/** @import {Home} from "../home.js" */
/** @import {Choices} from "../../terms.js" */
/** @import {Bot, Kind} from "../../catalogue.js" */

/**
 * @typedef {object} Doing
 * @property {(news: Partial<Choices>) => void} choose
 * @property {() => void} play
 * @property {() => void} invite a friend, to what is chosen
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
    <form class="play-form" @submit=${submit}>
      <fieldset class="games">
        <legend class="unseen">${t("Game")}</legend>
        ${kinds.map((kind) => gameCard(kind, now, doing))}
      </fieldset>
      ${starts(chosen, doing)} ${now.here || chosen.opponent === "bot" ? level(now, doing) : nothing}
      <div class="row">
        <button class="primary start" ?disabled=${now.busy}>${now.here ? t("Play on this device") : startText(chosen)}</button>
        ${now.here || chosen.opponent === "friend" ? nothing : friendButton(now, doing)} ${learnLink(now)}
      </div>
      <p class="sum">${now.here ? t("One game without a clock; it goes to the server when you are online.") : termsOf(agreement(chosen)).join(" · ")}</p>
      <details ?hidden=${Boolean(now.here)}>
        <summary>${t("Opponent, time and more")}</summary>
        ${moreView(chosen, doing)}
      </details>
    </form>
  `;
}

/** @param {Choices} chosen */
function startText(chosen) {
  return {
    bot: t("Play now"),
    here: t("Play now"),
    anyone: t("Find an opponent"),
    friend: t("Get a link to invite"),
  }[chosen.opponent];
}

/** @param {Home} now @param {Doing} doing */
function friendButton({ busy }, doing) {
  return html`<button type="button" class="alt" ?disabled=${busy} @click=${doing.invite}>${t("Play a friend")}</button>`;
}

/** @param {Home} now */
function learnLink({ chosen, modules }) {
  const way = modules[chosen.game]?.newcomer();
  return way ? html`<a class="button alt" href=${way.href}>${way.text}</a>` : nothing;
}

/** @param {Kind} kind @param {Home} now @param {Doing} doing */
function gameCard({ name, line, starts: all }, { chosen, modules }, doing) {
  const shown = name === chosen.game ? startOf(kindOf(name), chosen.start) : all[0];
  return html`<label class="game-card">
    <input
      type="radio"
      name="game"
      value=${name}
      .checked=${chosen.game === name}
      @change=${() => doing.choose({ game: name })}
    />
    <span class="picture">${modules[name]?.miniature(shown.position) ?? nothing}</span>
    <strong>${gameName(name)}</strong>
    <span class="line">${spoken(line)}</span>
  </label>`;
}

/** One slider from the weakest to the strongest, with what was measured; offline those that this device can be. @param {Home} now @param {Doing} doing */
function level({ chosen, here }, doing) {
  const all = kindOf(chosen.game).levels;
  const levels = here ? all.filter(({ name }) => here[chosen.game]?.includes(name)) : all;
  const wanted = botOf(chosen) ?? all[0];
  const bot = all.slice(0, all.indexOf(wanted) + 1).findLast((one) => levels.includes(one)) ?? levels[0];
  /** @param {Event} event */
  const slide = (event) => doing.choose({ bot: levels[Number(/** @type {HTMLInputElement} */ (event.target).value)].id });
  return html`<div class="levels">
    <input type="range" min="0" max=${levels.length - 1} step="1" .value=${String(levels.indexOf(bot))}
      aria-label=${t("Level")} aria-valuetext=${spoken(bot.title)} aria-describedby="level-line" @input=${slide} />
    <div class="ends" aria-hidden="true"><span>${spoken(levels[0].title)}</span><span>${spoken(levels[levels.length - 1].title)}</span></div>
    <p id="level-line"><strong>${spoken(bot.title)}</strong> · ${strengthLine(bot)}</p>
  </div>`;
}

/** How strong it was measured to be, or else what it does. @param {Bot} bot */
function strengthLine(bot) {
  if (!bot.strength) return spoken(bot);
  const { won, games, against, judged } = bot.strength;
  const line = won === null ? spoken(bot) : t("won {percent} % of {games} games against “{name}”", { percent: Math.round(100 * won), games, name: botName(against) });
  if (judged === null) return line;
  // What it gives away a decision, as reviews put it.
  const rating = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(500 * judged);
  return `${line} · ${t("performance rating")} ${rating}`;
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
