/** What my browser owes the fair dice of a table, each thing once: anchors, and answers to rolls. */

/** @import {Side} from "../../board/types.js" */
/** @import {Table} from "./table.js" */
/** @import {Connection} from "./connection.js" */

import { canDeal, opening } from "./chain.js";

/** @typedef {{key: string, side: Side, command: string, number: number}} Duty */

/** @param {Table} table @returns {Duty[]} */
export function duties(table) {
  const dice = table.state.fair_dice;
  if (!dice) return [];
  const due = (/** @type {string} */ command) => table.you.filter((side) => table.may[side]?.[command]);
  const anchor = canDeal() ? "anchor" : "no-chain";
  return [
    ...due(anchor).map((side) => ({ key: `${dice.game}:${side}:anchor`, side, command: anchor, number: 0 })),
    ...due("open").map((side) => ({ key: `${dice.game}:${side}:${dice.roll}`, side, command: "open", number: dice.roll })),
  ];
}

/** Does what is due, and remembers it. */
export class DiceDuties {
  constructor() {
    /** @type {Set<string>} */
    this.done = new Set();
  }

  /** @param {Table} table @param {Connection} connection */
  async fulfil(table, connection) {
    for (const duty of duties(table)) {
      if (this.done.has(duty.key)) continue;
      this.done.add(duty.key);
      if (duty.command === "no-chain") {
        connection.command("no-chain", { side: duty.side });
        return;
      }
      const link = await opening(table.state.fair_dice.game, duty.side, duty.number);
      const field = duty.command === "anchor" ? "anchor" : "open";
      connection.command(duty.command, { side: duty.side, [field]: link });
    }
  }
}

/** The opening that goes with my roll; nothing where the server rolls alone. @param {Table} table */
export async function rollOpening(table) {
  const dice = table.state.fair_dice;
  if (!dice?.roll) return {};
  return { open: await opening(dice.game, table.state.to_act, dice.roll) };
}
