/** The roll that I have asked for and not seen yet: nobody asks twice. */

/** @import {Table} from "../game/table.js" */

import { may } from "../game/table.js";
import { rollOpening } from "./fair_dice.js";

export class AskedRoll {
  /** @type {"no" | "asked" | "fallen"} */
  state = "no";

  get pending() {
    return this.state !== "no";
  }

  /** @param {Table} table @param {import("../game/server_table.js").Line} connection */
  async ask(table, connection) {
    const side = may(table, "roll");
    if (this.pending || !side) return;
    this.state = "asked";
    connection.command("roll", { side, ...(await rollOpening(table)) });
  }

  /**
   * Other news may come before it. A turn that cannot be played is over with its roll, and who may roll next may be me
   * again: at one screen for both, or where the other side is shut out.
   * @param {Table} table
   * @param {any} event
   * @param {boolean} anew whether the state behind the event has come: it comes with the last of several
   */
  heard(table, event, anew) {
    const fell = event?.do === "rolled" || event?.do === "skipped";
    if (fell && this.state === "asked") this.state = "fallen";
    if (!may(table, "roll") || (anew && this.state === "fallen")) this.state = "no";
  }

  refused() {
    this.state = "no";
  }
}
