/**
 * A lesson is a position to solve on the real board: its words, the dice, and the steps that solve
 * it. Each game's course is a file of its own here, `lessons()`; `tests/web` plays every solution,
 * so no lesson can go stale.
 */

/**
 * @typedef {object} Lesson
 * @property {string} part what the course has come to
 * @property {string} text what is explained
 * @property {string} task what is to be done
 * @property {string} rule its heading on the rules page
 * @property {string} position
 * @property {[number, number] | null} dice
 * @property {string[]} solution words of steps that must be played
 * @property {string[]} [also] moves of Abalone that solve it too
 * @property {string} [formation] of the glossary, shown on the board
 */
export {};
