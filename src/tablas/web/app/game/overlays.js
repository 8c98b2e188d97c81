/** What boards show on demand: marbles in danger and formations of the glossary; the way home. */

import { html } from "../../vendor/lit.js";
import { choose, settings } from "../settings.js";
import { spoken, t } from "../words.js";

/** @typedef {{open: boolean, threats: boolean, formations: string[]}} Overlays open: what there is to show is being read */

/** @type {Overlays} */
export const NO_OVERLAYS = { open: false, threats: false, formations: [] };

/** Whether the steps are needed even by whoever is not to play. @param {Overlays} now */
export const shows = ({ open, threats, formations }) => open || threats || formations.length > 0;

/**
 * @param {any} graph the steps with what they tell besides
 * @param {Overlays} now
 * @param {(now: Overlays) => void} change
 */
export function overlaysView(graph, now, change) {
  /** @type {Map<string, string>} */
  const names = new Map((graph?.formations ?? []).map((/** @type {any} */ one) => [one.key, spoken(one)]));
  const ticked = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).checked;
  const toggled = (/** @type {string} */ key) =>
    now.formations.includes(key) ? now.formations.filter((one) => one !== key) : [...now.formations, key];
  const toggle = (/** @type {Event} */ event) => {
    const { open } = /** @type {HTMLDetailsElement} */ (event.target);
    if (open !== now.open) change({ ...now, open });
  };
  return html`<details class="menu" @toggle=${toggle}>
    <summary>${t("Show on the board")}</summary>
    <label class="field tick"><input type="checkbox" .checked=${now.threats}
      @change=${(/** @type {Event} */ event) => change({ ...now, threats: ticked(event) })} /><span>${t("Marbles that can be ejected")}</span></label>
    <div class="buttons small">
      ${[...names].map(([key, name]) => html`<button aria-pressed=${now.formations.includes(key)} @click=${() => change({ ...now, formations: toggled(key) })}>${name}</button>`)}
    </div>
  </details>`;
}

/** For games with a way home: where it leads, drawn on the board. @param {() => void} changed */
export function guideTick(changed) {
  const tick = (/** @type {Event} */ event) => {
    choose({ guide: /** @type {HTMLInputElement} */ (event.target).checked });
    changed();
  };
  return html`<label class="field tick"><input type="checkbox" .checked=${settings().guide} @change=${tick} /><span>${t("Homes and direction of travel")}</span></label>`;
}
