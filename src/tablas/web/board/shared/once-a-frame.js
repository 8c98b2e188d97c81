/** An element that is drawn once a frame, however often it changes within it. */

import { LitElement } from "../../vendor/lit.js";

/**
 * The mouse that comes, the focus it takes and the click it makes each change something. Drawn one
 * by one, the browser would lay the board out anew before each of them, to find what was hit.
 */
export class OnceAFrame extends LitElement {
  /** The first drawing does not wait, and in a window that nobody sees there are no frames. */
  async scheduleUpdate() {
    if (this.hasUpdated && !document.hidden) await new Promise(requestAnimationFrame);
    super.scheduleUpdate();
  }
}
