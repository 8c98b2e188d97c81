/**
 * The socket of one game. It resumes after the last frame it has seen, answers pings, and sends
 * commands again until they are answered: their ids keep them from happening twice.
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const SILENCE = 15_000; // then the server is asked whether it is still there
const ANSWER = 8000; // and has so long to say something, as it has to open a line
const BY_ITSELF = new Set(["anchor", "open", "no-chain"]); // nobody sees them go out, or would send them again

/**
 * @typedef {object} Listener
 * @property {(frame: any) => void} frame
 * @property {(connection: "connecting" | "open" | "lost" | "closed") => void} connection
 * @property {() => number | null} since the last frame that is known
 */

export class Connection {
  /** @param {string} game @param {Listener} listener */
  constructor(game, listener) {
    this.game = game;
    this.listener = listener;
    this.wait = FIRST_WAIT;
    /** @type {Map<string, {t: string}>} commands without an answer */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    window.addEventListener("online", () => this.hurry());
    // A server on this very machine is still there; any other line is dead, without a word.
    window.addEventListener("offline", () => this.open());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    this.leave();
    this.listener.connection("connecting");
    const since = this.listener.since();
    const query = since === null ? "" : `?since=${since}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket/${this.game}${query}`);
    this.socket = socket;
    const current = () => socket === this.socket;
    socket.addEventListener("open", () => current() && this.opened());
    socket.addEventListener("message", ({ data }) => current() && this.heard(JSON.parse(data)));
    socket.addEventListener("close", (event) => current() && this.closed(event));
    this.timer = setTimeout(() => this.lost(), ANSWER);
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.listener.connection("open");
    this.listenForSilence();
    for (const command of this.pending.values()) this.put(command);
  }

  /** @param {any} frame */
  heard(frame) {
    this.listenForSilence();
    if (frame.t === "ping") return this.put({ t: "pong", k: frame.k });
    if (frame.t === "refused" && this.again(frame)) return;
    if (frame.t === "ack" || frame.t === "refused") this.pending.delete(frame.id);
    this.listener.frame(frame);
  }

  /** What the dice need is sent again where the server could not store it just now. @param {any} refused */
  again({ id, error }) {
    const command = this.pending.get(id);
    if (!command || !BY_ITSELF.has(command.t) || !error.retry_after) return false;
    setTimeout(() => this.pending.has(id) && this.put(command), 1000 * error.retry_after);
    return true;
  }

  /** @param {CloseEvent} event */
  closed(event) {
    const forGood = event.code >= 4400 && event.code < 4500 && event.code !== 4429;
    if (!forGood) return this.lost();
    this.leave();
    this.listener.connection("closed");
  }

  lost() {
    this.leave();
    this.listener.connection("lost");
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Have nothing more to do with this line: on a dead one the farewell takes a minute. */
  leave() {
    clearTimeout(this.timer);
    const line = this.socket;
    this.socket = null;
    line?.close();
  }

  /** A line that says nothing any more is dead, whatever the browser believes. */
  listenForSilence() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), SILENCE);
  }

  ask() {
    clearTimeout(this.timer);
    this.put({ t: "ping", k: 0 });
    this.timer = setTimeout(() => this.lost(), ANSWER);
  }

  /** Back in sight or on the net: do not wait any longer, nor trust a line that slept. */
  hurry() {
    if (!this.socket) this.open();
    else if (this.socket.readyState === WebSocket.OPEN) this.ask();
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
