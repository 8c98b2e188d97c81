/** Looks of the board of Abalone; every colour is a variable of style/themes.css. */

import { css } from "../../vendor/lit.js";

export const abaloneStyle = css`
  .rim {
    fill: url(#rim);
    stroke: var(--marble-rim-deep, #25150e);
    stroke-width: 0.12;
    stroke-linejoin: round;
  }
  .rim-edge {
    fill: none;
    stroke: var(--board-edge, #8a5f43);
    stroke-opacity: 0.55;
    stroke-width: 0.025;
    stroke-linejoin: round;
  }
  .grain {
    fill: url(#grain);
    opacity: var(--board-grain, 1);
  }
  .lip {
    fill: #000;
    fill-opacity: 0.5;
  }
  .wood {
    fill: url(#wood);
  }
  .cell-name {
    fill: var(--marble-name, #14110a);
    font-size: 0.25px;
  }
  .slot {
    fill: #000;
    fill-opacity: 0.42;
    stroke: #fff;
    stroke-opacity: 0.14;
    stroke-width: 0.02;
  }
  .hole {
    fill: url(#hole);
  }
  .hole-lip {
    fill: #fff;
    fill-opacity: 0.28;
  }
  .touch {
    fill: #fff;
    fill-opacity: 0;
  }
  .own {
    cursor: pointer;
  }
  .shadow {
    fill: url(#shadow);
    opacity: var(--board-shade, 1);
  }
  .ball {
    stroke-width: 0.06;
  }
  .white .ball {
    fill: url(#pearl);
    stroke: var(--marble-white-rim, #241c10);
  }
  .black .ball {
    fill: url(#obsidian);
    stroke: var(--marble-black-rim, #e3c07a);
  }
  .glint {
    fill: #fff;
    fill-opacity: 0.5;
    opacity: var(--board-shade, 1);
  }
  .white .glint {
    fill-opacity: 0.9;
  }
  .glow {
    fill: none;
    stroke: #cfd4e6;
    stroke-opacity: 0.35;
    stroke-width: 0.09;
    stroke-linecap: round;
    opacity: var(--board-shade, 1);
  }
  .white .glow {
    stroke: #fff;
    stroke-opacity: 0.7;
  }
  .sign {
    fill: none;
    stroke: var(--marble-ring, #e3c07a);
    stroke-width: 0.1;
  }
  .sign-letter {
    font-size: 1px;
    font-weight: 700;
  }
  .white .sign-letter {
    fill: #14213d;
  }
  .black .sign-letter {
    fill: #fff;
  }
  .last {
    fill: none;
    stroke: #fff;
    stroke-width: 0.05;
    stroke-dasharray: 0.12 0.1;
  }
  .chosen-under,
  .chosen {
    fill: none;
    stroke: #000;
    stroke-width: 0.13;
  }
  .chosen {
    stroke: #ffc247;
    stroke-width: 0.085;
  }
  .threat-under,
  .threat {
    fill: none;
    stroke: #000;
    stroke-width: 0.12;
  }
  .threat {
    stroke: #ffc247;
    stroke-width: 0.08;
    stroke-dasharray: 0.17 0.1;
  }
  .alarm {
    fill: #ffc247;
    stroke: #000;
    stroke-width: 0.12;
    paint-order: stroke;
    font-size: 0.6px;
    font-weight: 800;
  }
  .dash-under,
  .dash {
    fill: #fff;
    fill-opacity: 0.55;
    stroke: #000;
    stroke-width: 0.07;
    pointer-events: none;
  }
  .dash {
    fill: none;
    stroke: #fff;
    stroke-width: 0.045;
    stroke-dasharray: 0.11 0.08;
  }
  .plate {
    fill: #fff7e6;
    stroke: #1b1208;
    stroke-width: 0.045;
  }
  .shaft {
    fill: none;
    stroke: #7a3b12;
    stroke-width: 0.085;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .arrow-button:hover .plate,
  .arrow-button.aimed .plate {
    fill: #7a3b12;
    stroke: #fff7e6;
  }
  .arrow-button:hover .shaft,
  .arrow-button.aimed .shaft {
    stroke: #fff7e6;
  }
  .badge {
    fill: #14110a;
    stroke: #fff;
    stroke-width: 0.03;
  }
  .badge-text {
    fill: #fff;
    font-size: 0.26px;
    font-weight: 700;
  }
  .band-under,
  .band {
    fill: none;
    stroke: #14110a;
    stroke-width: 1.1;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .band {
    stroke: #f2e6cd;
    stroke-width: 1.01;
  }
  .formation-names,
  .formations,
  .flights {
    pointer-events: none;
  }
  .formation {
    fill: #fff;
    stroke: #14110a;
    stroke-width: 0.14;
    paint-order: stroke;
    font-size: 0.36px;
    font-weight: 700;
  }
`;
