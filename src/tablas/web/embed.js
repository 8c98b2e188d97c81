/**
 * A board in any page. Load this module, and every element with `data-tablas` shows what its JSON
 * says; or call `show(element, exhibit)`. An exhibit is a position of the server, with any of the
 * board's other properties: `{"game": …, "position": "…", "turn": "white", "view": "black"}`.
 */

/** What an exhibit may set; anything else in it is left alone. */
const SETTINGS = [
  "graph", "dice", "cube", "lastMove", "view", "mirror", "layout", "numbers", "counting", "language",
  "letters", "arrows", "guide", "entry", "still", "threats", "formations", "shownFormations", "showThreats",
  "selection",
];

/**
 * Put a board into an element.
 * @param {Element} host
 * @param {Record<string, unknown>} exhibit
 * @returns {Promise<HTMLElement>}
 */
export async function show(host, exhibit) {
  const { game, position, turn = "white", pips, lost } = exhibit;
  await load(String(game));
  const board = document.createElement(`tablas-${game}`);
  const settings = SETTINGS.filter((name) => name in exhibit).map((name) => [name, exhibit[name]]);
  Object.assign(board, { position: { game, position, turn, pips, lost } }, Object.fromEntries(settings));
  host.replaceChildren(board);
  return board;
}

/** @param {string} game */
async function load(game) {
  // The name becomes a part of an address: nothing else may.
  const known = /^[a-z]+$/.test(game) && (await import(`./board/${game}/tablas-${game}.js`).catch(() => null));
  if (!known) throw new TypeError(`game ${JSON.stringify(game)}: there is no board of that name`);
}

/** The exhibit of an address: JSON after `#`, or `?game=…&position=…` with settings. */
/** @param {URL} address @returns {Record<string, unknown> | null} */
export function exhibitOf(address) {
  if (address.hash.length > 1) return JSON.parse(decodeURIComponent(address.hash.slice(1)));
  const fields = Object.fromEntries(address.searchParams);
  return fields.game ? fields : null;
}

/** @param {HTMLElement} host */
async function showThere(host) {
  try {
    const { tablas } = host.dataset;
    const exhibit = tablas ? JSON.parse(tablas) : exhibitOf(new URL(location.href));
    if (exhibit) await show(host, exhibit);
  } catch (error) {
    host.textContent = `Tablas: ${error instanceof Error ? error.message : error}`;
  }
}

for (const host of document.querySelectorAll("[data-tablas]")) {
  if (host instanceof HTMLElement) void showThere(host);
}
