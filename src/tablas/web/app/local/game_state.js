/**
 * A game on this device, folded from its actions as `src/tablas/play` does it: the kernel knows the
 * rules of the board, here is who is to act, the cube, and what ends a game beside the board. The
 * server looks at every action again when the game is handed in.
 */

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Question} from "../engine/thinking.js" */

/**
 * @typedef {Record<string, any>} Action a line of the record (docs/record.md)
 * @typedef {(question: Question) => Promise<any>} Ask the kernel
 *
 * @typedef {object} State
 * @property {any} agreement
 * @property {boolean} dice whether the game has them
 * @property {any} board as boards show it
 * @property {string} text
 * @property {Side | null} turn
 * @property {"opening" | "to-roll" | "to-answer" | "to-play" | "over"} phase
 * @property {[number, number] | null} roll
 * @property {{value: number, owner: Side | null, offer: {by: Side, value: number} | null}} cube
 * @property {{side: Side, level: number} | null} resignation
 * @property {Side | null} drawOffer
 * @property {any} result
 * @property {any} last what was played last
 * @property {number} plies
 * @property {number} quiet since the last ejection
 * @property {{turn: Side, position: string, lost: any}[]} seen since then, the present one last
 * @property {boolean} shutOut
 * @property {{graph: any, forced: boolean, stuck: boolean} | null} legal where somebody is to play
 */

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "white" ? "black" : "white");

/** @param {Ask} ask @param {any} agreement @param {{dice: boolean, position: string, open: boolean}} start `open`: the opening roll says who begins */
export async function begun(ask, agreement, { dice, position, open }) {
  const { board, text, quiet, shutOut } = await ask({ ask: "standing", game: agreement.game, text: position });
  /** @type {State} */
  const state = {
    agreement, dice, board, text, quiet, shutOut,
    turn: open ? null : board.turn,
    phase: open ? "opening" : dice ? "to-roll" : "to-play",
    roll: null, cube: { value: 1, owner: null, offer: null }, resignation: null, drawOffer: null,
    result: null, last: null, plies: 0, seen: dice ? [] : [seenNow(board)], legal: null,
  };
  return dice ? state : withLegal(ask, state);
}

/** @param {any} board */
const seenNow = ({ turn, position, lost }) => ({ turn, position, lost });

/** Whose decision the game waits for. @param {State} state @returns {Side | null} */
export function toAct({ result, phase, resignation, cube, turn }) {
  if (result || phase === "opening") return null;
  if (resignation) return other(resignation.side);
  return cube.offer ? other(cube.offer.by) : turn;
}

/** Whether a side may turn the cube before this roll. @param {State} state @param {Side} side */
export function mayDouble({ agreement, dice, phase, turn, cube }, side) {
  return dice && agreement.cube !== false && phase === "to-roll" && turn === side && cube.owner !== other(side);
}

/**
 * The game after one more action, and the action as the record writes it; throws where it is not allowed.
 * @param {Ask} ask @param {State} state @param {Action} action
 * @returns {Promise<{state: State, event: Action}>}
 */
export async function happened(ask, state, action) {
  const { side } = action;
  if (state.result) throw new RangeError("the game is over");
  if (action.do === "played") return played(ask, state, action);
  /** @type {Record<string, () => State | Promise<State>>} */
  const after = {
    opening: () => opened(ask, state, action),
    rolled: () => rolled(ask, state, action.dice),
    skipped: () => skipped(ask, state),
    doubled: () => ({ ...state, phase: "to-answer", cube: { ...state.cube, offer: { by: side, value: 2 * state.cube.value } } }),
    took: () => ({ ...state, phase: "to-roll", cube: { value: 2 * state.cube.value, owner: side, offer: null } }),
    dropped: () => over(state, { winner: other(side), ending: "dropped", level: 1, stake: state.cube.value }),
    // Where there are levels to agree on, the other side answers first.
    resigned: () => (state.dice
      ? { ...state, resignation: { side, level: action.level } }
      : over(state, { winner: other(side), ending: "resigned", level: 1, stake: 1 })),
    "accepted-resignation": () => over(state, { winner: side, ending: "resigned", level: counted(state, state.resignation?.level ?? 1), stake: state.cube.value }),
    "offered-draw": () => ({ ...state, drawOffer: side }),
  };
  if (!after[action.do]) throw new TypeError(`action ${action.do}: a game on this device has none such`);
  return { state: await after[action.do](), event: action };
}

