/** What is seen first, and what may wait until it is seen. */

/**
 * After the next frame: what a tap has changed on the board is on the screen by then. In a window
 * that nobody sees there are no frames to wait for.
 * @param {() => void} then
 */
export function afterPaint(then) {
  if (document.hidden) setTimeout(then);
  else requestAnimationFrame(() => setTimeout(then));
}
