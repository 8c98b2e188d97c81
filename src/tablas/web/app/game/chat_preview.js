/** What somebody else has just said, shown for a while where it is seen at once, wherever the chat stands. */

import { html, nothing } from "../../vendor/lit.js";
import { spoken, t } from "../words.js";

/** @import {Table} from "./table.js" */

const READ_SECONDS = 8;

export class ChatPreview {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {any} */
    this.line = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** My own lines I know. @param {Table} table @param {any} line */
  hear(table, line) {
    if (table.you.some((side) => table.game[side].name === line.name)) return;
    this.line = line;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), READ_SECONDS * 1000);
  }

  read() {
    clearTimeout(this.timer);
    this.line = null;
    this.changed();
  }

  /** @param {() => void} open the chat */
  view(open) {
    if (!this.line) return nothing;
    const { name, text } = this.line;
    const answer = () => {
      this.read();
      open();
    };
    return html`<button class="chat-preview" title=${t("Chat")} @click=${answer}><b>${name}</b> ${text ?? spoken(this.line)}</button>`;
  }
}
