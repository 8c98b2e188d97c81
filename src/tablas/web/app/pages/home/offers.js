/** Offers of others and one's own; an invitation waits with its link. */

import { html, nothing } from "../../../vendor/lit.js";
import { notice } from "../../page_frame.js";
import { gameName, termsLine } from "../../terms.js";
import { t } from "../../words.js";

/** @import {Home, Offer} from "../home.js" */

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
    ${offer.link ? linkView(offer.link) : nothing} ${offer.link ? codeView(offer) : nothing}
    <p class="pulse">${t("The game opens here as soon as somebody accepts.")}</p>
    <button @click=${() => withdraw(offer)}>${t("Cancel")}</button>
  </section>`;
}

/**
 * The link for a phone's camera, where it leads to another machine at all.
 * @param {Offer} offer
 */
function codeView(offer) {
  const { hostname } = new URL(offer.link ?? location.href, location.origin);
  if (offer.link?.startsWith("/")) return nothing;
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return nothing;
  return html`<figure class="code">
    <img src="/api/offers/${offer.id}/qr.svg" width="164" height="164" alt=${t("QR code of the link")} />
    <figcaption>${t("Or point the camera of the phone here.")}</figcaption>
  </figure>`;
}

/** @param {string} path a link, with or without the address of this server */
export function linkView(path) {
  const link = new URL(path, location.origin).href;
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
