/** Positions for lessons: a few checkers or marbles by name, the rest out of the way. */

const TEAM = "SSSSSSSSSGGNDEO";

/**
 * Abak: stacks by White's points, White in capitals; whoever is not named is borne off.
 * @param {Record<number, string>} points
 * @param {{white?: string, black?: string}} [bar]
 */
export function abak(points, bar = {}) {
  const stacks = Array.from({ length: 24 }, (_, i) => points[24 - i] ?? "");
  const used = stacks.join("") + (bar.white ?? "") + (bar.black ?? "");
  const off = missing(used).join("/");
  const field = stacks.map((stack) => stack || "1").join("/");
  return `${joined(field)} ${bar.white || "-"}/${bar.black || "-"} ${off} w`;
}

/** Who of White and of Black is not among these, as position texts write it. @param {string} used */
export const missing = (used) => [left(TEAM, used), left(TEAM.toLowerCase(), used)].map((rest) => rest || "-");

/** @param {string} team @param {string} used */
function left(team, used) {
  let rest = [...team].sort().join("");
  for (const letter of used) rest = rest.replace(letter, "");
  return rest;
}

/** Neighbouring empty points as one number. @param {string} field */
function joined(field) {
  return field.replace(/(?:^|(?<=\/))1(?:\/1)+(?=\/|$)/g, (run) => String(run.split("/").length));
}

/**
 * Backgammon: White's checkers by point, then Black's; 25 is the bar of either side.
 * @param {Record<number, number>} white
 * @param {Record<number, number>} black by White's points too, the bar as 0
 */
export function backgammon(white, black) {
  const mark = (/** @type {number} */ place) => {
    if (white[place]) return String.fromCharCode(64 + white[place]);
    if (black[place]) return String.fromCharCode(96 + black[place]);
    return "-";
  };
  const field = Array.from({ length: 26 }, (_, place) => mark(place)).join("");
  return `XGID=${field}:0:0:1:00:0:0:0:0:10`;
}
