/** Looks of the board of backgammon and Abak; every colour is a variable of style/themes.css. */

import { css } from "../../vendor/lit.js";

export const tableStyle = css`
  .frame {
    fill: var(--board-frame, #2a211f);
    stroke: var(--board-edge, #171110);
    stroke-width: 0.03;
  }
  .tray {
    fill: #0000003d;
    stroke: #ffffff24;
    stroke-width: 0.02;
  }
  .felt {
    fill: var(--board-felt, #7f9183);
  }
  .lip {
    fill: none;
    stroke: var(--board-line, #c9c3ae);
    stroke-width: 0.02;
    stroke-opacity: 0.7;
  }
  .triangle {
    stroke: var(--board-line, #c9c3ae);
    stroke-width: var(--board-line-width, 0.02);
    stroke-opacity: 0.75;
  }
  .triangle.one {
    fill: var(--board-point-1, #8a7d68);
  }
  .triangle.two {
    fill: var(--board-point-2, #6a8a94);
  }
  .number {
    fill: var(--board-number, #f1e9dc);
    font-size: 0.27px;
  }
  :host([data-shape="rotated"]) .number {
    font-size: 0.31px;
  }
  :host([data-shape="rotated"]) .number.long {
    font-size: 0.2px; /* N10 fits beside the board */
  }
  :host([data-shape="compact"]) .number {
    font-size: 0.36px;
  }
  .home {
    fill: #000;
    fill-opacity: 0.1;
  }
  .home.mine {
    fill: #ffb000;
    fill-opacity: 0.16;
  }
  .way {
    fill: none;
    stroke: #fff;
    stroke-opacity: 0.75;
    stroke-width: 0.05;
    stroke-linejoin: round;
    stroke-dasharray: 0.16 0.1;
  }
  .way-head {
    fill: #fff;
  }
  .way-name {
    fill: #fff;
    stroke: #14110a;
    stroke-width: 0.11;
    stroke-linejoin: round;
    paint-order: stroke;
    font-size: 0.31px;
    font-weight: 600;
  }
  :host([data-shape="rotated"]) .way-name {
    stroke-width: 0.08;
    font-size: 0.26px;
  }
  .touch {
    fill: #fff;
    fill-opacity: 0;
  }
  .target > .touch {
    fill-opacity: 0.16;
  }
  .lifted {
    opacity: 0.35;
  }
  .disc {
    stroke-width: 0.085;
  }
  .guard .disc {
    stroke-width: 0.17;
  }
  .white .disc {
    fill: var(--checker-white, #fbf6ea);
    stroke: var(--checker-white-rim, #5b4d3c);
  }
  .black .disc {
    fill: var(--checker-black, #16243a);
    stroke: var(--checker-black-edge, var(--checker-black-rim, #04070d));
  }
  .buried {
    opacity: var(--buried, 0.86);
  }
  .thin {
    fill: none;
    stroke-width: 0.065;
    stroke-opacity: 0.5;
  }
  .white .thin,
  .white .glyph,
  .white .letter,
  .white .count {
    stroke: none;
    fill: var(--glyph-white, #14213d);
  }
  .black .glyph,
  .black .letter,
  .black .count {
    fill: var(--glyph-black, #ffd166);
  }
  .white .thin {
    fill: none;
    stroke: var(--checker-white-rim, #5b4d3c);
  }
  .black .thin {
    stroke: var(--glyph-black, #ffd166);
    stroke-opacity: 0.42;
  }
  .cut {
    fill: none;
    stroke-width: 0.11;
  }
  .vein {
    stroke-width: 0.1;
    stroke-linecap: round;
  }
  .white .cut {
    stroke: var(--checker-white, #fbf6ea);
  }
  .black .cut {
    stroke: var(--checker-black, #16243a);
  }
  .white .pip {
    fill: var(--checker-white, #fbf6ea);
  }
  .black .pip {
    fill: var(--checker-black, #16243a);
  }
  .letter {
    font-size: 1.15px;
    font-weight: 700;
  }
  .count {
    font-size: 0.95px;
    font-weight: 700;
  }
  .collar-under,
  .collar {
    fill: none;
    stroke: #000;
    stroke-width: 0.16;
  }
  .collar {
    stroke: #ffb000;
    stroke-width: 0.12;
    stroke-dasharray: 0.3 0.19;
  }
  .under {
    fill: #000;
  }
  .ring {
    fill: none;
    stroke: #ffb000;
    stroke-width: 0.13;
  }
  .under {
    stroke: #000;
    stroke-width: 0.18;
  }
  .ring.picked {
    stroke: #fff;
    stroke-dasharray: 0.5 0.2;
  }
  .tick {
    fill: none;
    stroke: #fff;
    stroke-width: 0.065;
    stroke-linecap: round;
    pointer-events: none;
  }
  .edge {
    stroke-width: 0.025;
  }
  .edge.white {
    fill: var(--checker-white, #fbf6ea);
    stroke: var(--checker-white-rim, #5b4d3c);
  }
  .edge.black {
    fill: var(--checker-black, #16243a);
    stroke: #8d99ab;
  }
  .ghosts,
  .arrows,
  .flights,
  .hand {
    pointer-events: none;
  }
  .ghost .shade {
    opacity: 0.5;
  }
  .ghost.white .shade {
    fill: var(--checker-white, #fbf6ea);
  }
  .ghost.black .shade {
    fill: var(--checker-black, #16243a);
  }
  .dash,
  .dash-under {
    fill: none;
    stroke: #000;
    stroke-width: 0.2;
  }
  .dash {
    stroke: #fff;
    stroke-width: 0.13;
    stroke-dasharray: 0.36 0.22;
  }
  .ghost .mark {
    fill: #fff;
    stroke: #000;
    stroke-width: 0.22;
    paint-order: stroke;
    font-size: 1.2px;
    font-weight: 700;
  }
  .arrow,
  .arrow-under {
    fill: none;
    stroke: #000;
    stroke-width: 0.17;
    stroke-linecap: round;
    opacity: 0.85;
  }
  .arrow {
    stroke: #fff;
    stroke-width: 0.09;
    opacity: 1;
  }
`;

