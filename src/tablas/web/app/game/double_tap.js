/**
 * Buttons that come up by themselves take the place of others: the second half of a double tap on
 * "Confirm" must not ask for a rematch, or take a double that has just been offered.
 */

const CALM = 400; // milliseconds in which nobody has read a new button yet

let shown = { what: "", since: 0 };

/** Note what is asked now; the time runs from when it first was. @param {string} what */
export function noteQuestion(what) {
  if (what !== shown.what) shown = { what, since: performance.now() };
}

/**
 * A press, or nothing if what it answers has only just come up. Keys are free: the focus does not
 * go over to a new button by itself.
 * @param {() => void} press
 */
export const unlessDoubleTap = (press) => (/** @type {MouseEvent} */ event) => {
  const byKey = event.detail === 0;
  if (byKey || performance.now() - shown.since >= CALM) press();
  else event.preventDefault();
};
