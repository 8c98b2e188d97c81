/** `<tablas-abak>`: backgammon's board with ordered stacks of six classes. */

import { TableBoard } from "../dicegame/table-board.js";
import { readStacks } from "./stacks.js";
import "./tablas-checker.js";

export class TablasAbak extends TableBoard {
  /** @type {import("../dicegame/table-turn.js").DiceGame} */
  static game = { name: "abak", plain: false, empty: "24 -/- -/-", example: "S13/10 S8/7", readStacks };
}

customElements.define("tablas-abak", TablasAbak);
