/** Looks of the board of Abalone; every colour is a variable of style/themes.css. */

import { css } from "../../vendor/lit.js";

export const abaloneStyle = css`
  .rim {
    fill: var(--marble-rim, #26302c);
  }
  .lip {
    fill: var(--marble-lip, #3f4d49);
  }
  .wood {
    fill: var(--marble-wood, #a98a5f);
  }
  .cell-name {
    fill: var(--marble-name, #14110a);
    font-size: 0.25px;
  }
  .slot {
    fill: #00000059;
    stroke: #ffffff52;
    stroke-width: 0.03;
  }
  .hole {
    fill: var(--marble-hole, #8c7049);
    stroke: #00000038;
    stroke-width: 0.03;
  }
  .touch {
    fill: #fff;
    fill-opacity: 0;
  }
  .own {
    cursor: pointer;
  }
  .ivory-1 {
    stop-color: #ffffff;
  }
  .ivory-2 {
    stop-color: var(--marble-white, #fdfbf5);
  }
  .ivory-3 {
    stop-color: var(--marble-white-deep, #b9b2a2);
  }
  .ebony-1 {
    stop-color: var(--marble-black-shine, #59636f);
  }
  .ebony-2 {
    stop-color: var(--marble-black, #1a212b);
  }
  .ball {
    stroke-width: 0.06;
  }
  .white .ball {
    fill: url(#ivory);
    stroke: #4c453a;
  }
  .black .ball {
    fill: url(#ebony);
    stroke: #05080c;
  }
  .sign {
    fill: none;
    stroke: var(--marble-ring, #dfe7f2);
    stroke-width: 0.13;
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
    stroke: #ffb000;
    stroke-width: 0.085;
  }
  .threat-under,
  .threat {
    fill: none;
    stroke: #000;
    stroke-width: 0.12;
  }
  .threat {
    stroke: #ffb000;
    stroke-width: 0.08;
    stroke-dasharray: 0.17 0.1;
  }
  .alarm {
    fill: #ffb000;
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
    fill: #fdfdf8;
    stroke: #0072b2;
    stroke-width: 0.065;
  }
  .shaft {
    fill: #0072b2;
  }
  .arrow-button:hover .plate,
  .arrow-button.aimed .plate {
    fill: #0072b2;
    stroke: #fff;
  }
  .arrow-button:hover .shaft,
  .arrow-button.aimed .shaft {
    fill: #fff;
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
