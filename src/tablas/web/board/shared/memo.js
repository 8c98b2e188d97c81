/** Parts of a drawing that stay as they are while nothing about them changes: a tap draws little. */

import { Directive, directive, noChange } from "../../vendor/lit.js";

class Memo extends Directive {
  /** @type {unknown} */
  key = undefined;

  /** @param {unknown} key @param {() => unknown} draw */
  render(key, draw) {
    if (key === this.key) return noChange;
    this.key = key;
    return draw();
  }
}

/**
 * What `draw` gives, drawn again only when its key is another one: a text that holds everything
 * which `draw` looks at, or the very object.
 * @type {(key: unknown, draw: () => unknown) => import("../../vendor/lit.js").Template}
 */
export const memo = directive(Memo);
