/** What the closed panel of the first page holds: everything that the catalogue lets one agree on. */

import { html, nothing } from "../../../vendor/lit.js";
import { kindOf, options } from "../../catalogue.js";
import { box, select } from "../../fields.js";
import { agreement, lengthName, lengthsOf, offersLength, optionsOf, sideOf, startOf, timeName, timesOf, valueOf } from "../../terms.js";
import { spoken, t } from "../../words.js";

/** @import {Choices} from "../../terms.js" */
/** @import {Doing} from "./form.js" */

/** @param {Choices} chosen @param {Doing} doing */
export function moreView(chosen, doing) {
  const kind = kindOf(chosen.game);
  const titles = Object.fromEntries(kind.starts.map((start) => [start.name, spoken(start.title)]));
  const sides = { any: t("Either"), white: t("White"), black: t("Black") };
  const times = timesOf(kind, chosen.opponent);
  const agreed = agreement(chosen);
  return html`${opponentsView(chosen, doing)}<div class="fields">
    ${select(t("Time"), times, timeName, times.includes(chosen.time) ? chosen.time : "", (time) => doing.choose({ time }))}
    ${offersLength(kind)
      ? select(t("Length"), lengthsOf(kind).map(String), (length) => lengthName(Number(length)), String(chosen.length), (length) => doing.choose({ length: Number(length) }))
      : nothing}
    ${kind.starts.length > 1
      ? select(t("Start position"), Object.keys(titles), (name) => titles[name], startOf(kind, chosen.start).name, (start) => doing.choose({ start }))
      : nothing}
    ${chosen.opponent === "here"
      ? nothing
      : select(t("Your side"), Object.keys(sides), (side) => sides[/** @type {keyof typeof sides} */ (side)], sideOf(chosen), (side) => doing.choose({ side: /** @type {Choices["side"]} */ (side) }))}
    ${optionsOf(chosen).map((name) => optionView(name, chosen, doing))}
    ${chosen.opponent !== "bot" && chosen.opponent !== "here" && (agreed.time || agreed.days)
      ? box(t("Rated"), chosen.rated, (rated) => doing.choose({ rated }))
      : nothing}
  </div>`;
}

/** @returns {{value: Choices["opponent"], text: string}[]} */
const opponents = () => [
  { value: "bot", text: t("Computer") },
  { value: "anyone", text: t("Anyone") },
  { value: "friend", text: t("A friend") },
  { value: "here", text: t("Two at this screen") },
];

/** @param {Choices} chosen @param {Doing} doing */
function opponentsView({ opponent }, doing) {
  return html`<fieldset class="opponents">
    <legend>${t("Opponent")}</legend>
    ${opponents().map(({ value, text }) => choice("opponent", value, text, opponent === value, () => doing.choose({ opponent: value })))}
  </fieldset>`;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} text
 * @param {boolean} checked
 * @param {() => void} change
 */
export function choice(name, value, text, checked, change) {
  return html`<label class="choice">
    <input type="radio" name=${name} value=${value} .checked=${checked} @change=${change} />
    <span>${text}</span>
  </label>`;
}

/** A yes or no is a box, anything else a list. @param {string} name @param {Choices} chosen @param {Doing} doing */
function optionView(name, chosen, doing) {
  const { title, about, values } = options[name];
  const now = valueOf(chosen, name);
  /** @param {import("../../catalogue.js").Value} value */
  const set = (value) => doing.choose({ options: { ...chosen.options, [name]: value } });
  if (typeof now === "boolean") return box(spoken(title), now, set, { id: `about-${name}`, text: spoken(about) });
  const words = Object.fromEntries(values.map((one) => [String(one.value), spoken(one.title)]));
  const chooseText = (/** @type {string} */ text) => set((values.find((one) => String(one.value) === text) ?? values[0]).value);
  return select(spoken(title), values.map((one) => String(one.value)), (text) => words[text], String(now), chooseText, { id: `about-${name}`, text: spoken(about) });
}
