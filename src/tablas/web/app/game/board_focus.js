/** The keyboard at the board of a game. */

/** It starts there, unless somebody has already gone elsewhere; no ring before a key. @param {Element | null} board */
export function greet(board) {
  if (!board || document.activeElement !== document.body) return true;
  board.toggleAttribute("quiet", true);
  window.addEventListener("keydown", () => board.removeAttribute("quiet"), { capture: true, once: true });
  focusBoard(board);
  return true;
}

/** A button that was pressed is gone: the keyboard goes on at the board. @param {any} board */
export function focusBoard(board) {
  if (board?.focusPlace) board.focusPlace(board.focusedPlace);
  else board?.focusCell?.(board.focusedCell);
}
