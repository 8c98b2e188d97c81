/** The two sides. */

/** @import {Side} from "./types.js" */

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "white" ? "black" : "white");
