/** Share the board of a game as it is seen; when it is over, also the whole game as a clip. */

import { get } from "../api.js";
import { over } from "../game/table.js";
import { diceAtRest } from "../game/turn_player.js";
import { openShare } from "./share_dialog.js";

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Table} from "../game/table.js" */

/** @param {Table} table @param {Table} seen @param {Side} view */
export async function shareTable(table, seen, view) {
  const { id } = table;
  const { game, target = 6 } = table.game.agreement;
  const { board: position, dice = null, cube } = seen.state;
  const moments = async () => (await get(`/api/games/${id}/replay`)).games.at(-1).moments;
  const shown = { game, target, view, position, dice, cube, rest: diceAtRest(seen), lastMove: seen.state.board?.last ?? null };
  await openShare({ link: `${location.origin}/replay/${id}`, name: `tablas-${id}`, shown, ...(over(table) ? { moments } : {}) });
}
