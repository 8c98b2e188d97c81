/** What my browser owes the fair dice of a table, each thing once: anchors, and answers to rolls. */

/** @import {Side} from "../../board/shared/types.js" */
/** @import {Table} from "../game/table.js" */
/** @import {Line} from "../game/server_table.js" */

import { t } from "../words.js";
import { canDeal, opening } from "./chain.js";

/** @typedef {{key: string, side: Side, command: string, number: number}} Link one to be sent */

/** @param {Table} table @returns {Link[]} */
export function linksDue(table) {
  const dice = table.state.fair_dice;
  if (!dice) return [];
  const sides = (/** @type {string} */ command) => table.you.filter((side) => table.may[side]?.[command]);
  const anchor = canDeal() ? "anchor" : "no-chain";
  return [
    ...sides(anchor).map((side) => ({ key: `${dice.game}:${side}:anchor`, side, command: anchor, number: 0 })),
    ...sides("open").map((side) => ({ key: `${dice.game}:${side}:${dice.roll}`, side, command: "open", number: dice.roll })),
  ];
}

/** Sends what is due, and remembers it. */
export class FairDice {
  constructor() {
    /** @type {Set<string>} */
    this.sent = new Set();
  }

  /** @param {Table} table @param {Line} connection */
  async send(table, connection) {
    for (const due of linksDue(table)) {
      if (this.sent.has(due.key)) continue;
      this.sent.add(due.key);
      if (due.command === "no-chain") {
        connection.command("no-chain", { side: due.side });
        return;
      }
      const link = await opening(table.state.fair_dice.game, due.side, due.number);
      const field = due.command === "anchor" ? "anchor" : "open";
      connection.command(due.command, { side: due.side, [field]: link });
    }
  }
}

/** The opening that goes with my roll; nothing where the server rolls alone. @param {Table} table */
export async function rollOpening(table) {
  const dice = table.state.fair_dice;
  if (!dice?.roll) return {};
  return { open: await opening(dice.game, table.state.to_act, dice.roll) };
}

/** What stands in the way of sealing the dice, in a sentence. @param {Table} table */
export function sealingLine(table) {
  const dice = table.state.fair_dice;
  const asks = dice.no_chain ?? [];
  if (table.you.length && !canDeal() && !table.you.some((side) => asks.includes(side) || dice.anchors[side])) {
    return t("This browser cannot take part in the dice: it needs https.");
  }
  if (asks.some((/** @type {Side} */ side) => table.you.includes(side))) return t("Waiting to see whether your opponent lets the server roll alone.");
  return asks.length && table.you.length ? t("Your opponent's browser cannot take part in the dice.") : t("Sealing the dice …");
}
