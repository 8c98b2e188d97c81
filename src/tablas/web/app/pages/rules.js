/** Rules pages come written from the server; their boards come alive as one reads on. */

import { t } from "../words.js";

/** @param {HTMLElement} place */
export async function show(place) {
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  place.classList.add("read");
  const [, , game] = location.pathname.split("/");
  if (!place.querySelector(".live")) return;
  const { liveBoards } = await import("../rules/live_boards.js");
  liveBoards(place, game);
  if (place.querySelector(".summary")) offerPrint(place);
}

/** @param {HTMLElement} place */
function offerPrint(place) {
  const button = document.createElement("button");
  button.className = "primary";
  button.textContent = t("Print");
  button.addEventListener("click", () => print());
  place.querySelector(".not-printed")?.prepend(button);
}
