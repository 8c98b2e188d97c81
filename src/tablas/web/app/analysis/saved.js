/** An analysis in a file of our own. */

const LARGEST = 1_000_000; // bytes

/** What this page has saved, known by what stands in it; null: something else. @param {File} file */
export async function savedAnalysis(file) {
  if (file.size > LARGEST) return null;
  try {
    const saved = JSON.parse(await file.text());
    return saved.tablas === "analysis" ? saved : null;
  } catch {
    return null;
  }
}

/** @param {object} whole */
export const written = (whole) => new Blob([JSON.stringify({ tablas: "analysis", ...whole }, null, 1)], { type: "application/json" });
