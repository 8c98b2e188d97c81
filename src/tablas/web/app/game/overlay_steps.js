/** Threats and formations while I am not to play: they are only looked at. */

import { get } from "../api.js";
import { notice } from "../page_frame.js";

/** @import {Table} from "./table.js" */

/** The legal steps of whoever is to play, asked for once a position. */
export class OverlaySteps {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {{n: number, graph: any}} */
    this.looked = { n: -1, graph: null };
  }

  /** What is known of this position, whoever is to play. @param {Table} table */
  steps(table) {
    return table.graph ?? (this.looked.n === table.n ? this.looked.graph : null);
  }

  /** @param {Table} table @param {string} id of its game */
  async ask(table, id) {
    if (this.steps(table) || this.looked.n === table.n) return;
    this.looked = { n: table.n, graph: null };
    try {
      this.looked = await get(`/api/games/${id}/steps`);
      this.changed();
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }
}
