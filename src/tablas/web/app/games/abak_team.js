/** The checkers of Abak that every side has, for pages and for the engine's worker. */

const TEAM = "SSSSSSSSSGGNDEO";

/** Who of White and of Black is not among these, as position texts write it. @param {string} used */
export function missing(used) {
  return [left(TEAM, used), left(TEAM.toLowerCase(), used)].map((rest) => rest || "-");
}

/** @param {string} team @param {string} used */
function left(team, used) {
  let rest = [...team].sort().join("");
  for (const letter of used) rest = rest.replace(letter, "");
  return rest;
}
