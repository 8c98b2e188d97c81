/** What the board of 24 points and its checkers are made of. */

import { svg } from "../../vendor/lit.js";
import { domed, grain, shadow, sloped } from "../shared/materials.js";

/** Checkers alone, for a drawing without a board. */
export const checkerMaterials = svg`${shadow}
  ${domed("white", [[0, "var(--checker-white-lit, #fffdf6)"], [0.55, "var(--checker-white, #f6ecd8)"], [1, "var(--checker-white-deep, #e6d6b8)"]])}
  ${domed("black", [[0, "var(--checker-black-lit, #4a4650)"], [0.5, "var(--checker-black, #26242b)"], [1, "var(--checker-black-deep, #141318)"]])}`;

/** @param {boolean} rotated */
export const tableMaterials = (rotated) => svg`${checkerMaterials} ${grain(rotated ? 88.8 : 1.2)}
  ${sloped("frame", [[0, "var(--board-frame-lit, #5b3a28)"], [0.5, "var(--board-frame, #3a2318)"], [1, "var(--board-frame-deep, #25150e)"]])}
  ${domed("felt", [[0, "var(--board-felt-lit, #2f5a52)"], [0.65, "var(--board-felt, #1c3b38)"], [1, "var(--board-felt-deep, #142b2a)"]], [0.5, 0.5, 0.75])}
  ${sloped("bar", [[0, "var(--board-bar-deep, #2a1810)"], [0.5, "var(--board-bar, #3d2519)"], [1, "var(--board-bar-deep, #2a1810)"]], rotated ? [0, 1] : [1, 0])}
  ${sloped("one", [[0, "var(--board-point-1, #9c5238)"], [1, "var(--board-point-1-deep, #73351f)"]], rotated ? [1, 0] : [0, 1])}
  ${sloped("two", [[0, "var(--board-point-2, #d6b98a)"], [1, "var(--board-point-2-deep, #b8935d)"]], rotated ? [1, 0] : [0, 1])}
  ${sloped("bone", [[0, "#fffdf7"], [1, "#e4d8bf"]], [0.6, 1])}
  ${sloped("coal", [[0, "#3a3741"], [1, "#131217"]], [0.6, 1])}`;
