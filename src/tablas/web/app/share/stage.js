/** A board that nobody sees, to be painted: always upright, whatever device one holds. */

import { render } from "../../vendor/lit.js";
import { boardView } from "../game/board.js";
import { settings } from "../settings.js";
import { boardSvg, painted } from "./board_picture.js";

/** @import {BoardProps} from "../game/board.js" */

/** @typedef {Omit<BoardProps, "settings">} Shown */

export class Stage {
  /** @param {number} width of its pictures in pixels */
  constructor(width) {
    this.width = width;
    this.place = document.createElement("div");
    this.place.className = "stage";
    this.place.inert = true;
    document.body.append(this.place);
  }

  /** @param {Shown} shown @returns {Promise<HTMLCanvasElement>} */
  async paint(shown) {
    const still = { layout: "flat", counting: /** @type {const} */ ("view"), still: true, clock: 0 };
    render(boardView({ ...shown, ...still, graph: null, settings: settings() }), this.place);
    const board = /** @type {any} */ (this.place.firstElementChild);
    return painted(await boardSvg(board, this.width));
  }

  close() {
    render(null, this.place);
    this.place.remove();
  }
}