/** The higher die begins with both; a tie is rolled again. @param {Ask} ask @param {State} state @param {Action} action */
async function opened(ask, state, { white, black }) {
  if (white === black) return state;
  const turn = white > black ? "white" : "black";
  const { board, text, shutOut } = await ask({ ask: "standing", game: state.agreement.game, position: state.board, turn });
  return rolled(ask, { ...state, turn, board, text, shutOut }, [white, black]);
}

/** @param {Ask} ask @param {State} state @param {number[]} dice */
const rolled = (ask, state, dice) => withLegal(ask, { ...state, phase: "to-play", roll: [Math.max(...dice), Math.min(...dice)] });

/** @param {Ask} ask @param {State} state @returns {Promise<State>} */
async function withLegal(ask, state) {
  const { agreement, board, turn, roll } = state;
  const legal = await ask({ ask: "turn", game: agreement.game, position: board, turn: turn ?? undefined, dice: roll });
  return { ...state, legal };
}

/** @param {Ask} ask @param {State} state @returns {Promise<State>} */
async function skipped(ask, state) {
  const turn = other(/** @type {Side} */ (state.turn));
  const { board, text, shutOut } = await ask({ ask: "standing", game: state.agreement.game, position: state.board, turn });
  return { ...state, turn, board, text, shutOut };
}

/** @param {Ask} ask @param {State} before @param {Action} action */
async function played(ask, before, action) {
  const { agreement: { game }, board, roll, quiet } = before;
  const turn = /** @type {Side} */ (before.turn);
  const reached = await ask({ ask: "after", game, position: board, turn, dice: roll, play: action.play, quiet });
  const seen = before.dice ? [] : [...(reached.ejects ? [] : before.seen), seenNow(reached.board)];
  /** @type {State} */
  const state = {
    ...before, board: reached.board, text: reached.text, quiet: reached.quiet, shutOut: reached.shutOut, last: reached.last,
    turn: other(turn), phase: before.dice ? "to-roll" : "to-play", roll: null, legal: null, plies: before.plies + 1, seen,
    drawOffer: before.drawOffer === turn ? turn : null, // playing on declines that of the other side
  };
  const event = { ...action, play: reached.play };
  const result = onBoard(state, reached.points) ?? (await lockedIn(ask, state, reached.play));
  if (result) return { state: over(state, result), event };
  return { state: before.dice ? state : await withLegal(ask, state), event };
}

/** What the position just reached means, if the game ends there. @param {State} state @param {number} points of who is to move */
function onBoard(state, points) {
  const turn = /** @type {Side} */ (state.turn);
  if (points) return { winner: points > 0 ? turn : other(turn), ending: "played-out", level: counted(state, Math.abs(points)), stake: state.cube.value };
  return state.dice ? null : limited(state);
}

/** The limits against endless games without dice. @param {State} state */
function limited({ agreement, board: { lost }, seen, quiet, plies }) {
  const { target = 6, repetition = "draw", quiet: most = 200, quiet_decides: decides = "draw", plies: mostPlies = 0 } = agreement;
  const leader = lost.white === lost.black ? "none" : lost.white < lost.black ? "white" : "black";
  if (Math.max(lost.white, lost.black) >= target) return { winner: leader, ending: "played-out", level: 1, stake: 1 };
  const now = seen[seen.length - 1];
  const times = seen.filter(({ turn, position }) => turn === now.turn && position === now.position).length;
  if (repetition === "draw" && times >= 3) return { winner: "none", ending: "repetition", level: 1, stake: 1 };
  if (most && quiet >= most) return { winner: decides === "ejections" ? leader : "none", ending: "no-progress", level: 1, stake: 1 };
  return mostPlies && plies >= mostPlies ? { winner: leader, ending: "ply-limit", level: 1, stake: 1 } : null;
}

/** A turn in which nothing moved may show that nothing ever will. @param {Ask} ask @param {State} state @param {string} play */
async function lockedIn(ask, { dice, agreement: { game }, board, turn }, play) {
  if (!dice || play !== "-") return null;
  const ever = await ask({ ask: "locked", game, position: board, turn: turn ?? undefined });
  return ever ? { winner: "none", ending: "locked", level: 1, stake: 1 } : null;
}

/** By the Jacoby rule no gammons before somebody has doubled. @param {State} state @param {number} level */
const counted = ({ agreement, cube }, level) => (agreement.jacoby && cube.owner === null ? 1 : level);

/** @param {State} state @param {{winner: string, ending: string, level: number, stake: number}} result @returns {State} */
function over(state, result) {
  const points = result.winner === "none" ? 0 : result.level * result.stake;
  return { ...state, result: { ...result, points }, phase: "over", resignation: null, drawOffer: null, roll: null, legal: null, cube: { ...state.cube, offer: null } };
}
