/** What may be pressed now: rolling and confirming, answers to offers, and what is seldom needed. */

import { html, nothing } from "../../vendor/lit.js";
import { asked } from "../dialog.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { hasDice } from "../terms.js";
import { comesUp, read } from "./haste.js";
import { levelName } from "./status.js";
import { gameOf, graphNow, mine, other, over, playing, toRoll } from "./table.js";

/** @import {Table} from "./table.js" */

/**
 * @typedef {object} Doing
 * @property {(name: string, fields?: Record<string, unknown>) => void} send
 * @property {() => void} roll
 * @property {(name: "undo" | "confirm") => void} board
 * @property {() => void} flip
 * @property {import("./table.js").Standing} standing of the turn on the board
 */

/** @param {Table} table @param {Doing} doing */
export function actionsView(table, doing) {
  comesUp(askedNow(table));
  return html`<div class="actions">
    ${offers(table, doing)} ${turnButtons(table, doing)} ${betweenGames(table, doing)}
  </div>`;
}

/** What waits for an answer that cannot be taken back. @param {Table} table */
function askedNow({ state }) {
  const { status, cube, resignation, draw_offer: draw, takeback, rematch } = state;
  return [status, cube?.offer?.value, resignation?.side, draw, takeback, rematch?.side, rematch?.game].join();
}

/** @param {string} text @param {() => void} press @param {string} [kind] */
const button = (text, press, kind = "") => html`<button class=${kind} @click=${press}>${text}</button>`;

/** One that answers what has come up by itself. @param {string} text @param {() => void} press @param {string} [kind] */
const answer = (text, press, kind = "") => html`<button class=${kind} @click=${read(press)}>${text}</button>`;

/** @param {string} text @param {string} href @param {string} [kind] */
const way = (text, href, kind = "") => html`<a class="button ${kind}" href=${href} @click=${read(() => {})}>${text}</a>`;

/** @param {Table} table @param {Doing} doing */
function turnButtons(table, doing) {
  if (toRoll(table)) {
    return html`${table.state.may_double ? button(t("Double"), () => doing.send("double", { side: table.state.to_act }), "left") : nothing}
    ${button(t("Roll"), doing.roll, "primary")}`;
  }
  if (!graphNow(table) || (!hasDice(gameOf(table)) && !settings().confirmMoves)) return nothing;
  const { steps, move } = doing.standing;
  return html`
    <button class="left" ?disabled=${!steps?.length && !move} @click=${() => doing.board("undo")}>${t("Undo")}</button>
    <button class="primary" ?disabled=${!doing.standing.complete} @click=${() => doing.board("confirm")}>
      ${t("Confirm turn")}
    </button>
  `;
}

/** What the other side has offered, with its answers. @param {Table} table @param {Doing} doing */
function offers(table, doing) {
  const { state } = table;
  if (!playing(table)) return nothing;
  const answers = (/** @type {string} */ yes, /** @type {string} */ no, /** @type {string} */ take, /** @type {string} */ leave, /** @type {any} */ side) =>
    html`${answer(take, () => doing.send(yes, { side }), "primary")} ${answer(leave, () => doing.send(no, { side }))}`;
  const parts = [];
  if (state.cube?.offer && mine(table)) parts.push(cubeAnswers(table, doing));
  if (state.resignation && table.you.includes(other(state.resignation.side))) {
    parts.push(answers("accept-resignation", "refuse-resignation", t("Accept"), t("Play on"), other(state.resignation.side)));
  }
  if (state.draw_offer && table.you.includes(other(state.draw_offer))) {
    parts.push(html`<p>${t("A draw is offered.")}</p>`, answers("accept-draw", "decline-draw", t("Accept the draw"), t("Decline"), other(state.draw_offer)));
  }
  if (state.takeback && table.you.includes(other(state.takeback))) {
    parts.push(html`<p>${t("Your opponent asks to take back a move.")}</p>`, answers("accept-takeback", "decline-takeback", t("Allow"), t("Decline"), other(state.takeback)));
  }
  const away = table.you.map(other).find((side) => !table.you.includes(side) && table.presence.away?.[side] !== undefined);
  if (away) parts.push(awayView(table, away, doing));
  return parts;
}

