/** The card of a checker: its class, what it may do with this roll, and what forbids the rest. */

/** @import {Side, Stacks} from "../shared/types.js" */
/** @import {Turn} from "./turn.js" */
/** @import {Voice} from "./speech.js" */
/** @import {WordKey} from "../shared/words.js" */

import { html, nothing } from "../../vendor/lit.js";
import { lettersAt, placeId, placeNumber, sideOf } from "./stacks.js";
import { checkerName, placeWord } from "./speech.js";
import { refusalsOf, stepsFrom } from "./turn.js";
import { about, capital, say } from "../shared/words.js";

/**
 * @typedef {object} Card
 * @property {string} title
 * @property {string} about
 * @property {string[]} can
 * @property {string[]} why
 */

/**
 * @param {Voice} voice
 * @param {Stacks} stacks
 * @param {Turn} turn
 * @param {string} id
 * @param {number} index
 * @returns {Card | null}
 */
export function cardOf(voice, stacks, turn, id, index) {
  const letter = lettersAt(stacks, id)[index];
  if (!letter || id.startsWith("off")) return null;
  const { language } = voice;
  const mover = turn.graph?.side;
  const own = mover === sideOf(letter);
  const card = {
    title: say(language, "card.on", {
      checker: capital(voice.plain ? say(language, "checker") : checkerName(voice, letter)),
      place: placeWord(voice, id),
    }),
    about: voice.plain ? "" : about(language, letter),
    can: own && mover ? ways(voice, stacks, turn, id, index, mover) : [],
    why: own && mover ? closed(voice, turn, id, index, mover) : [],
  };
  return card.about || card.can.length || card.why.length ? card : null;
}

/**
 * @param {Voice} voice @param {Stacks} stacks @param {Turn} turn
 * @param {string} id @param {number} index @param {Side} mover
 */
function ways(voice, stacks, turn, id, index, mover) {
  const letters = lettersAt(stacks, id);
  const onTop = id.startsWith("bar") || index === letters.length - 1;
  if (!onTop) return [];
  const steps = stepsFrom(turn, placeNumber(id, mover) ?? -1, letters[index].toUpperCase());
  return steps.map((step) => {
    const key = step.effect === "plain" ? "card.to" : `card.to.${step.effect}`;
    const target = placeWord(voice, placeId(step.target, mover));
    return say(voice.language, /** @type {WordKey} */ (key), { target, die: step.die });
  });
}

/**
 * Each rule once, with the dice that it stops.
 * @param {Voice} voice @param {Turn} turn @param {string} id @param {number} index @param {Side} mover
 */
function closed({ language }, turn, id, index, mover) {
  return refusalsOf(turn, placeNumber(id, mover) ?? -1, index).map(({ die, reason }) => {
    const why = reason[language];
    if (die === 0) return capital(why);
    return say(language, die < 0 ? "card.back" : "card.die", { die: Math.abs(die), reason: why });
  });
}

/** The card as it is shown. @param {Voice} voice @param {Card} card */
export function cardView({ language }, card) {
  return html`<strong>${card.title}</strong>
    ${card.about ? html`<p>${card.about}</p>` : nothing}
    ${part(say(language, "card.can"), card.can)} ${part(say(language, "card.why"), card.why)}`;
}

/** @param {string} title @param {string[]} lines */
function part(title, lines) {
  if (!lines.length) return nothing;
  return html`<p class="part">${title}</p>
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>`;
}

/** The card as one sentence, for the live region. @param {Card} card */
export const cardText = (card) => [card.title, ...card.can, ...card.why].join(". ");

/**
 * Where a card goes: left or right of the checker, level with it, above or below; inside the
 * room, never on the checker, over as few targets as possible.
 * @param {{x: number, y: number}} at
 * @param {{x: number, y: number}[]} targets
 * @param {{x: number, y: number}[]} movable who else can move; less is lost if they are hidden
 * @param {number} unit
 * @param {{width: number, height: number}} card
 * @param {{width: number, height: number}} room
 */
export function cardSpot(at, targets, movable, unit, card, room) {
  const gap = unit * 0.75;
  const lefts = [at.x + gap, at.x - gap - card.width, at.x - card.width / 2];
  const tops = [at.y - card.height / 2, at.y + gap, at.y - gap - card.height];
  const spots = lefts.flatMap((x) => tops.map((y) => ({
    left: Math.max(4, Math.min(x, room.width - card.width - 4)),
    top: Math.max(4, Math.min(y, room.height - card.height - 4)),
  })));
  /** @param {{left: number, top: number}} spot @param {{x: number, y: number}} point */
  const hides = ({ left, top }, { x, y }) =>
    x > left - unit / 2 && x < left + card.width + unit / 2 && y > top - unit / 2 && y < top + card.height + unit / 2;
  /** @param {{left: number, top: number}} spot */
  const cost = (spot) =>
    (hides(spot, at) ? 10 : 0) +
    targets.filter((target) => hides(spot, target)).length +
    movable.filter((other) => hides(spot, other)).length * 0.3;
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}
