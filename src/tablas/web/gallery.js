/** The gallery: each board with its position from gallery.json, and what the boards tell. */

/** @import {Side} from "./board/shared/types.js" */

import { otherSide } from "./board/shared/sides.js";

const data = await (await fetch("gallery.json")).json();
const boards = /** @type {HTMLElement} */ (document.getElementById("boards"));
const events = /** @type {HTMLElement} */ (document.getElementById("events"));
const options = /** @type {HTMLFormElement} */ (document.getElementById("options"));

/** Who sits below on each board. @type {Map<Element, Side>} */
const views = new Map();

// All boards are there before the first is drawn: they speak the language that the form says.
const games = await Promise.all(
  Object.keys(data).map(async (game) => {
    await import(`./board/${game}/tablas-${game}.js`);
    return { game, ...(await import(`./board/${game}/exhibits.js`)) };
  }),
);
for (const name of ["play", "roll", "double", "undo", "change", "typed"]) {
  boards.addEventListener(name, (event) => {
    const { play = "", text = "" } = /** @type {CustomEvent} */ (event).detail;
    const id = event.target instanceof Element ? event.target.id : "";
    const line = document.createElement("li");
    line.textContent = `${id} ${name} ${play || text}`.trim();
    events.prepend(line);
  });
}

/** The exhibits as nobody has touched them; `?only=…` shows those of these names alone. @param {string} query */
function show(query) {
  const only = new URLSearchParams(query).get("only")?.split(" ").filter(Boolean) ?? [];
  for (const list of [boards, events]) list.replaceChildren();
  views.clear();
  for (const { game, exhibits, below } of games) {
    for (const [id, title, position, properties] of exhibits) {
      if (only.length && !only.includes(id)) continue;
      const board = Object.assign(document.createElement(`tablas-${game}`), { id }, data[game][position], properties);
      const heading = Object.assign(document.createElement("h2"), { textContent: title });
      const exhibit = Object.assign(document.createElement("section"), { className: "exhibit panel" });
      exhibit.append(heading, board);
      boards.append(exhibit);
      views.set(board, below);
    }
  }
  options.reset();
  for (const [name, value] of new URLSearchParams(query)) {
    const field = options.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) field.value = value;
    if (field instanceof HTMLInputElement) field.checked = value !== "0";
  }
  dress();
}

/** What the form says goes to the page and to every board. */
function dress() {
  const chosen = new FormData(options);
  const root = document.documentElement;
  root.dataset.theme = String(chosen.get("theme"));
  root.dataset.board = String(chosen.get("board"));
  root.dataset.pieces = String(chosen.get("pieces"));
  root.dataset.contrast = String(chosen.get("contrast"));
  for (const [board, below] of views) {
    Object.assign(board, {
      language: chosen.get("language"),
      numbers: chosen.get("numbers"),
      layout: chosen.get("layout"),
      letters: chosen.has("letters"),
      mirror: chosen.has("mirror"),
      view: chosen.has("flip") ? otherSide(below) : below,
    });
  }
}

options.addEventListener("change", dress);
// Another visit to the same page; the tests come often, and boards are cheaper than pages.
document.addEventListener("anew", (event) => show(/** @type {CustomEvent<string>} */ (event).detail));
show(location.search);
document.documentElement.dataset.ready = "yes";
