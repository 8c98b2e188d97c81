/** What a level does next in a game on this device: the same numbers as on the server, over the net of this browser. */

import { cubeSeen } from "../engine/cube_seen.js";
import { highFirst } from "./dice.js";
import { mayDouble } from "./game_state.js";
import { viewOf } from "./view.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Action, Ask, State} from "./game_state.js" */

/** @param {Ask} ask @param {State} state @param {Side} side @param {string} level @param {() => [number, number]} roll @returns {Promise<Action>} */
export async function botAction(ask, state, side, level, roll) {
  const { agreement, board, turn } = state;
  const here = { game: agreement.game, position: board, turn: turn ?? side, level, cube: cubeSeen(viewOf(state, false), agreement) };
  if (state.phase === "to-answer") {
    const { answer } = await ask({ ask: "decide", ...here });
    return { do: answer === "drop" ? "dropped" : "took", side };
  }
  if (state.phase === "to-roll") {
    if (mayDouble(state, side) && (await ask({ ask: "decide", ...here })).doubles) return { do: "doubled", side };
    return state.shutOut ? { do: "skipped", side } : { do: "rolled", side, dice: highFirst(roll()) };
  }
  const { words } = await ask({ ask: "choose", ...here, dice: state.roll, ...endsOf(state) });
  return { do: "played", side, play: words };
}

/** What can end a game without dice, as the search is told it. @param {State} state */
function endsOf({ dice, agreement, seen, quiet, plies }) {
  if (dice) return {};
  const { target = 6, repetition = "draw", quiet: quietLimit = 200, quiet_decides: decides = "draw", plies: most = 0 } = agreement;
  return {
    history: seen.slice(0, -1),
    quiet,
    target,
    quietLimit,
    repetition: repetition === "draw",
    quietDecides: decides === "ejections",
    plies: most ? most - plies : 0,
  };
}
