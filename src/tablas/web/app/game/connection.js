/**
 * The socket of one game. It resumes after the last frame it has seen, answers pings, and sends
 * commands again until they are answered: their ids keep them from happening twice.
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const SILENCE = 35_000; // the server pings every ten seconds

/**
 * @typedef {object} Told
 * @property {(frame: any) => void} frame
 * @property {(connection: "connecting" | "open" | "lost" | "closed") => void} connection
 * @property {() => number | null} since the last frame that is known
 */

export class Connection {
  /** @param {string} game @param {Told} told */
  constructor(game, told) {
    this.game = game;
    this.told = told;
    this.wait = FIRST_WAIT;
    /** @type {Map<string, object>} commands without an answer */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.told.connection("connecting");
    const since = this.told.since();
    const query = since === null ? "" : `?since=${since}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket/${this.game}${query}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.told.connection("open");
      this.listenForSilence();
      for (const command of this.pending.values()) this.put(command);
    });
    socket.addEventListener("message", ({ data }) => this.heard(JSON.parse(data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.closed(event));
  }

  /** @param {any} frame */
  heard(frame) {
    this.listenForSilence();
    if (frame.t === "ping") return this.put({ t: "pong", k: frame.k });
    if (frame.t === "ack" || frame.t === "refused") this.pending.delete(frame.id);
    this.told.frame(frame);
  }

  /** @param {CloseEvent} event */
  closed(event) {
    clearTimeout(this.timer);
    const forGood = event.code >= 4400 && event.code < 4500 && event.code !== 4429;
    this.told.connection(forGood ? "closed" : "lost");
    if (forGood) return;
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** A line that says nothing any more is dead, whatever the browser believes. */
  listenForSilence() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.socket?.close(), SILENCE);
  }

  /** Back in sight or on the net: do not wait any longer. */
  hurry() {
    if (!this.socket || this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  /**
   * Send a command; gives its id.
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   */
  command(name, fields = {}) {
    const id = freshId();
    const message = { t: name, id, ...fields };
    this.pending.set(id, message);
    this.put(message);
    return id;
  }

  /** Say something that needs no answer to be kept. @param {object} message */
  put(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}
