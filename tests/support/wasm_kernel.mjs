/**
 * Runs the kernel for browsers in Node: `node wasm_kernel.mjs BUILD NETS` reads questions as lines
 * of JSON and answers each with a line. NETS is a folder with the files of the nets.
 */

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";

const web = new URL("../../src/tablas/web/", import.meta.url);
const [build, nets] = process.argv.slice(2);
const { Thinking } = await import(new URL("app/engine/thinking.js", web));
const { codecOf, packed, unpacked } = await import(new URL("app/engine/codecs.js", web));

const bytesOf = (place) => {
  const { buffer, byteOffset, byteLength } = readFileSync(place);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};
const load = async (path) => bytesOf(path.endsWith(".net") ? `${nets}/${basename(path)}` : new URL(`kernel/${build}.wasm`, web));

/** @type {any} */
let thinking = null;

/** What only tests ask: boards as bytes, and judgements of many. */
const asked = {
  board: async ({ game, position, turn }) => {
    const [kernel, codec] = [await thinking.begin(), await codecOf(game)];
    const bytes = packed(kernel, game, codec, position, turn);
    return { bytes: [...bytes], back: unpacked(kernel, game, codec, bytes, turn) };
  },
  judged: async ({ game, boards }) => {
    const kernel = await thinking.ready(game);
    const rows = boards.map((row) => Uint8Array.from(row));
    return game === "abalone" ? kernel.addedScores(rows) : kernel.chances(game, rows);
  },
  facts_of: async ({ game, boards }) => {
    const kernel = await thinking.begin();
    return boards.map((row) => kernel.facts(game, Uint8Array.from(row)));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.manifest) thinking = new Thinking(question.manifest, load);
  else {
    const answer = await (asked[question.ask]?.(question) ?? thinking.answer(question));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
