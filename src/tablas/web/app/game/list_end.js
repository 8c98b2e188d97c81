/** A list that grows at its end is followed by whoever looks at its end. */

const NEARLY = 8; // pixels

export class ListEnd {
  constructor() {
    this.shown = "";
  }

  /**
   * Whether the list has grown while its end was seen. Only then its place is looked up, since the
   * browser lays the whole page out to answer that.
   * @param {string} length how much of which list @param {Element | null} list
   */
  grown(length, list) {
    if (length === this.shown) return false;
    this.shown = length;
    return !list || list.scrollTop + list.clientHeight >= list.scrollHeight - NEARLY;
  }
}
