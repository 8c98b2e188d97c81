/** A table that is played on this device, for the page of a game. */

import { kindOf } from "../catalogue.js";
import { inBrowser } from "../engine/in_browser.js";
import { startOf } from "../terms.js";
import { t } from "../words.js";
import { handIn } from "./hand_in.js";
import { other } from "./game_state.js";
import { LocalRoom } from "./room.js";
import { find, freshId, save } from "./stored_games.js";

/** @import {Listener} from "../game/connection.js" */
/** @import {TableSource} from "../game/server_table.js" */
/** @import {StoredGame} from "./stored_games.js" */

/** @implements {TableSource} */
export class LocalTable {
  offline = true;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {LocalRoom | null} */
    this.room = null;
  }

  async row() {
    const game = await find(this.id);
    if (!game) throw new Error(t("This game is not on this device."));
    this.room = new LocalRoom(game, { ask: (question) => inBrowser.ask(question), save, again, start: startingPoint(game) }, silent);
    await this.room.fold();
    return { ...this.room.row(), state: this.room.standing().state };
  }

  /** @param {Listener} listener */
  connect(listener) {
    const room = /** @type {LocalRoom} */ (this.room);
    room.listener = { ...listener, frame: (frame) => (listener.frame(frame), this.handInAtEnd(frame, listener)) };
    room.open().catch((error) => listener.frame({ t: "refused", error: { code: "unknown", en: String(error), es: String(error) } }));
    window.addEventListener("online", () => this.handInAtEnd({ state: { status: room.game.status } }, listener));
    return room;
  }

  /** A game that is over goes to the server as soon as there is one. @param {any} frame @param {Listener} listener */
  async handInAtEnd({ state }, listener) {
    const room = /** @type {LocalRoom} */ (this.room);
    if (state?.status !== "finished" || room.game.handed) return;
    await handIn();
    room.game = (await find(this.id)) ?? room.game;
    if (room.game.handed || room.game.refused) listener.frame({ t: "game", game: room.row() });
  }

  async record() {
    return /** @type {LocalRoom} */ (this.room).record();
  }

  async chat() {
    return { lines: [], phrases: [] };
  }
}

/** @type {Listener} */
const silent = { frame: () => {}, connection: () => {}, since: () => 0 };

/** @param {StoredGame} game */
function startingPoint({ agreement }) {
  const kind = kindOf(agreement.game);
  const { position = startOf(kind, agreement.start).position } = agreement;
  return { dice: kind.dice, position, open: kind.first === null && !agreement.position };
}

/** The same once more, with sides changed. @param {StoredGame} game */
async function again({ agreement, level, side }) {
  const id = freshId();
  await save({ id, agreement, level, side: other(side), began: Date.now(), actions: [], status: "playing", handed: null });
  return id;
}
