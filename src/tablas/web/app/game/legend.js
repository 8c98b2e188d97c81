/** Who is who in Abak: every class by its emblem, and what is special about it. */

import { html } from "../../vendor/lit.js";
import { about, capital, className } from "../../board/words.js";
import { settings } from "../settings.js";
import { language, t } from "../words.js";

const CLASSES = ["S", "G", "N", "D", "E", "O"];

export function legendView() {
  const { letters } = settings();
  return html`<details class="menu legend">
    <summary>${t("Who is who")}</summary>
    <dl>
      ${CLASSES.map(
        (letter) => html`<div>
          <dt><tablas-checker letter=${letter} ?letters=${letters}></tablas-checker>${capital(className(language, letter))}</dt>
          <dd>${about(language, letter)}</dd>
        </div>`,
      )}
    </dl>
    <p><a href="/learn#abak-1" target="_blank">${t("Learn it one class at a time")}</a></p>
  </details>`;
}
