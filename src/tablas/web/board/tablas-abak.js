/** `<tablas-abak>`: backgammon's board with ordered stacks of six classes. */

import "./tablas-checker.js";
import { TableBoard } from "./table-board.js";

export class TablasAbak extends TableBoard {
  /** @type {import("./types.js").GameName} */
  static game = "abak";
}

customElements.define("tablas-abak", TablasAbak);
