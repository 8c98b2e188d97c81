/** The signs of the buttons that lead through a game. */

import { html } from "../vendor/lit.js";

const PATHS = {
  first: "M5 4v16M20 4 8 12l12 8z",
  back: "M17 4 6 12l11 8z",
  play: "M4 4l9 8-9 8zM13 4l9 8-9 8z",
  pause: "M7 4v16M17 4v16",
  on: "M7 4l11 8-11 8z",
  last: "M19 4v16M4 4l12 8-12 8z",
};

/** @typedef {keyof typeof PATHS} StepIcon */

/** @param {StepIcon} name */
export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
