/**
 * The JSON that boards get and the words they speak; docs/boards.md tells it in prose.
 *
 * @typedef {"white" | "black"} Side
 * @typedef {"en" | "es"} Language
 * @typedef {string} GameName as the catalogue of games tells it
 *
 * @typedef {object} Position
 * @property {GameName} [game]
 * @property {string} position the checkers or marbles as text, seen by White
 * @property {Side} turn
 * @property {Record<Side, number>} [pips]
 * @property {Record<Side, number>} [lost] marbles that each side has lost (Abalone)
 *
 * @typedef {object} Step one checker moved by one die
 * @property {string} piece the class, a capital
 * @property {number} source from the mover's side, 25 the bar
 * @property {number} target from the mover's side, 0 the tray
 * @property {number} die
 * @property {string} effect plain, hit, trap, first half, assault
 * @property {string} word the step in notation
 * @property {number} next the number of the node it leads to
 *
 * @typedef {[place: number, index: number, die: number, reason: number]} Refusal
 *
 * @typedef {object} TurnNode a state within a turn
 * @property {string} position
 * @property {number[]} left the dice still to play
 * @property {boolean} complete whether the turn may end here
 * @property {Step[]} steps
 * @property {Refusal[]} [why]
 *
 * @typedef {{rule: string, en: string, es: string}} Reason
 *
 * @typedef {object} Graph the legal steps of a turn; node 0 is its beginning
 * @property {Side} side
 * @property {[number, number]} dice
 * @property {TurnNode[]} nodes
 * @property {Reason[]} reasons
 *
 * @typedef {object} Cube
 * @property {number} value
 * @property {Side | null} owner
 * @property {{by: Side, value: number}} [offer]
 *
 * @typedef {object} Stacks checkers by White's points, bottom to top; White in capitals
 * @property {string[]} points index 0 is never used
 * @property {Record<Side, string>} bar
 * @property {Record<Side, string>} off
 *
 * @typedef {{x: number, y: number}} Spot
 * @typedef {[id: string, title: string, position: string, properties: Record<string, unknown>]} Exhibit of the gallery
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 *
 * @typedef {object} LastMove what was played last: by whom, and which steps
 * @property {Side} side
 * @property {Pick<Step, "piece" | "source" | "target" | "effect">[]} steps
 */
export {};
