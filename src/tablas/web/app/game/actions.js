/** What may be pressed now: rolling and confirming, answers to offers, the ways on after the end. */

import { html, nothing } from "../../vendor/lit.js";
import { kindOf } from "../catalogue.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { noteQuestion, unlessDoubleTap } from "./double_tap.js";
import { pastLinks } from "./menu.js";
import { addressOf, awayNow, coached, gameOf, hasCoach, may, onServer, over, playing } from "./table.js";

/** @import {Table} from "./table.js" */

/** @type {import("./table.js").Standing} */
const IDLE = { complete: false };

/**
 * @typedef {object} Doing
 * @property {(name: string, fields?: Record<string, unknown>) => void} send
 * @property {() => void} roll
 * @property {(name: "undo" | "confirm") => void} board
 * @property {(name: string, fields?: Record<string, unknown>) => void} rematch asks for one, and goes there when both want it
 * @property {() => void} [hint] where a coach may be asked
 * @property {() => void} flip
 * @property {() => void} share the board as a picture, and a game that is over as a clip
 * @property {() => void} mute sounds off, or on again
 * @property {() => void} mirror home on the other side, in this game and from now on
 * @property {import("./table.js").Standing} standing of the turn on the board
 */

/** The buttons under the board; what is asked stands on it, unless its card was closed. */
/** @param {Table} table @param {Doing} doing @param {boolean} asked whether a card on the board holds the answers */
export function actionsView(table, doing, asked) {
  noteQuestion(askedNow(table));
  return html`<div class="actions">
    ${awayView(table)} ${offered(table, doing, "claim", t("Claim the game"), "primary")} ${turnButtons(table, doing)}
    ${asked ? (over(table) ? pastLinks(table) : nothing) : html`${answerButtons(table, doing)} ${endButtons(table, doing)}`}
  </div>`;
}

/** The hint keeps its place while there is nothing to ask: nothing beside it may jump. After the end there is something to show. @param {Table} table @param {Doing} doing */
export function toolButton(table, doing) {
  if (over(table)) return button(t("Share"), doing.share, "tool");
  if (!hasCoach(table)) return nothing;
  const kept = coached(table) ? "tool" : "tool away";
  return html`<button class=${kept} ?disabled=${!doing.hint} @click=${() => doing.hint?.()}>${t("Hint")}</button>`;
}

/** What waits for an answer that cannot be taken back. @param {Table} table */
function askedNow({ state }) {
  const { status, cube, resignation, draw_offer: draw, takeback, rematch, fair_dice: dice } = state;
  return [dice?.no_chain, status, cube?.offer?.value, resignation?.side, draw, takeback, rematch?.side, rematch?.game].join();
}

/** @param {string} text @param {() => void} press @param {string} [kind] */
const button = (text, press, kind = "") => html`<button class=${kind} @click=${press}>${text}</button>`;

/** One that answers what has come up by itself. @param {string} text @param {() => void} press @param {string} [kind] */
const answer = (text, press, kind = "") => html`<button class=${kind} @click=${unlessDoubleTap(press)}>${text}</button>`;

/** @param {string} text @param {string} href @param {string} [kind] */
const way = (text, href, kind = "") => html`<a class="button ${kind}" href=${href} @click=${unlessDoubleTap(() => {})}>${text}</a>`;

/** One for a command, if it is open to me. @param {Table} table @param {Doing} doing @param {string} command @param {string} text @param {string} [kind] */
function offered(table, doing, command, text, kind) {
  const side = may(table, command);
  return side ? answer(text, () => doing.send(command, { side }), kind) : nothing;
}

/** @param {Table} table @param {Doing} doing */
function turnButtons(table, doing) {
  const doubler = may(table, "double");
  if (may(table, "roll")) {
    return html`${doubler ? button(t("Double"), () => doing.send("double", { side: doubler }), "left") : nothing}
    ${button(t("Roll"), doing.roll, "primary")}`;
  }
  if (!playing(table) || !table.you.length || (!kindOf(gameOf(table)).dice && !settings().confirmMoves)) return nothing;
  const { steps, move } = table.graph ? doing.standing : IDLE; // they keep their place while others play
  return html`
    <button class="left" ?disabled=${!steps?.length && !move} @click=${() => doing.board("undo")}>${t("Undo")}</button>
    <button class="primary" ?disabled=${!table.graph || !doing.standing.complete} @click=${() => doing.board("confirm")}>
      ${t("Confirm turn")}
    </button>
  `;
}

/** Answers to what the other side has offered. @param {Table} table @param {Doing} doing */
export function answerButtons(table, doing) {
  const one = (/** @type {string} */ command, /** @type {string} */ text, /** @type {string} */ kind = "") => offered(table, doing, command, text, kind);
  return html`
    ${one("drop", t("Drop"), "left")} ${one("take", t("Take"), "primary")} ${one("beaver", t("Beaver"))} ${one("raccoon", t("Raccoon"))}
    ${one("refuse-resignation", t("Play on"))} ${one("accept-resignation", t("Accept"), "primary")}
    ${one("decline-draw", t("Decline"))} ${one("accept-draw", t("Accept the draw"), "primary")}
    ${one("decline-takeback", t("Decline"))} ${one("accept-takeback", t("Allow"), "primary")}
    ${table.state.fair_dice?.no_chain ? one("no-chain", t("Let the server roll alone"), "primary") : nothing}
  `;
}

/** How long an opponent who is away may still take to come back. @param {Table} table */
function awayView(table) {
  const away = awayNow(table, performance.now());
  if (!away || may(table, "claim")) return nothing;
  const { side, seconds } = away;
  return html`<p class="away">${table.presence[side]
    ? t("Your opponent's device does not answer. In {seconds} s you may claim the game.", { seconds })
    : t("Your opponent is away. In {seconds} s you may claim the game.", { seconds })}</p>`;
}

/** Where to go after a game: on with the match, a rematch, the review, somebody else. */
/** @param {Table} table @param {Doing} doing */
export function endButtons(table, doing) {
  const { rematch } = table.state;
  const ask = rematch ? t("Accept the rematch") : t("Rematch");
  const asked = rematch && table.you.includes(rematch.side);
  if (!over(table)) {
    return html`${offered(table, doing, "finish", t("End the session"))} ${offered(table, doing, "next", t("Next game"), "primary")}`;
  }
  const id = onServer(table);
  return html`${id ? way(t("Review"), `/review/${id}`) : html`<p>${keptText(table)}</p>`}
    ${!table.you.length
      ? nothing
      : rematch?.game
        ? way(t("To the rematch"), addressOf(table, rematch.game), "primary")
        : asked
          ? html`<p>${t("Waiting to see whether your opponent wants a rematch.")}</p>`
          : offered(table, { ...doing, send: doing.rematch }, "rematch", ask, "primary")}
    ${way(t("New opponent"), "/")}`;
}

/** Where a game of this device is. @param {Table} table */
function keptText({ game }) {
  return game.refused ? t("The server would not take this game: {why}", { why: game.refused }) : t("Kept on this device; it goes to the server when you are online, for replay and review.");
}
