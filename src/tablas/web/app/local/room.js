/**
 * A table on this device: it takes the commands of a page and gives the frames that a socket would
 * give, so that the page of a game need not know where it is played. Rules and the other side are the
 * kernel's; every action is stored before it is shown.
 */

import { botAction } from "./bot.js";
import { highFirst, roll as rollHere } from "./dice.js";
import { begun, happened, mayDouble, other, toAct } from "./game_state.js";
import { lastMove, mayOf, viewOf } from "./view.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Listener} from "../game/connection.js" */
/** @import {Action, Ask, State} from "./game_state.js" */
/** @import {StoredGame} from "./stored_games.js" */

/**
 * @typedef {object} Around what a room needs from outside
 * @property {Ask} ask the kernel
 * @property {(game: StoredGame) => Promise<void>} save
 * @property {(game: StoredGame) => Promise<string>} again begins another game with sides changed; gives its id
 * @property {{dice: boolean, position: string, open: boolean}} start
 * @property {() => [number, number]} [roll]
 */

const NOT_ALLOWED = { code: "illegal", en: "that is not allowed here", es: "eso no está permitido aquí" };

export class LocalRoom {
  /** @param {StoredGame} game @param {Around} around @param {Listener} listener */
  constructor(game, around, listener) {
    this.game = game;
    this.around = around;
    this.listener = listener;
    /** @type {State} */
    this.state;
    /** @type {Action[]} as the record writes them */
    this.events = [];
    this.n = 0;
    /** @type {{side: Side, game: string | null} | null} */
    this.rematch = null;
    /** One thing after the other. @type {Promise<unknown>} */
    this.work = Promise.resolve();
  }

  /** Begin, or go on where it stood. */
  open() {
    this.work = this.work.then(async () => {
      if (!this.state) await this.fold();
      this.n = this.events.length;
      this.listener.connection("open");
      this.listener.frame({ t: "state", game: this.row(), you: [this.game.side], presence: { white: true, black: true }, ...this.standing() });
      await this.follow();
    });
    return this.work;
  }

  /** The state from all actions so far. */
  async fold() {
    const { ask, start } = this.around;
    this.state = await begun(ask, this.game.agreement, start);
    this.events = [];
    for (const action of this.game.actions) {
      const { state, event } = await happened(ask, this.state, action);
      this.state = state;
      this.events.push(event);
    }
  }

  get aborted() {
    return this.game.status === "aborted";
  }

  /** The game as `GET /api/games/{id}` tells it. */
  row() {
    const { id, agreement, side, level, began, status, handed, refused } = this.game;
    const players = { [side]: { name: "", bot: false }, [other(side)]: { name: level, bot: true } };
    return { id, agreement, mode: "offline", speed: null, status, created_at: began, handed_in: handed, refused, ...players };
  }

  /** What every frame tells: how it stands, and what I may do. */
  standing() {
    const { state, game: { side, actions }, aborted } = this;
    const may = mayOf(state, side, actions, aborted);
    return { n: this.n, state: viewOf(state, aborted, this.rematch), may: { [side]: may }, ...(may.play ? { graph: state.legal?.graph } : {}) };
  }

  /** Everything so far as lines of JSON, as the record has it. */
  record() {
    const lines = [{ tablas: 1, game: this.game.agreement.game }, ...this.events];
    return { text: lines.map((line) => JSON.stringify(line)).join("\n"), n: this.n };
  }

  /** @param {string} name @param {Record<string, any>} [fields] */
  command(name, fields = {}) {
    this.work = this.work.then(async () => {
      try {
        await this.obey(name, fields);
        await this.follow();
      } catch (error) {
        if (/** @type {Error} */ (error).name === "AbortError") return; // the page is being left
        console.warn(error);
        this.listener.frame({ t: "refused", error: NOT_ALLOWED });
      }
    });
  }

  /** @param {string} name @param {Record<string, any>} fields */
  async obey(name, fields) {
    const { side } = this.game;
    const open = mayOf(this.state, side, this.game.actions, this.aborted);
    if (!open[name]) throw new RangeError(`${name}: not now`);
    const roll = this.around.roll ?? rollHere;
    /** @type {Record<string, () => Promise<void>>} */
    const done = {
      roll: () => this.act(this.state.shutOut ? { do: "skipped", side } : { do: "rolled", side, dice: highFirst(roll()) }),
      play: () => this.act({ do: "played", side, play: fields.play }),
      double: () => this.act({ do: "doubled", side }),
      take: () => this.act({ do: "took", side }),
      drop: () => this.act({ do: "dropped", side }),
      resign: () => this.act({ do: "resigned", side, level: fields.level }),
      "offer-draw": () => this.act({ do: "offered-draw", side }),
      "offer-takeback": () => this.takeBack(),
      abort: () => this.abort(),
      rematch: () => this.playAgain(),
    };
    await done[name]();
  }

  /** Store an action, then show it. @param {Action} action */
  async act(action) {
    const { state, event } = await happened(this.around.ask, this.state, action);
    const status = state.result ? "finished" : "playing";
    await this.keep({ actions: [...this.game.actions, action], status });
    this.state = state;
    this.events.push(event);
    this.show(event);
  }

  /** @param {Partial<StoredGame>} changed */
  async keep(changed) {
    const game = { ...this.game, ...changed };
    await this.around.save(game);
    this.game = game;
  }

  /** @param {Action} event */
  show(event) {
    this.n += 1;
    this.listener.frame({ t: "event", event, at: 0, ...this.standing() });
  }

  /** What happens by itself, until I am to act. */
  async follow() {
    const { ask, roll = rollHere } = this.around;
    const { side, level } = this.game;
    while (!this.state.result && !this.aborted) {
      const next = this.byItself() ?? (toAct(this.state) === other(side) ? await botAction(ask, this.state, other(side), level, roll) : null);
      if (!next) return;
      await this.act(next);
    }
  }

  /** The opening roll, turns that cannot be played, the bot's answer to a resignation. @returns {Action | null} */
  byItself() {
    const { state, around: { roll = rollHere } } = this;
    if (state.resignation) return { do: "accepted-resignation", side: other(state.resignation.side) };
    if (state.phase === "opening") {
      const [white, black] = roll();
      return { do: "opening", white, black };
    }
    const side = /** @type {Side} */ (state.turn);
    if (state.phase === "to-roll" && state.shutOut && !mayDouble(state, side)) return { do: "skipped", side };
    return state.phase === "to-play" && state.legal?.stuck ? { do: "played", side, play: "-" } : null;
  }

  /** To my last choice; what the bot did since is undone as well. */
  async takeBack() {
    const { side, actions } = this.game;
    const to = lastMove(actions, side);
    await this.keep({ actions: actions.slice(0, to) });
    await this.fold();
    this.show({ do: "took-back", side, to });
  }

  async abort() {
    await this.keep({ status: "aborted" });
    this.show({ do: "aborted", side: this.game.side });
  }

  async playAgain() {
    this.rematch = { side: this.game.side, game: await this.around.again(this.game) };
    this.show({ do: "rematched", game: this.rematch.game });
  }
}
