/**
 * A move that is chosen while the other side thinks, in games without dice. It stays in this
 * browser until it is my turn: nobody can learn of it. What may be chosen is asked of the server as
 * for any position, with me to move.
 */

/** @import {Table} from "./table.js" */

import { get } from "../api.js";
import { kindOf } from "../catalogue.js";
import { settings } from "../settings.js";
import { gameOf, mine, offline, playing } from "./table.js";

/** @typedef {{play: string, cells: string[]}} Planned */

export class Premove {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** The moves that may be chosen, and the frame they belong to. @type {{n: number, graph: any}} */
    this.known = { n: -1, graph: null };
    /** @type {Planned | null} */
    this.planned = null;
  }

  /** What the board is given while the other side thinks. @param {Table} table */
  graph(table) {
    return this.planned || table.graph || this.known.n !== table.n ? null : this.known.graph;
  }

  /** Look what may be chosen now, once a position. @param {Table} table @param {(text: string) => string} turned with me to move */
  async look(table, turned) {
    const waits = settings().premove && playing(table) && table.you.length === 1 && !mine(table) && !kindOf(gameOf(table)).dice;
    if (!waits || this.known.n === table.n) return;
    const { n } = table;
    this.known = { n, graph: null };
    const position = turned(table.state.position);
    const graph = await legal(table, position);
    if (this.known.n !== n) return;
    this.known = { n, graph };
    this.changed();
  }

  /** @param {Planned | null} planned */
  plan(planned) {
    this.planned = planned;
    if (!planned && this.known.graph) this.known = { ...this.known, graph: { ...this.known.graph } }; // chosen anew
    this.changed();
  }

  /**
   * My turn has come: what was planned, once; `legal` says whether it can still be played.
   * @param {Table} table
   * @returns {{play: string, legal: boolean} | null}
   */
  due({ graph }) {
    const { planned } = this;
    if (!planned || !graph) return null;
    this.planned = null;
    return { play: planned.play, legal: graph.nodes[0].steps.some((/** @type {any} */ step) => step.word === planned.play) };
  }
}

/** The moves of any position. @param {Table} table @param {string} position */
async function legal(table, position) {
  if (offline(table)) return (await import("../engine/in_browser.js")).inBrowser.ask({ ask: "graph", game: gameOf(table), text: position });
  return (await get(`/api/board/${gameOf(table)}?${new URLSearchParams({ position })}`)).graph;
}
