/** What is different here, in four lines at the foot of the first page. */

import { html } from "../../../vendor/lit.js";
import { t } from "../../words.js";

export function factsView() {
  const facts = [
    [t("Why not?"), t("Touch any checker: the board says in one sentence which rule holds it.")],
    [t("Any level"), t("From beginner to the strongest open engines, each level measured.")],
    [t("Fair dice"), t("Made by both players and the server together. Check any roll.")],
    [t("Yours"), t("Open source. Host a club on your own machine in one command.")],
  ];
  return html`<section class="facts" aria-label=${t("What is different here")}>
    ${facts.map(([title, text]) => html`<div><h2>${title}</h2><p>${text}</p></div>`)}
  </section>`;
}
