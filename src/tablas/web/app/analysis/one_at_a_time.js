/**
 * Draws that do not get into each other: a button that has the focus and goes away says so amid the
 * drawing, and whoever then draws takes nodes away that are just being taken away. What is asked for
 * meanwhile is drawn once more afterwards.
 * @param {() => void} draw
 */
export function oneAtATime(draw) {
  let drawing = false;
  let again = false;
  return function next() {
    again = drawing;
    if (drawing) return;
    drawing = true;
    try {
      draw();
    } finally {
      drawing = false;
    }
    if (again) next();
  };
}
