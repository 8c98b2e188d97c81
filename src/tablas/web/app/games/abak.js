/** What the pages show of Abak beside its board: picture, legend, and pieces for the editor. */

/** @import {Pieces} from "../pages/editor.js" */

import { about, capital, className } from "../../board/shared/words.js";
import { readStacks } from "../../board/abak/stacks.js";
import { sideOf, trappedCount } from "../../board/dicegame/stacks.js";
import { html } from "../../vendor/lit.js";
import { settings } from "../settings.js";
import { language, t } from "../words.js";
import { missing } from "./abak_team.js";
import { tableMiniature } from "./miniature.js";

const CLASSES = ["S", "G", "N", "D", "E", "O"];

/** The silhouettes of the classes, for pictures in which a checker has ten pixels. */
const SIGNS = {
  G: "M0-.66L.54-.46V.08C.54.42.26.62 0 .72C-.26.62-.54.42-.54.08V-.46Z",
  N: "M0-.8L.22-.26L.78-.22L.36.14L.48.7L0 .4L-.48.7L-.36.14L-.78-.22L-.22-.26Z",
  D: "M-.44.64C-.78-.1-.1-.74.62-.66C.68.1.1.68-.44.64Z",
  E: "M-.7-.26L-.26-.7L.7.26L.26.7Z",
  O: "M.7-.26L.26-.7L-.7.26L-.26.7Z",
};

/** On the card of the first page. @param {string} text a position */
export const miniature = (text) => tableMiniature("classes", readStacks(text), SIGNS);

/** The way to learn it, on the first page. */
export const newcomer = () => ({ href: "/learn#abak-1", text: t("Learn Abak in 5 minutes") });

/** Who is who: every class by its emblem, and what is special about it. */
export function legend() {
  const { letters } = settings();
  return html`<div class="legend">
    <dl>
      ${CLASSES.map(
        (letter) => html`<div>
          <dt><tablas-checker letter=${letter} ?letters=${letters}></tablas-checker>${capital(className(language, letter))}</dt>
          <dd>${about(language, letter)}</dd>
        </div>`,
      )}
    </dl>
    <p><a href="/learn#abak-1" target="_blank">${t("Learn it one class at a time")}</a></p>
  </div>`;
}

/**
 * What somebody may meet for the first time and cannot guess: a key, so that it is said once, and a sentence.
 * @param {string} position @param {import("../../board/shared/types.js").Side} side who looks @param {number[]} dice to be played by that side
 */
export function firstSights(position, side, dice) {
  const { points } = readStacks(position);
  const tops = points.map((stack) => stack.at(-1) ?? "").filter((top) => top && sideOf(top) === side);
  const sights = [];
  if (points.some((stack) => trappedCount(stack) > 0)) {
    sights.push({ key: "trapped", text: t("A dashed collar: trapped, until whoever stands on it has left.") });
  }
  if (dice.some((die) => tops.some((top) => top.toUpperCase() === (die % 2 ? "E" : "O")))) {
    sights.push({ key: "wounded", text: t("A band: wounded. Two pips play even dice only, three pips odd ones.") });
  }
  return sights;
}

/** White in capitals, as position texts write them. @type {Pieces} */
export const pieces = {
  all: [...CLASSES, ...CLASSES.map((letter) => letter.toLowerCase())],
  empty: `24 -/- ${missing("").join("/")} w`,
  sideOf: (piece) => (piece === piece.toUpperCase() ? "white" : "black"),
  nameOf: (piece) => className(language, piece),
  picture: (piece) => html`<tablas-checker letter=${piece}></tablas-checker>`,
  shown: (text) => {
    const fields = text.split(" ");
    return { position: fields.slice(0, 3).join(" "), turn: fields[3] === "b" ? "black" : "white" };
  },
  placed: (text, id, piece) => changed(text, id, (stack) => stack + piece),
  lifted: (text, id) => changed(text, id, (stack) => stack.slice(0, -1)),
  turned: (text) => {
    const [board, bar, off, turn] = text.split(" ");
    return [board, bar, off, turn === "w" ? "b" : "w"].join(" ");
  },
  after: (text, position) => `${position} ${pieces.turned(text).split(" ")[3]}`,
};

/** Whoever is put down leaves the tray, whoever is taken away goes there. */
/** @param {string} text @param {string} id @param {(stack: string) => string} change */
function changed(text, id, change) {
  const [field, bar = "-/-", , turn = "w"] = text.split(" ");
  const stacks = field.split("/").flatMap((part) => (/^\d+$/.test(part) ? Array(Number(part)).fill("") : [part]));
  const bars = bar.split("/");
  if (id.startsWith("off")) return "";
  if (id.startsWith("p")) stacks[24 - Number(id.slice(1))] = change(stacks[24 - Number(id.slice(1))]);
  else {
    const which = id === "bar-white" ? 0 : 1;
    bars[which] = sorted(change(bars[which].replace("-", ""))) || "-";
  }
  const off = missing(stacks.join("") + bars.join(""));
  return `${counted(stacks)} ${bars.join("/")} ${off.join("/")} ${turn}`;
}

/** @param {string} letters */
const sorted = (letters) => [...letters].sort().join("");

/** Empty ones as numbers. @param {string[]} parts */
function counted(parts) {
  /** @type {string[]} */
  const fields = [];
  for (const part of parts) {
    const last = fields.at(-1);
    if (part) fields.push(part);
    else if (last && /^\d+$/.test(last)) fields[fields.length - 1] = String(Number(last) + 1);
    else fields.push("1");
  }
  return fields.join("/");
}
