/** `<tablas-checker letter="G">`: one checker of Abak by itself, for texts about it. */

import { LitElement, html, svg } from "../../vendor/lit.js";
import { boardStyle } from "../shared/board-style.js";
import { checker } from "../dicegame/checker.js";
import { RADIUS } from "../dicegame/geometry.js";
import { checkerMaterials } from "../dicegame/materials.js";
import { sideOf } from "../dicegame/stacks.js";
import { tableStyle } from "../dicegame/table-style.js";

export class TablasChecker extends LitElement {
  static styles = [boardStyle, tableStyle];

  static properties = { letter: { type: String }, letters: { type: Boolean } };

  constructor() {
    super();
    /** White in capitals, as position texts write them. */
    this.letter = "S";
    this.letters = false;
  }

  render() {
    const drawn = checker(this.letter, sideOf(this.letter), { radius: RADIUS, letters: this.letters });
    return html`<svg viewBox="-0.52 -0.52 1.08 1.12" aria-hidden="true">${svg`<defs>${checkerMaterials}</defs>${drawn}`}</svg>`;
  }
}

customElements.define("tablas-checker", TablasChecker);
