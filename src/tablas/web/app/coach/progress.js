/** A review that is being made: asked for, waited for over a socket, then fetched whole. */

import { Refusal, get, post } from "../api.js";
import { somebody } from "../me.js";

const AGAIN = 2_000; // milliseconds until a socket that was cut off is opened again

/** @typedef {{status: "waiting" | "running" | "done" | "failed", done: number, total: number}} Standing */

/** What stands there, or a new one of this game. @param {string} match @returns {Promise<Standing>} */
export async function asked(match) {
  try {
    const standing = await get(`/api/reviews/${match}`);
    if (standing.status !== "failed") return standing;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "no-such-review" || match.startsWith("file-")) throw error;
  }
  await somebody();
  return post("/api/reviews", { game: match });
}

/** Wait until it is over. @param {string} match @param {(standing: Standing) => void} told @returns {Promise<Standing>} */
export function followed(match, told) {
  return new Promise((done) => {
    /** @type {Standing | null} */
    let last = null;
    const open = () => {
      const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket/review/${match}`);
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.t !== "review") return;
        last = message.review;
        told(message.review);
      });
      socket.addEventListener("close", () => {
        if (last && (last.status === "done" || last.status === "failed")) done(last);
        else setTimeout(open, AGAIN);
      });
    };
    open();
  });
}
