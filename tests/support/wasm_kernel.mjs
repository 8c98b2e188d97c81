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
const load = async (path) => bytesOf(/\.(net|book)$/.test(path) ? `${nets}/${basename(path)}` : new URL(`kernel/${build}.wasm`, web));

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
  heuristic_evaluations: async ({ boards }) => {
    const kernel = await thinking.begin();
    return kernel.heuristicEvaluations(boards.map((row) => Uint8Array.from(row)));
  },
  facts_of: async ({ game, boards }) => {
    const kernel = await thinking.begin();
    return boards.map((row) => kernel.facts(game, Uint8Array.from(row)));
  },
};

/** Whatever may be done at a table, at random; resignations and taking back only where they are asked for. */
function someCommand(may, graph, wishes) {
  for (const wish of wishes) if (may[wish] && Math.random() < 0.05) return [wish, { level: 1 }];
  if (may.take) return [Math.random() < 0.2 ? "drop" : "take", {}];
  if (may.double && Math.random() < 0.1) return ["double", {}];
  if (may.roll) return ["roll", {}];
  const words = [];
  for (let node = graph.nodes[0]; ; ) {
    if (node.complete && (!node.steps.length || words.length)) break;
    const step = node.steps[Math.floor(Math.random() * node.steps.length)];
    words.push(step.word);
    node = graph.nodes[step.next];
  }
  return ["play", { play: words.join(" ") }];
}

/** A whole game on a table of this device, with every frame of it. */
asked.played_here = async ({ agreement, level, side, start, wishes = [] }) => {
  const { LocalRoom } = await import(new URL("app/local/room.js", web));
  const frames = [];
  const game = { id: "here", agreement, level, side, began: 0, actions: [], status: "playing", handed: null };
  const around = { ask: (question) => thinking.answer(question), save: async () => {}, again: async () => "next", start };
  const room = new LocalRoom(game, around, { frame: (frame) => frames.push(frame), connection: () => {}, since: () => 0 });
  await room.open();
  for (let last = frames.at(-1); last.state.status === "playing"; last = frames.at(-1)) {
    const [name, fields] = someCommand(last.may[side], last.graph, wishes);
    room.command(name, fields);
    await room.work;
    if (frames.at(-1) === last) throw new Error(`${name} led to nothing`);
  }
  return { frames, actions: room.game.actions, record: room.record() };
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.manifest) thinking = new Thinking(question.manifest, load);
  else {
    const answer = await (asked[question.ask]?.(question) ?? thinking.answer(question));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