export const diceStyle = css`
  .die rect {
    fill: #fffefa;
    stroke: #1b1b1b;
    stroke-width: 0.035;
  }
  .die circle {
    fill: #121212;
  }
  .die.played {
    opacity: 0.34;
  }
  .die.dead rect {
    fill: #d5d2cb;
  }
  .strike {
    stroke: #8a1c1c;
    stroke-width: 0.08;
    stroke-linecap: round;
  }
  .cube rect {
    fill: #fffefa;
    stroke: #6b6256;
    stroke-width: 0.03;
  }
  .cube text {
    fill: #121212;
    font-size: 0.52px;
    font-weight: 700;
  }
  .cube .digits-2 {
    font-size: 0.44px;
  }
  .cube .digits-3 {
    font-size: 0.34px;
  }
  .cube .digits-4 {
    font-size: 0.27px;
  }
  .cube.offered rect {
    stroke: #ffb000;
    stroke-width: 0.1;
  }
  .round circle {
    fill: #1d2430e6;
    stroke: #fff;
    stroke-width: 0.035;
  }
  .round path {
    fill: none;
    stroke: #fff;
    stroke-width: 0.085;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .round.confirm.ready circle {
    fill: #ffb000;
    stroke: #000;
    stroke-width: 0.05;
  }
  .round.confirm.ready path {
    stroke: #14110a;
    stroke-width: 0.11;
  }
  .act:hover .round circle {
    stroke-width: 0.075;
  }
  .roll-plate {
    fill: #1d2430;
    stroke: #fff;
    stroke-width: 0.04;
  }
  .roll-text {
    fill: #fff;
    font-size: 0.4px;
    font-weight: 600;
  }
`;
