/** The tree as a list of moves: the main line, variations in brackets of their own, comments below. */

import { html, nothing } from "../../vendor/lit.js";
import { playText } from "../notation.js";
import { t } from "../words.js";
import { faces } from "./tree.js";

/** @import {GameName} from "../../board/shared/types.js" */
/** @import {Node, Tree} from "./tree.js" */

/**
 * @typedef {object} TreeDoing
 * @property {(node: Node) => void} go
 * @property {() => void} promote
 * @property {() => void} remove
 * @property {(text: string) => void} comment
 */

/** @param {Tree} tree @param {Node} at @param {TreeDoing} doing */
export function treeView(tree, at, doing) {
  const typed = (/** @type {Event} */ event) => doing.comment(/** @type {HTMLTextAreaElement} */ (event.target).value);
  return html`<section class="panel tree" aria-labelledby="tree-title"><h2 id="tree-title">${t("Moves")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("Moves and variations")}>
      ${tree.root.comment ? html`<p class="comment">${tree.root.comment}</p>` : nothing}
      ${tree.root.children.length ? lineView(tree.game, tree.root, at, doing, 0) : html`<p class="hint">${t("Play a move on the board, or take one of the engine.")}</p>`}
    </div>
    <label class="field"><span>${at.parent ? t("Comment on {move}", { move: nameOf(tree.game, at) }) : t("Comment on the beginning")}</span>
      <textarea id="comment" rows="2" maxlength="2000" .value=${at.comment} @input=${typed}></textarea></label>
    <div class="buttons">
      <button ?disabled=${!at.parent} @click=${doing.promote}>${t("Make it the main line")}</button>
      <button ?disabled=${!at.parent} @click=${doing.remove}>${t("Delete from here")}</button>
    </div>
  </section>`;
}

/** From the children of a node on: the main line in one list, what differs from it indented. @param {GameName} game @param {Node} from @param {Node} at @param {TreeDoing} doing @param {number} depth @returns {unknown} */
function lineView(game, from, at, doing, depth) {
  /** @type {unknown[]} */
  const parts = [];
  for (let node = from; node.children.length; [node] = node.children) {
    const [main, ...others] = node.children;
    parts.push(html`<li>${moveView(game, main, at, doing)}${main.comment ? html`<p class="comment">${main.comment}</p>` : nothing}</li>`);
    for (const other of others) {
      parts.push(html`<li class="variation"><ol class="line" aria-label=${t("Variation")}><li>${moveView(game, other, at, doing)}${other.comment ? html`<p class="comment">${other.comment}</p>` : nothing}</li></ol>
        ${other.children.length ? lineView(game, other, at, doing, depth + 1) : nothing}</li>`);
    }
  }
  return html`<ol class="line">${parts}</ol>`;
}

/** @param {GameName} game @param {Node} node @param {Node} at @param {TreeDoing} doing */
function moveView(game, node, at, doing) {
  const side = node.standing.side ?? "white";
  return html`<button class="move quiet" aria-current=${node === at ? "true" : nothing} @click=${() => doing.go(node)}>
    <span class=${`disc ${side}`} role="img" aria-label=${side === "white" ? t("White") : t("Black")}></span> ${nameOf(game, node)}</button>`;
}

/** What was done, as people write it. @param {GameName} game @param {Node} node */
export function nameOf(game, { act, standing }) {
  const names = { double: t("doubles"), take: t("takes"), drop: t("drops"), skip: t("shut out") };
  if (!act) return t("the beginning");
  if (act.do !== "play") return names[act.do];
  const play = act.play === "-" || !act.play ? t("no move") : playText(game, act.play, standing.side ?? "white");
  return act.dice ? `${faces(act)}: ${play}` : play;
}

let listed = -1; // the move that the list has been brought to

/** The list shows the move that is looked at; the page stays where it is. @param {HTMLElement} place @param {number} id */
export function showListed(place, id) {
  if (listed === id) return;
  listed = id;
  const list = place.querySelector(".tree .scroll");
  const row = list?.querySelector("[aria-current]");
  if (!list || !row) return;
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
}
