/** The worker in which the kernel thinks: a page never waits for it. Messages: `Question` in, answers out. */

import { Thinking } from "./thinking.js";

/** @type {Thinking | null} */
let thinking = null;
/** @type {Set<number>} */
const stopped = new Set();

/** @param {string} path */
async function load(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Lets the messages in that have come meanwhile. @param {number} id */
async function goOn(id) {
  await new Promise((done) => setTimeout(done));
  return !stopped.has(id);
}

self.onmessage = async ({ data: { id, manifest, question, stop } }) => {
  if (manifest) thinking = new Thinking(manifest, load);
  if (stop) stopped.add(stop);
  if (!question || !thinking) return;
  try {
    const answer = await thinking.answer(question, (known) => self.postMessage({ id, known }), () => goOn(id));
    self.postMessage({ id, answer, bytes: (await thinking.begin()).bytes });
  } catch (error) {
    self.postMessage({ id, fault: String(/** @type {Error} */ (error).message) });
  }
  stopped.delete(id);
};
