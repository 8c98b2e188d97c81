/** A link that a friend has sent: what is offered, and one button to play. */

import { html, render } from "../../vendor/lit.js";
import { get, post } from "../api.js";
import { drawFrame, notice } from "../page_frame.js";
import { listen } from "../lobby_socket.js";
import { me, somebody } from "../me.js";
import { kindOf } from "../catalogue.js";
import { gameName, termsLine } from "../terms.js";
import { spoken, t } from "../words.js";
import { linkView } from "./home/offers.js";

const id = location.pathname.split("/")[2];

/** @param {HTMLElement} place */
export async function show(place) {
  let offer;
  try {
    offer = await get(`/api/offers/${encodeURIComponent(id)}`);
  } catch (error) {
    render(gone(/** @type {Error} */ (error).message), place);
    return;
  }
  if (offer.game) {
    location.replace(`/game/${offer.game}`);
    return;
  }
  const who = await me();
  const mine = who?.name === offer.name;
  const go = (/** @type {string} */ game) => location.replace(`/game/${game}`);
  if (mine) listen({ opened: () => lookAgain(go), offers: () => {}, began: go });
  render(view(offer, mine), place);
}

/** Somebody may have accepted before this page listened. @param {(game: string) => void} go */
async function lookAgain(go) {
  const { game } = await get(`/api/offers/${encodeURIComponent(id)}`);
  if (game) go(game);
}

async function accept() {
  try {
    await somebody();
    drawFrame();
    const { game } = await post(`/api/offers/${encodeURIComponent(id)}/accept`);
    location.replace(`/game/${game}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message, "stays");
  }
}

/** @param {any} offer @param {boolean} mine */
function view(offer, mine) {
  const { game } = offer.agreement;
  return html`<div class="stack">
    <h1>${mine ? t("Your invitation") : t("{name} invites you to play", { name: offer.name })}</h1>
    <section class="panel">
      <h2>${gameName(game)}</h2>
      <p>${spoken(kindOf(game).line)}</p>
      <p>${termsLine(offer.agreement)}</p>
      ${mine
        ? html`<p>${t("Send this link to the person you want to play with:")}</p>
            ${linkView(offer.link ?? location.href)}
            <p role="status">${t("The game opens here as soon as somebody accepts.")}</p>`
        : html`<button class="primary start" @click=${accept}>${t("Accept and play")}</button>
            <p class="hint">${t("No account is needed.")} <a href=${`/rules/${game}`}>${t("Read the rules first")}</a></p>`}
    </section>
  </div>`;
}

/** @param {string} why */
function gone(why) {
  return html`<div class="stack">
    <h1>${t("This invitation is gone")}</h1>
    <p>${why}</p>
    <div class="buttons"><a class="button primary" href="/">${t("Play")}</a></div>
  </div>`;
}
