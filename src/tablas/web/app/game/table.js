/** A game as this page knows it: one plain object, and what each frame of the server makes of it. */

import { settings } from "../settings.js";

/** @import {Side, GameName} from "../../board/shared/types.js" */

/**
 * @typedef {object} Table
 * @property {string} id
 * @property {any} game the public row: names, agreement
 * @property {any} state what the server shows now
 * @property {number} n the last frame
 * @property {Side[]} you the sides that are mine
 * @property {any} presence
 * @property {any[]} events everything that happened, as far as this page has heard it
 * @property {number} listed the last frame that the record told, whose event may still be heard
 * @property {any[]} lines of chat
 * @property {"connecting" | "open" | "lost" | "closed"} connection
 * @property {Partial<Record<Side, May>>} may what each of my sides may do now
 * @property {any} graph the legal steps, where I am to play
 * @property {number} received when the state came, by performance.now()
 * @property {boolean} behind whether events are missing here
 * @property {Partial<Record<Side, string>>} ratings at a rated table
 * @property {boolean} guest whether I am one: a name that nobody has chosen says nothing to me
 * @property {boolean} known whether the first state has come
 */

/**
 * Every command that is open, by its name: true, or what its further field may say.
 * @typedef {{resign?: number[], grant?: number} & Record<string, true | number | number[]>} May
 */

/** The turn on the board so far, as boards tell it: steps of checkers, or one move of marbles. */
/** @typedef {{complete: boolean, steps?: unknown[], move?: unknown}} Standing */

/** @param {string} id @param {any} game @param {any} state @returns {Table} */
export function seated(id, game, state) {
  return {
    id,
    game,
    state,
    n: 0,
    you: [],
    presence: {},
    events: [],
    listed: 0,
    lines: [],
    connection: "connecting",
    may: {},
    graph: null,
    received: performance.now(),
    behind: false,
    ratings: {},
    guest: false,
    known: false,
  };
}

/** @param {Table} table @param {any} frame @param {number} now @returns {Table} */
export function heard(table, frame, now) {
  switch (frame.t) {
    case "state":
      return {
        ...shown(table, frame, now),
        game: frame.game,
        you: frame.you,
        presence: { ...frame.presence, heard: now },
        behind: frame.n > table.n,
        n: frame.n,
        known: true,
      };
    case "resumed":
      return { ...shown(table, frame, now), you: frame.you, n: frame.n, known: true };
    case "event":
      return happened(table, frame, now);
    case "presence": {
      const { t: _t, n: _n, may = {}, ...presence } = frame;
      return { ...table, presence: { ...presence, heard: now }, ...(frame.n === table.n ? { may } : {}) };
    }
    case "game":
      return { ...table, game: frame.game };
    case "said":
      return withLines(table, [frame.line]);
    default:
      return table;
  }
}

/** @param {Table} table @param {any} frame @param {number} now @returns {Table} */
function happened(table, frame, now) {
  if (frame.n <= table.n) return frame.state ? shown(table, frame, now) : table;
  const behind = table.behind || frame.n > table.n + 1;
  const events = frame.n > table.listed ? after(table.events, frame.event) : table.events;
  return { ...shown(table, frame, now), events, n: frame.n, behind };
}

/** @param {Table} table @param {any} frame @param {number} now @returns {Table} */
function shown(table, frame, now) {
  const { state, may = {} } = frame;
  if (!state) return table;
  // The same graph told again, as after a cut, leaves the turn on the board as it is.
  const graph = frame.n === table.n && frame.graph && table.graph ? table.graph : (frame.graph ?? null);
  return { ...table, state, may, graph, received: now };
}

/**
 * The events after one more; a move that was taken back leaves the list.
 * @param {any[]} events
 * @param {any} event
 */
function after(events, event) {
  if (event.do !== "took-back") return [...events, event];
  const place = events.findLastIndex((one) => one.do === "played" && one.side === event.side && one.play !== "-");
  return place < 0 ? events : events.slice(0, place);
}

/** @param {Table} table @param {any[]} lines @returns {Table} */
export function withLines(table, lines) {
  const known = new Set(table.lines.map((line) => line.id));
  const all = [...table.lines, ...lines.filter((line) => !known.has(line.id))];
  return { ...table, lines: all.sort((a, b) => a.id - b.id) };
}

