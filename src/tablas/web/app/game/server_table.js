/** A table that is played on the server: what its page asks of it. */

import { answered, get } from "../api.js";
import { Connection } from "./connection.js";

/** @import {Listener} from "./connection.js" */

/**
 * @typedef {{command: (name: string, fields?: Record<string, unknown>) => unknown}} Line by which commands go out
 *
 * @typedef {object} TableSource where a table is played
 * @property {string} id
 * @property {boolean} offline whether this device plays it
 * @property {() => Promise<any>} row the game with its `state`, as `GET /api/games/{id}` tells it
 * @property {(listener: Listener) => Line} connect
 * @property {() => Promise<{text: string, n: number}>} record everything that happened up to a frame
 * @property {(phrases: any[]) => Promise<{lines: any[], phrases: any[]}>} chat
 */

/** @implements {TableSource} */
export class ServerTable {
  offline = false;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  row() {
    return get(`/api/games/${encodeURIComponent(this.id)}`);
  }

  /** @param {Listener} listener */
  connect(listener) {
    return new Connection(this.id, listener);
  }

  async record() {
    const answer = await answered("GET", `/api/games/${this.id}/record`);
    return { text: await answer.text(), n: Number(answer.headers.get("x-tablas-n")) };
  }

  /** What was said, and what can be said with a tap. @param {any[]} phrases that are known already */
  async chat(phrases) {
    const [said, stock] = await Promise.all([get(`/api/games/${this.id}/chat`), phrases.length ? { phrases } : get("/api/chat/phrases")]);
    return { lines: said.lines, phrases: stock.phrases };
  }
}

/** The table of this page. @returns {Promise<TableSource>} */
export async function tableHere() {
  if (location.pathname !== "/local") return new ServerTable(location.pathname.split("/")[2]);
  const { LocalTable } = await import("../local/local_table.js");
  return new LocalTable(new URLSearchParams(location.search).get("game") ?? "");
}
