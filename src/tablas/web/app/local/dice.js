/** Dice of this device: each face equally likely, by its own source of chance. */

const FACES = 6;
const FAIR = 252; // the largest multiple of six that a byte holds

/** @returns {number} */
export function die() {
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR) return (byte % FACES) + 1;
  }
}

/** @returns {[number, number]} */
export const roll = () => [die(), die()];

/** @param {number[]} dice */
export const highFirst = (dice) => [Math.max(...dice), Math.min(...dice)];
