/** Offers of others and one's own; an invitation waits with its link. */

import { html, nothing } from "../../vendor/lit.js";
import { notice } from "../page_frame.js";
import { gameName, termsLine } from "../terms.js";
import { t } from "../words.js";

/** @import {Home, Offer} from "./home.js" */

/** @param {Home} now @param {{accept: (offer: Offer) => void, withdraw: (offer: Offer) => void}} doing */
export function offersView(now, doing) {
  return html`<section class="panel offers" aria-labelledby="offers-title">
    <h2 id="offers-title">${t("Open offers")}</h2>
    ${now.offers.length
      ? html`<ul class="rows">
          ${now.offers.map((offer) => offerRow(offer, offer.name === now.name, doing))}
        </ul>`
      : html`<p class="empty">
          ${t("Nobody is waiting right now. Offer a game to anyone, and everyone will see it here.")}
        </p>`}
  </section>`;
}

/** @param {Offer} offer @param {boolean} mine @param {{accept: (offer: Offer) => void, withdraw: (offer: Offer) => void}} doing */
function offerRow(offer, mine, doing) {
  return html`<li>
    <div>
      <strong>${gameName(offer.agreement.game)}</strong> · ${mine ? t("you") : offer.name}
      <small>${termsLine(offer.agreement)}</small>
    </div>
    ${mine
      ? html`<button @click=${() => doing.withdraw(offer)}>${t("Withdraw")}</button>`
      : html`<button class="primary" @click=${() => doing.accept(offer)}>${t("Accept")}</button>`}
  </li>`;
}

/** @param {Offer} offer @param {(offer: Offer) => void} withdraw */
export function waitingView(offer, withdraw) {
  return html`<section class="panel waiting" role="status">
    <h2>${offer.open ? t("Waiting for an opponent") : t("Invite a friend")}</h2>
    <p><strong>${gameName(offer.agreement.game)}</strong> · ${termsLine(offer.agreement)}</p>
    ${offer.link ? linkView(offer.link) : nothing}
    <p class="pulse">${t("The game opens here as soon as somebody accepts.")}</p>
    <button @click=${() => withdraw(offer)}>${t("Cancel")}</button>
  </section>`;
}

/** @param {string} link */
export function linkView(link) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notice(t("Link copied."));
    } catch {
      document.querySelector("input.link")?.dispatchEvent(new FocusEvent("focus"));
    }
  };
  /** @param {Event} event */
  const mark = (event) => /** @type {HTMLInputElement} */ (event.target).select();
  return html`<div class="share">
    <label class="unseen" for="link">${t("Link for your friend")}</label>
    <input id="link" class="link" readonly .value=${link} @focus=${mark} />
    <button class="primary" @click=${copy}>${t("Copy")}</button>
    ${"share" in navigator
      ? html`<button @click=${() => navigator.share({ url: link }).catch(() => {})}>${t("Share")}</button>`
      : nothing}
  </div>`;
}
