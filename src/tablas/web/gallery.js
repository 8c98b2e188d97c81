/** The gallery: each board with its position from gallery.json, and what the boards tell. */

import "./board/tablas-abak.js";
import "./board/tablas-abalone.js";
import "./board/tablas-backgammon.js";

/** @type {[id: string, title: string, game: string, position: string, properties: Record<string, unknown>][]} */
const EXHIBITS = [
  ["abak-start", "Abak: the start, before the roll", "abak", "start", { canRoll: true, canDouble: true, cube: { value: 1, owner: null } }],
  ["abak-free", "Abak: the middle of a game", "abak", "free", { cube: { value: 2, owner: null }, entry: true }],
  ["abak-mid", "Abak: a guard on the bar", "abak", "mid-game", { cube: { value: 2, owner: "white" } }],
  ["abak-bar", "Abak: three classes on the bar", "abak", "bar", { cube: { value: 4, owner: "black" } }],
  ["abak-traps", "Abak: druids have trapped", "abak", "traps", {}],
  ["abak-assault", "Abak: an assault on a lone guard", "abak", "assault", {}],
  ["abak-off", "Abak: bearing off", "abak", "bear-off", {}],
  ["backgammon-start", "Backgammon: the start", "backgammon", "start", { canRoll: true, cube: { value: 1, owner: null } }],
  ["backgammon-double", "Backgammon: a double", "backgammon", "double", { entry: true, cube: { value: 1, owner: null } }],
  ["backgammon-mid", "Backgammon: the middle of a game", "backgammon", "mid-game", { cube: { value: 2, owner: "white" }, canDouble: true }],
  ["backgammon-bar", "Backgammon: on the bar", "backgammon", "bar", { cube: { value: 64, owner: "black" } }],
  ["backgammon-off", "Backgammon: bearing off", "backgammon", "bear-off", {}],
  ["abalone-start", "Abalone: Belgian Daisy", "abalone", "start", {}],
  ["abalone-middle", "Abalone: a selected line", "abalone", "middle", { selection: ["e3", "e4", "e5"] }],
  ["abalone-threats", "Abalone: threats", "abalone", "close", { showThreats: true }],
  ["abalone-formations", "Abalone: formations", "abalone", "close", { shownFormations: ["lances", "shields", "arcs", "pacs"] }],
];

const data = await (await fetch("gallery.json")).json();
const boards = /** @type {HTMLElement} */ (document.getElementById("boards"));
const events = /** @type {HTMLElement} */ (document.getElementById("events"));
const options = /** @type {HTMLFormElement} */ (document.getElementById("options"));

// `?only=abak-free` shows one exhibit alone.
const only = new URLSearchParams(location.search).get("only");
for (const [id, title, game, position, properties] of EXHIBITS) {
  if (only && id !== only) continue;
  const board = Object.assign(document.createElement(`tablas-${game}`), { id }, data[game][position], properties);
  const heading = Object.assign(document.createElement("h2"), { textContent: title });
  const exhibit = Object.assign(document.createElement("section"), { className: "exhibit panel" });
  exhibit.append(heading, board);
  boards.append(exhibit);
}

for (const name of ["play", "roll", "double", "undo", "change", "typed"]) {
  boards.addEventListener(name, (event) => {
    const { play = "", text = "" } = /** @type {CustomEvent} */ (event).detail;
    const id = event.target instanceof Element ? event.target.id : "";
    const line = document.createElement("li");
    line.textContent = `${id} ${name} ${play || text}`.trim();
    events.prepend(line);
  });
}

/** What the form says goes to the page and to every board. */
function dress() {
  const chosen = new FormData(options);
  const root = document.documentElement;
  root.dataset.theme = String(chosen.get("theme"));
  root.dataset.board = String(chosen.get("board"));
  root.dataset.contrast = String(chosen.get("contrast"));
  for (const board of boards.querySelectorAll("tablas-abak, tablas-backgammon, tablas-abalone")) {
    Object.assign(board, {
      language: chosen.get("language"),
      numbers: chosen.get("numbers"),
      layout: chosen.get("layout"),
      letters: chosen.has("letters"),
      mirror: chosen.has("mirror"),
      view: chosen.has("flip") === board.matches("tablas-abalone") ? "white" : "black",
    });
  }
}

for (const [name, value] of new URLSearchParams(location.search)) {
  const field = options.elements.namedItem(name);
  if (field instanceof HTMLSelectElement) field.value = value;
  if (field instanceof HTMLInputElement) field.checked = value !== "0";
}
options.addEventListener("change", dress);
dress();
document.documentElement.dataset.ready = "yes";
