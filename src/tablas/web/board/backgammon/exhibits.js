/** What the gallery shows of backgammon: a name, a title, a position of gallery.json, and properties. */

/** @type {import("../shared/types.js").Exhibit[]} */
export const exhibits = [
  ["backgammon-start", "Backgammon: the start", "start", { canRoll: true, cube: { value: 1, owner: null } }],
  ["backgammon-double", "Backgammon: a double", "double", { entry: true, cube: { value: 1, owner: null } }],
  ["backgammon-mid", "Backgammon: the middle of a game", "mid-game", { cube: { value: 2, owner: "white" }, canDouble: true }],
  ["backgammon-bar", "Backgammon: on the bar", "bar", { cube: { value: 64, owner: "black" } }],
  ["backgammon-off", "Backgammon: bearing off", "bear-off", {}],
];

/** Who sits below, unless the board is flipped. @type {import("../shared/types.js").Side} */
export const below = "white";