/**
 * The whole list, as it stood at a frame: the record may be ahead of the frames, or behind them.
 * @param {Table} table
 * @param {string} text
 * @param {number} n
 * @returns {Table}
 */
export function withRecord(table, text, n) {
  return { ...table, events: eventsOf(text), listed: n, behind: n < table.n };
}

/** The record of a game as events, with the beginning of each. @param {string} text */
function eventsOf(text) {
  let number = 0;
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .flatMap((line) => {
      if ("tablas" in line) return [{ do: "begun", number: (number += 1) }];
      return "do" in line ? [line] : [];
    });
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "white" ? "black" : "white");

/** @param {Table} table @returns {GameName} */
export const gameOf = (table) => table.game.agreement.game;

/** Whether this device plays the game, not the server. @param {Table} table */
export const offline = ({ game }) => game.mode === "offline";

/** Its id on the server; null while only this device has it. @param {Table} table @returns {string | null} */
export const onServer = (table) => (offline(table) ? (table.game.handed_in ?? null) : table.id);

/** The address of another table that is played where this one is. @param {Table} table @param {string} id */
export const addressOf = (table, id) => (offline(table) ? `/local?game=${id}` : `/game/${id}`);

/** Whether the table waits for me. @param {Table} table */
export const mine = (table) => table.state.to_act !== null && table.you.includes(table.state.to_act);

/** @param {Table} table */
export const playing = (table) => table.state.status === "playing";

/** @param {Table} table */
export const over = (table) => table.state.status === "finished" || table.state.status === "aborted";

/** The side of mine that may do this now. @param {Table} table @param {string} command */
export const may = (table, command) => table.you.find((side) => table.may[side]?.[command]);

/**
 * What a side has left, in milliseconds, or null without a clock.
 * @param {Table} table
 * @param {Side} side
 * @param {number} now
 */
export function left(table, side, now) {
  const { clock, fair_dice: dice } = table.state;
  if (!clock) return null;
  if (clock.running !== side || dice?.awaits || !playing(table)) return clock[side];
  return Math.max(0, clock[side] - Math.max(0, now - table.received - (clock.delay ?? 0)));
}

/**
 * The opponent who keeps me waiting, and the seconds until I may claim the game.
 * @param {Table} table
 * @param {number} now
 * @returns {{side: Side, seconds: number} | null}
 */
export function awayNow({ you, presence }, now) {
  const side = you.map(other).find((one) => !you.includes(one) && presence.away?.[one] > 0);
  if (!side) return null;
  return { side, seconds: Math.max(0, Math.ceil((presence.away[side] - (now - presence.heard)) / 1000)) };
}

/** @param {number} milliseconds */
export function clockText(milliseconds) {
  const whole = Math.ceil(milliseconds / 1000);
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24];
  const [minutes, seconds] = [Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (days) return `${days} d ${two(hours)}:${two(minutes)}`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  if (milliseconds < 10_000) return `0:${(milliseconds / 1000).toFixed(1).padStart(4, "0")}`;
  return `${minutes}:${two(seconds)}`;
}

/**
 * A board whose pips count the steps of a turn that is not committed yet: a checker that is hit
 * goes back by as much as its point is away from the bar. `before` are those that were.
 * @param {any} board
 * @param {Side} side
 * @param {any[]} steps
 */
export function withSteps(board, side, steps) {
  if (!board?.pips || !steps.length) return board;
  const sum = (/** @type {(step: any) => number} */ count) => steps.reduce((total, step) => total + count(step), 0);
  const gone = sum(({ source, target }) => source - target);
  const hit = sum(({ effect, target }) => (effect === "hit" || effect === "assault" ? target : 0));
  return { ...board, before: board.pips, pips: { ...board.pips, [side]: board.pips[side] - gone, [other(side)]: board.pips[other(side)] + hit } };
}

/** Whether somebody may be advised at this table, though not now, and perhaps not I. @param {Table} table */
export function hasCoach({ game, state }) {
  const bots = game.white.bot || game.black.bot;
  return settings().coach !== "off" && Boolean(bots) && !game.agreement.rated && !["finished", "aborted"].includes(state.status);
}

/** Whether I may be advised here: by myself against a bot, unrated, unless I want none. @param {Table} table */
export const coached = (table) => hasCoach(table) && table.you.length === 1;
