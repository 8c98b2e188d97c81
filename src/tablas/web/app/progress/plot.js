/** A line over time as plain SVG, readable on a phone, with the same numbers as a table for who listens. */

import { html, svg } from "../../vendor/lit.js";
import { figure } from "../coach/figures.js";
import { language, t } from "../words.js";

const [WIDE, HIGH, LEFT, BELOW, ABOVE] = [360, 180, 44, 24, 12];
const SMOOTH = 5; // values before that count in the mean

/**
 * @typedef {object} Plot
 * @property {string} title
 * @property {string} value what the numbers are, as the head of the table
 * @property {[number, number][]} points time and value, the oldest first
 * @property {number} [places] after the point
 * @property {boolean} [mean] whether a running mean is drawn, too
 * @property {boolean} [zero] whether the line of zero is drawn
 */

/** @param {Plot} plot */
export function plotView({ title, value, points, places = 0, mean = false, zero = false }) {
  const values = points.map(([, y]) => y);
  const [low, high] = bounds(values, zero);
  const x = (/** @type {number} */ i) => LEFT + ((i + 0.5) * (WIDE - LEFT - 8)) / points.length;
  const y = (/** @type {number} */ one) => ABOVE + ((high - one) / (high - low)) * (HIGH - ABOVE - BELOW);
  const line = (/** @type {number[]} */ all) => all.map((one, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(one).toFixed(1)}`).join(" ");
  const text = t("{title}: from {first} to {last}", { title, first: figure(values[0], places), last: figure(values[values.length - 1], places) });
  return html`<figure class="progress-plot">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${text}>
      ${[high, (low + high) / 2, low].map((one) => svg`<line class="grid" x1=${LEFT} x2=${WIDE - 4} y1=${y(one)} y2=${y(one)}></line>
        <text class="scale" x=${LEFT - 6} y=${y(one) + 4} text-anchor="end">${figure(one, places)}</text>`)}
      ${zero && low < 0 ? svg`<line class="zero" x1=${LEFT} x2=${WIDE - 4} y1=${y(0)} y2=${y(0)}></line>` : ""}
      <path class=${mean ? "each" : "line"} d=${line(values)}></path>
      ${mean ? svg`<path class="line" d=${line(running(values))}></path>` : ""}
      ${points.length <= 40 ? values.map((one, i) => svg`<circle class="dot" cx=${x(i)} cy=${y(one)} r="3"></circle>`) : ""}
      <text class="scale" x=${LEFT} y=${HIGH - 6}>${date(points[0][0])}</text>
      ${points.length > 1 ? svg`<text class="scale" x=${WIDE - 4} y=${HIGH - 6} text-anchor="end">${date(points[points.length - 1][0])}</text>` : ""}
    </svg>
    <details><summary>${t("As a table")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${title}><table class="data"><thead><tr><th>${t("When")}</th><th>${value}</th></tr></thead>
        <tbody>${[...points].reverse().map(([at, one]) => html`<tr><td>${date(at)}</td><td>${figure(one, places)}</td></tr>`)}</tbody></table></div>
    </details>
  </figure>`;
}

/** Room above and below, so that a single value has some, too. @param {number[]} values @param {boolean} zero @returns {[number, number]} */
export function bounds(values, zero) {
  const all = zero ? [...values, 0] : values;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [low - room, high + room];
}

/** The mean of each value and those before it. @param {number[]} values */
export const running = (values) =>
  values.map((_, i) => {
    const part = values.slice(Math.max(0, i - SMOOTH + 1), i + 1);
    return part.reduce((sum, one) => sum + one, 0) / part.length;
  });

/** @param {number} at */
const date = (at) => new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "2-digit" }).format(at);
