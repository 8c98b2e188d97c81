/** What the gallery shows of Abak: a name, a title, a position of gallery.json, and properties. */

/** @type {import("../shared/types.js").Exhibit[]} */
export const exhibits = [
  ["abak-start", "Abak: the start, before the roll", "start", { canRoll: true, canDouble: true, cube: { value: 1, owner: null } }],
  ["abak-free", "Abak: the middle of a game", "free", { cube: { value: 2, owner: null }, entry: true }],
  ["abak-mid", "Abak: a guard on the bar", "mid-game", { cube: { value: 2, owner: "white" } }],
  ["abak-bar", "Abak: three classes on the bar", "bar", { cube: { value: 4, owner: "black" } }],
  ["abak-traps", "Abak: druids have trapped", "traps", {}],
  ["abak-assault", "Abak: an assault on a lone guard", "assault", {}],
  ["abak-off", "Abak: bearing off", "bear-off", {}],
];

/** Who sits below, unless the board is flipped. @type {import("../shared/types.js").Side} */
export const below = "white";
