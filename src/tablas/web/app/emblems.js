/** A small picture of each game: a shield, a plain checker, marbles. */

import { html, svg } from "../vendor/lit.js";

/** @import {GameName} from "../board/types.js" */

/** @param {GameName} game */
export function emblem(game) {
  const inside = { abak: shield, backgammon: points, abalone: marbles }[game]();
  return html`<svg class="emblem" viewBox="0 0 64 40" aria-hidden="true">${inside}</svg>`;
}

const shield = () => svg`
  <circle class="white" cx="14" cy="24" r="12" /><circle class="black" cx="32" cy="16" r="12" />
  <circle class="white" cx="50" cy="24" r="12" />
  <path class="ink" d="M8 17.500h12v7q0 5-6 7.500-6-2.500-6-7.500z" /><path class="cut" d="M14 17.500v14.500M8 24h12" />
  <path class="gold" d="m32 8 2.300 5.300 5.700.5-4.300 3.800 1.300 5.600-5-3-5 3 1.300-5.600-4.300-3.800 5.700-.5z" />
  <path class="ink" d="M55 17c-9 0-12 5-11 13 8 1 12-4 11-13z" />`;

const points = () => svg`
  <path class="dim" d="M2 38 11 4l9 34zM44 38l9-34 9 34z" /><path class="dim2" d="M23 38 32 4l9 34z" />
  <circle class="white" cx="11" cy="28" r="9" /><circle class="black" cx="32" cy="28" r="9" />
  <circle class="white" cx="53" cy="28" r="9" />`;

const marbles = () => svg`
  ${[8, 20, 32].map((x) => svg`<circle class="black" cx=${x} cy="26" r="5.600" /><circle class="ring" cx=${x} cy="26" r="2" />`)}
  ${[44, 56].map((x) => svg`<circle class="white" cx=${x} cy="26" r="5.600" />`)}
  <path class="arrow" d="M16 12h28m-7-6 7 6-7 6" />`;
