/** Settings of this browser: language, colours, board, sounds, motion, numbers. */

import { html, nothing, render } from "../../vendor/lit.js";
import { choose, chooseLanguage, settings } from "../settings.js";
import { language, t } from "../words.js";
import { kinds, loadBoard, loadGame, usualView } from "../catalogue.js";
import { boardView } from "../game/board.js";
import { canDeal, diceKey, useDiceKey } from "../dice/chain.js";
import { box, select } from "../fields.js";
import { canKeep, complete, keepEverything } from "../local/keeping.js";
import { canBuzz, sound } from "../sounds.js";

/** @import {Settings} from "../settings.js" */

const [SAMPLE] = kinds;

/** @type {HTMLElement} */
let place;
let said = ""; // about the dice key
/** @type {"no" | "doing" | "yes"} */
let everything = "no"; // whether all of the app is on this device
/** @type {any} */
let position = null; // of the sample

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  everything = (await complete()) ? "yes" : "no";
  draw();
  const [{ pieces }] = await Promise.all([loadGame(SAMPLE.name), loadBoard(SAMPLE.name)]);
  position = pieces.shown(SAMPLE.starts[0].position);
  draw();
}

/** @param {Partial<Settings>} chosen */
function set(chosen) {
  choose(chosen);
  if (chosen.sounds || chosen.haptics) sound("move"); // as it will be
  draw();
}

function draw() {
  const now = settings();
  render(
    html`<div class="stack">
      <h1>${t("Settings")}</h1>
      <p class="hint">${t("They are kept in this browser and take effect at once.")}</p>
      <section class="panel fields">
        ${select(t("Language"), ["en", "es"], (value) => (value === "es" ? "Español" : "English"), language, (value) => chooseLanguage(value === "es" ? "es" : "en"))}
        ${choiceOf("theme", t("Colours"), { system: t("As the device"), light: t("Light"), dark: t("Dark") })}
        ${choiceOf("board", t("Board"), { walnut: t("Walnut"), night: t("Night"), linen: t("Linen") })}
        ${choiceOf("pieces", t("Pieces"), { ivory: t("Ivory and ebony"), garnet: t("Quartz and garnet") })}
        ${choiceOf("contrast", t("Contrast"), { normal: t("Normal"), high: t("High") })}
        ${choiceOf("motion", t("Motion"), { full: t("As the device"), less: t("None, arrows instead") })}
        ${choiceOf("speed", t("Speed of the moves of others"), { slow: "½×", usual: "1×", fast: "2×", faster: "4×", none: t("At once") })}
        ${choiceOf("sounds", t("Sounds"), { auto: t("On, quiet at night"), off: t("Off"), quiet: t("Quiet"), usual: t("On"), loud: t("Loud") })}
        ${choiceOf("numbering", t("Point numbers"), { points: "1–24", nb: "N / B", none: t("None") })}
        ${choiceOf("notation", t("Move notation"), { standard: "1–24: 13/7", nb: "N / B: N12-B7" })}
        ${choiceOf("written", t("Moves of the other side"), { mover: t("Numbered from their side"), reader: t("Numbered from my side") })}
        ${select(t("Coach in unrated games against bots"), ["off", "hints", "blunder", "error", "doubtful"], coachName, now.coach, (coach) => set({ coach: /** @type {Settings["coach"]} */ (coach) }))}
      </section>
      <section class="panel fields">
        ${canBuzz() ? box(t("Vibration"), now.haptics, (haptics) => set({ haptics })) : nothing}
        ${box(t("Letters instead of emblems (Abak)"), now.letters, (letters) => set({ letters }))}
        ${box(t("Show homes and direction of travel"), now.guide, (guide) => set({ guide }))}
        ${box(t("Home on the left"), now.mirror, (mirror) => set({ mirror }))}
        ${box(t("Confirm each move (Abalone)"), now.confirmMoves, (confirmMoves) => set({ confirmMoves }))}
        ${box(t("Roll automatically when doubling is impossible"), now.autoRoll, (autoRoll) => set({ autoRoll }))}
        ${box(t("Choose a move while the other side thinks (Abalone)"), now.premove, (premove) => set({ premove }))}
        ${box(t("Bots explain their plays in unrated games"), now.explains, (explains) => set({ explains }))}
        ${box(t("Show my chances of winning in unrated games against bots"), now.evaluation, (evaluation) => set({ evaluation }))}
        ${box(t("Play forced moves, and bear off without contact, by itself"), now.finish === "auto", (auto) => set({ finish: auto ? "auto" : "never" }))}
      </section>
      ${canKeep() ? keepingPanel() : nothing} ${canDeal() ? keyPanel() : nothing}
      <div class="sample" aria-label=${t("Example")} role="group">
        ${boardView({ game: SAMPLE.name, position, view: usualView(SAMPLE), still: true, settings: now })}
      </div>
    </div>`,
    place,
  );
}

/** All of the app on this device, for games without a connection. */
function keepingPanel() {
  const texts = { no: t("The engine and its nets, about 3 MB: then you can play against the levels without a connection."), doing: t("Being fetched …"), yes: t("Everything is on this device.") };
  return html`<section class="panel">
    <h2>${t("Without a connection")}</h2>
    <p class="hint" role="status">${texts[everything]}</p>
    <button ?disabled=${everything !== "no"} @click=${keepHere}>${t("Keep everything on this device")}</button>
  </section>`;
}

async function keepHere() {
  everything = "doing";
  draw();
  await keepEverything();
  everything = "yes";
  draw();
}

/** The secret behind my part of the dice, to be carried to another device by hand. */
function keyPanel() {
  return html`<section class="panel">
    <h2>${t("Dice key")}</h2>
    <p class="hint">
      ${t("Your part of the dice comes from this secret, which the server never sees. To go on with a game on another device, copy it there.")}
    </p>
    <label class="field"><span>${t("Key of this device")}</span>
      <input class="key" readonly .value=${diceKey()} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} /></label>
    <form @submit=${takeKey}>
      <label class="field"><span>${t("Key of another device")}</span>
        <input name="key" autocomplete="off" spellcheck="false" maxlength="80" /></label>
      <button>${t("Use this key")}</button>
      ${said ? html`<p role="status">${said}</p>` : nothing}
    </form>
  </section>`;
}

/** @param {SubmitEvent} event */
function takeKey(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const text = String(new FormData(form).get("key") ?? "");
  const taken = useDiceKey(text);
  said = taken ? t("From now on this device makes dice with that key.") : t("A dice key has 64 digits from 0 to 9 and a to f.");
  if (taken) form.reset();
  draw();
}

/**
 * @template {"theme" | "board" | "pieces" | "contrast" | "motion" | "speed" | "sounds" | "numbering" | "notation" | "written"} K
 * @param {K} name
 * @param {string} label
 * @param {Record<Settings[K], string>} names
 */
function choiceOf(name, label, names) {
  const known = /** @type {Record<string, string>} */ (names);
  const chosen = String(settings()[name]);
  return select(label, Object.keys(known), (value) => known[value], chosen, (value) => set({ [name]: value }));
}

/** How much the coach says. @param {string} how */
const coachName = (how) =>
  ({
    off: t("says nothing"),
    hints: t("gives hints when asked"),
    blunder: t("also stops blunders before they are played"),
    error: t("also stops errors before they are played"),
    doubtful: t("also stops doubtful moves before they are played"),
  })[how] ?? how;