/** @param {Table} table @param {Doing} doing */
function cubeAnswers(table, doing) {
  const side = table.state.to_act;
  return html`${answer(t("Take"), () => doing.send("take", { side }), "primary")}
  ${answer(t("Drop"), () => doing.send("drop", { side }), "left")}
  ${table.game.agreement.beavers ? answer(t("Beaver"), () => doing.send("beaver", { side })) : nothing}`;
}

/** @param {Table} table @param {import("../../board/types.js").Side} away @param {Doing} doing */
function awayView(table, away, doing) {
  const seconds = Math.ceil(table.presence.away[away] / 1000);
  return seconds > 0
    ? html`<p>${t("Your opponent is away. In {seconds} s you may claim the game.", { seconds })}</p>`
    : button(t("Claim the game"), () => doing.send("claim"), "primary");
}

/** @param {Table} table @param {Doing} doing */
function betweenGames(table, doing) {
  if (table.state.status === "between-games" && table.you.length) {
    return html`${answer(t("Next game"), () => table.you.forEach((side) => doing.send("next", { side })), "primary")}
    ${table.game.agreement.session ? answer(t("End the session"), () => doing.send("finish", { side: table.you[0] })) : nothing}`;
  }
  if (!over(table) || !table.you.length) return nothing;
  const { rematch } = table.state;
  if (rematch?.game) return way(t("To the rematch"), `/game/${rematch.game}`, "primary");
  const asked = rematch && table.you.includes(rematch.side);
  return html`${asked
      ? html`<p>${t("Waiting whether your opponent wants a rematch.")}</p>`
      : answer(rematch ? t("Accept the rematch") : t("Rematch"), () => doing.send("rematch", { side: table.you[0] }), "primary")}
    ${way(t("New game"), "/")}`;
}

/** The menu of what is seldom needed. @param {Table} table @param {Doing} doing */
export function menuView(table, doing) {
  const friendly = !table.game.agreement.rated;
  const began = table.events.some((event) => event.do === "played");
  const inGame = playing(table) && table.you.length > 0;
  const side = table.you.length === 2 ? (table.state.to_act ?? "white") : table.you[0];
  const levels = hasDice(gameOf(table)) ? [1, 2, 3] : [1];
  return html`<details class="menu">
    <summary>${t("More")}</summary>
    <div class="buttons">
      ${button(t("Flip the board"), doing.flip)}
      ${inGame && !began ? button(t("Call off"), () => doing.send("abort", { side })) : nothing}
      ${inGame && friendly && began
        ? button(t("Take back"), () => takeBack(table, side, doing))
        : nothing}
      ${inGame && !hasDice(gameOf(table)) && !table.state.draw_offer
        ? button(t("Offer a draw"), () => doing.send("offer-draw", { side }))
        : nothing}
      ${inGame && table.state.clock && table.you.length === 1
        ? button(t("Give 15 seconds"), () => doing.send("grant", { side, seconds: 15 }))
        : nothing}
      ${inGame && !table.state.resignation && table.state.phase !== "opening"
        ? levels.map((level) => button(resignText(level, levels.length), () => resign(side, level, doing)))
        : nothing}
      <a class="button" href=${`/rules/${gameOf(table)}`} target="_blank">${t("Rules")}</a>
    </div>
  </details>`;
}

/** At one screen nobody needs to be asked. @param {Table} table @param {import("../../board/types.js").Side} side @param {Doing} doing */
function takeBack(table, side, doing) {
  if (table.you.length === 1) return doing.send("offer-takeback", { side });
  const last = table.events.findLast((event) => event.do === "played")?.side ?? other(side);
  doing.send("offer-takeback", { side: last });
  doing.send("accept-takeback", { side: other(last) });
}

/** @param {number} level @param {number} most */
const resignText = (level, most) => (most === 1 ? t("Resign") : t("Resign {level}", { level: levelName(level) }));

/** @param {import("../../board/types.js").Side} side @param {number} level @param {Doing} doing */
async function resign(side, level, doing) {
  const sure = await asked({
    title: t("Resign {level}?", { level: levelName(level) }),
    text: t("It cannot be taken back."),
    yes: t("Resign"),
    danger: true,
  });
  if (sure) doing.send("resign", { side, level });
}
