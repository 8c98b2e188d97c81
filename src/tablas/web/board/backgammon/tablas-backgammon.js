/** `<tablas-backgammon>`: position and legal steps in, events out. */

import { TableBoard } from "../dicegame/table-board.js";
import { readStacks } from "./stacks.js";

export class TablasBackgammon extends TableBoard {
  /** @type {import("../dicegame/table-turn.js").DiceGame} */
  static game = { name: "backgammon", plain: true, empty: "-".repeat(26), example: "13/7 8/7", readStacks };
}

customElements.define("tablas-backgammon", TablasBackgammon);
