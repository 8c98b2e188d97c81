/** Looks of the board of backgammon and Abak; every colour is a variable of style/themes.css. */

import { css } from "../../vendor/lit.js";

export const tableStyle = css`
  .frame {
    fill: url(#frame);
  }
  .grain {
    fill: url(#grain);
    opacity: var(--board-grain, 1);
    pointer-events: none;
  }
  .frame-edge {
    fill: none;
    stroke: var(--board-edge, #8a5f43);
    stroke-opacity: 0.6;
    stroke-width: 0.025;
  }
  .sunk {
    fill: #000;
    fill-opacity: 0.4;
  }
  .tray {
    fill: #000;
    fill-opacity: 0.38;
    stroke: var(--board-edge, #8a5f43);
    stroke-opacity: 0.35;
    stroke-width: 0.02;
  }
  .felt {
    fill: url(#felt);
  }
  .ridge {
    fill: url(#bar);
  }
  .hinge {
    fill: none;
    stroke: #000;
    stroke-opacity: 0.35;
    stroke-width: 0.025;
  }
  .triangle {
    stroke: var(--board-line, #00000055);
    stroke-width: var(--board-line-width, 0.016);
  }
  .triangle.one {
    fill: url(#one);
  }
  .triangle.two {
    fill: url(#two);
  }
  .inlay {
    fill: none;
    stroke: #fff;
    stroke-opacity: 0.13;
    stroke-width: 0.016;
  }
  .number {
    fill: var(--board-number, #f1e3c8);
    font-size: 0.27px;
    font-weight: 600;
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
  .home-tint {
    fill: var(--board-home, rgb(111 206 147 / 13%));
  }
  .home {
    fill: #000;
    fill-opacity: 0.1;
  }
  .home.mine {
    fill: #59c98a;
    fill-opacity: 0.16;
  }
  .homeward {
    stroke: var(--board-number, #f1e3c8);
    stroke-width: 0.05;
    opacity: 0.75;
  }
  .homeward.tip {
    stroke: none;
    fill: var(--board-number, #f1e3c8);
  }
  .way {
    fill: none;
    stroke: var(--board-number, #f1e3c8);
    stroke-opacity: 0.75;
    stroke-width: 0.05;
    stroke-linejoin: round;
    stroke-dasharray: 0.16 0.1;
  }
  .way-head {
    fill: var(--board-number, #f1e3c8);
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
  .shadow {
    fill: url(#shadow);
    opacity: var(--board-shade, 1);
  }
  .disc {
    stroke-width: 0.07;
  }
  .white .disc {
    fill: url(#white);
    stroke: var(--checker-white-rim, #403018);
  }
  .black .disc {
    fill: url(#black);
    stroke: var(--checker-black-rim, #e3c07a);
  }
  .groove {
    fill: none;
    stroke-width: 0.05;
    stroke-opacity: 0.8;
  }
  .white .groove {
    stroke: var(--checker-white-groove, #b79f76);
  }
  .black .groove {
    stroke: var(--checker-black-groove, #5d5a66);
  }
  .shine {
    fill: none;
    stroke: #fff;
    stroke-opacity: 0.28;
    stroke-width: 0.07;
    stroke-linecap: round;
    opacity: var(--board-shade, 1);
  }
  .white .shine {
    stroke-opacity: 0.8;
  }
  .veil {
    fill: #000;
    fill-opacity: 0.38;
    opacity: var(--board-veil, 1);
  }
  .white .veil {
    fill: var(--checker-white-rim, #403018);
    fill-opacity: 0.24;
  }
  .thin {
    fill: none;
    stroke-width: 0.05;
    stroke-opacity: 0.75;
  }
  .white .glyph,
  .white .letter,
  .white .count {
    fill: var(--glyph-white, #20324f);
  }
  .black .glyph,
  .black .letter,
  .black .count {
    fill: var(--glyph-black, #f3c766);
  }
  .white .thin {
    stroke: var(--checker-white-groove, #b79f76);
  }
  .black .thin {
    stroke: var(--checker-black-groove, #5d5a66);
  }
  .cut {
    fill: none;
    stroke-width: 0.1;
  }
  .vein {
    stroke-linecap: round;
  }
  .white .cut {
    stroke: var(--checker-white, #f6ecd8);
  }
  .black .cut {
    stroke: var(--checker-black, #26242b);
  }
  .white .pip {
    fill: var(--checker-white, #f6ecd8);
  }
  .black .pip {
    fill: var(--checker-black, #26242b);
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
    stroke: #140d05;
    stroke-width: 0.16;
  }
  .collar {
    stroke: #ffb52e;
    stroke-width: 0.11;
    stroke-dasharray: 0.28 0.21;
  }
  .under {
    fill: none;
    stroke: #1b1208;
    stroke-width: 0.23;
  }
  .ring {
    fill: none;
    stroke: #ffc247;
    stroke-width: 0.14;
  }
  .ring.picked {
    stroke: #fff;
    stroke-dasharray: 0.5 0.2;
  }
  .edge {
    stroke-width: 0.025;
  }
  .edge.white {
    fill: url(#white);
    stroke: var(--checker-white-rim, #403018);
  }
  .edge.black {
    fill: url(#black);
    stroke: var(--checker-black-rim, #e3c07a);
  }
  .marks circle {
    fill: none;
    stroke: var(--board-mark, #8fb7ff);
    stroke-width: 0.055;
  }
  .marks .left {
    fill: var(--board-mark, #8fb7ff);
    fill-opacity: 0.3;
    stroke-width: 0.035;
    stroke-dasharray: 0.08 0.07;
  }
  .marks .arrived-under {
    stroke: #140d05;
    stroke-width: 0.09;
  }
  .dance-plate {
    fill: #1b1208e6;
    stroke: #ffc247;
    stroke-width: 0.035;
  }
  .dance-text {
    fill: #fff;
    font-size: 0.3px;
    font-weight: 600;
  }
  .marks,
  .rest,
  .dance,
  .ghosts,
  .arrows,
  .flights,
  .hand {
    pointer-events: none;
  }
  .ghost .shade {
    fill: #ffc247;
    opacity: 0.24;
  }
  .dash,
  .dash-under {
    fill: none;
    stroke: #1b1208;
    stroke-width: 0.17;
  }
  .dash {
    stroke: #ffc247;
    stroke-width: 0.1;
    stroke-dasharray: 0.28 0.19;
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
  .cast {
    fill: #000;
    opacity: 0.32;
  }
  .die .side,
  .cube .side {
    fill: url(#bone);
    stroke: #8d7650;
    stroke-width: 0.025;
  }
  .die .top {
    fill: #fff;
    opacity: 0.5;
  }
  .die circle {
    fill: #2a1d10;
  }
  .die.black .side {
    fill: url(#coal);
    stroke: #d8b26a;
  }
  .die.black .top {
    opacity: 0.05;
  }
  .die.black circle {
    fill: #f3c766;
  }
  .die.played {
    opacity: 0.4;
  }
  .die.dead .top {
    fill: #8d7650;
  }
  .strike {
    stroke: #8a1c1c;
    stroke-width: 0.08;
    stroke-linecap: round;
  }
  .cube text {
    fill: #2a1d10;
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
  .cube.offered .side {
    stroke: #ffc247;
    stroke-width: 0.1;
  }
  .round circle {
    fill: #1b1208e6;
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
    fill: #ffc247;
    stroke: #1b1208;
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
    fill: #1b1208;
    stroke: #ffc247;
    stroke-width: 0.045;
  }
  .roll-text {
    fill: #fff;
    font-size: 0.4px;
    font-weight: 600;
  }
`;
