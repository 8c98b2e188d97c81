// Runs before anything is drawn, so that no page flashes in the wrong colours.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("tablas-settings") ?? "{}");
    const root = document.documentElement;
    if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
    if (kept.board) root.dataset.board = String(kept.board);
    if (kept.pieces) root.dataset.pieces = String(kept.pieces);
    if (kept.contrast === "high") root.dataset.contrast = "high";
    if (kept.motion === "less") root.dataset.motion = "less";
  } catch {
    // Without storage the defaults hold.
  }
})();
