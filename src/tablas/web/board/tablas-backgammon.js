/** `<tablas-backgammon>`: position and legal steps in, events out. */

import { TableBoard } from "./table-board.js";

export class TablasBackgammon extends TableBoard {
  /** @type {import("./types.js").GameName} */
  static game = "backgammon";
}

customElements.define("tablas-backgammon", TablasBackgammon);
