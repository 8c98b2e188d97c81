/** What the gallery shows of Abalone: a name, a title, a position of gallery.json, and properties. */

/** @type {import("../shared/types.js").Exhibit[]} */
export const exhibits = [
  ["abalone-start", "Abalone: Standard", "start", {}],
  ["abalone-middle", "Abalone: a selected line", "middle", { selection: ["e3", "e4", "e5"] }],
  ["abalone-threats", "Abalone: threats", "close", { showThreats: true }],
  ["abalone-formations", "Abalone: formations", "close", { shownFormations: ["lances", "shields", "arcs", "pacs"] }],
];

/** Who sits below, unless the board is flipped. @type {import("../shared/types.js").Side} */
export const below = "black";
