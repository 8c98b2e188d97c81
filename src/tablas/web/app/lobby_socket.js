/** Hears of offers, and of games that begin with me; comes back by itself when cut off. */

import { quietly } from "./api.js";

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/**
 * Gives a function that opens the socket anew: the server knows a listener by the cookie that came
 * with it, so whoever has just entered has to come again.
 * @param {{opened?: () => unknown, offers: () => unknown, began: (game: string) => void}} told
 */
export function listen(told) {
  let wait = FIRST_WAIT;
  /** @type {WebSocket} */
  let socket;
  const open = () => {
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    socket = mine;
    mine.addEventListener("open", () => {
      wait = FIRST_WAIT;
      quietly(told.opened);
    });
    mine.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.t === "offers") quietly(told.offers);
      if (message.t === "began") told.began(message.game);
    });
    mine.addEventListener("close", () => {
      if (mine !== socket) return;
      setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  };
  open();
  return () => {
    const old = socket;
    open();
    old.close();
  };
}
