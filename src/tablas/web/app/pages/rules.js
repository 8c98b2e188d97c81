/** Rules pages come written from the server; nothing is left to do but to give them focus. */

/** @param {HTMLElement} place */
export function show(place) {
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  place.classList.add("read");
}
