/** Plays as arrows over a board: what was played in red and dashed, the better one in green and whole. */

import { nothing, svg } from "../../vendor/lit.js";

/** @import {Side, Spot} from "../../board/shared/types.js" */

/** @typedef {{kind: "played" | "best", side: Side, way: any}} Arrows */

const COLOURS = { played: "#e0503f", best: "#2fae7d" };
const HEAD = 0.3;

/** What a board draws over itself. @param {Arrows[]} all @returns {((board: any) => unknown) | null} */
export const arrowsOver = (all) =>
  all.length ? (board) => svg`<g class="arrows" aria-hidden="true" pointer-events="none">${all.map((one) => drawn(board, one))}</g>` : null;

/** @param {any} board @param {Arrows} arrows */
function drawn(board, { kind, side, way }) {
  /** @type {Spot[][]} */
  const lines = board.lines({ ...way, side });
  return lines.map(([from, to], i) => arrow(from, to, kind, i));
}

/** Bent a little, the two kinds to different sides. @param {Spot} from @param {Spot} to @param {"played" | "best"} kind @param {number} number */
function arrow(from, to, kind, number) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (!length) return nothing;
  const bend = (kind === "best" ? 1 : -1) * Math.min(0.9, 0.16 * length) + number * 0.12;
  const middle = { x: (from.x + to.x) / 2 + (bend * dy) / length, y: (from.y + to.y) / 2 - (bend * dx) / length };
  const d = `M${from.x} ${from.y} Q${middle.x} ${middle.y} ${to.x} ${to.y}`;
  const colour = COLOURS[kind];
  return svg`<path d=${d} fill="none" stroke="#000" stroke-opacity="0.55" stroke-width="0.24" stroke-linecap="round"></path>
    <path data-way=${kind} d=${d} fill="none" stroke=${colour} stroke-width="0.14" stroke-linecap="round" stroke-dasharray=${kind === "played" ? "0.32 0.26" : nothing}></path>
    ${kind === "best" ? head(middle, to, colour) : svg`<circle cx=${to.x} cy=${to.y} r="0.17" fill=${colour} stroke="#000" stroke-opacity="0.6" stroke-width="0.05"></circle>`}`;
}

/** @param {Spot} from @param {Spot} to @param {string} colour */
function head(from, to, colour) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (/** @type {number} */ turn) => `${to.x - HEAD * Math.cos(angle + turn)} ${to.y - HEAD * Math.sin(angle + turn)}`;
  const tip = `${to.x + 0.12 * Math.cos(angle)} ${to.y + 0.12 * Math.sin(angle)}`;
  return svg`<path d=${`M${tip} L${corner(0.5)} L${corner(-0.5)} Z`} fill=${colour} stroke="#000" stroke-opacity="0.6" stroke-width="0.05"></path>`;
}
