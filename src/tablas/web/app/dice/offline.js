/** The page saved to disk: one file in, a report in both languages out. */

import { verify } from "./verify.js";

const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
// The key of the server from which this page was saved.
const pinned = document.querySelector("meta[name=tablas-key]")?.getAttribute("content") ?? "";
const place = /** @type {HTMLElement} */ (document.getElementById("report"));

/** @param {string} text @param {string} [kind] */
function put(text, kind = "") {
  const line = document.createElement("p");
  line.textContent = text;
  line.className = kind;
  place.append(line);
}

// A file that was chosen before may have changed meanwhile: let it be chosen again.
file.addEventListener("click", () => {
  file.value = "";
});

file.addEventListener("change", async () => {
  place.replaceChildren();
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  try {
    for (const game of await verify(await chosen.text(), pinned)) {
      put(`${chosen.name} · ${game.game}: ${game.white} – ${game.black}, ${game.rolls.length} rolls · tiradas`);
      if (game.unknownKey && !game.findings.length) put("Everything fits, but it is signed by a key that this page does not know. · Todo encaja, pero está firmado con una clave que esta página no conoce.", "no");
      else if (game.proven) put("The dice are proven. · Los dados están probados.", "yes");
      else put("The dice are NOT proven. · Los dados NO están probados.", "no");
      for (const { line, roll, words } of game.findings) {
        put(`${roll === null ? "" : `Roll · tirada ${roll}, `}line · línea ${line}: ${words.en} · ${words.es}`, "no");
      }
      for (const note of game.notes) put(`${note.en} · ${note.es}`);
    }
  } catch (error) {
    put(`This is not a record of Tablas. · Esto no es un registro de Tablas. (${error})`, "no");
  }
});
