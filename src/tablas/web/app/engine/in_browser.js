/**
 * The kernel in this browser, in a worker of its own: questions go there, answers come back, and
 * whatever is not wanted any more is stopped. It is made when it is first asked.
 */

import { ownScript } from "../own_script.js";

/** @import {Question} from "./thinking.js" */

const PATIENCE = 150; // milliseconds until a worker that does not hear is ended

/**
 * @typedef {{resolve: (answer: any) => void, reject: (error: Error) => void, tell?: (known: any) => void, known: any}} Waiting
 * @typedef {{tell?: (known: any) => void, signal?: AbortSignal}} Beside
 */

class InBrowser {
  constructor() {
    /** @type {Promise<Worker> | null} */
    this.worker = null;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.asked = 0;
    this.bytes = 0; // of the kernel's memory, as it last said
    globalThis.addEventListener?.("pagehide", () => this.end());
  }

  /** @returns {Promise<Worker>} */
  begin() {
    this.worker ??= this.made();
    this.worker.catch(() => (this.worker = null));
    return this.worker;
  }

  async made() {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") throw new TypeError("this browser has no WebAssembly");
    const answer = await fetch("/api/engine");
    if (!answer.ok) throw new Error(`/api/engine: ${answer.status}`);
    const worker = new Worker(ownScript(new URL("./worker.js", import.meta.url).pathname), { type: "module" });
    worker.onmessage = ({ data }) => this.heard(data);
    worker.onerror = () => this.end(new Error("the engine of this browser has failed"));
    worker.postMessage({ manifest: await answer.json() });
    return worker;
  }

  /** @param {Question} question @param {Beside} [beside] @returns {Promise<any>} */
  async ask(question, { tell, signal } = {}) {
    const worker = await this.begin();
    const id = (this.asked += 1);
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, tell, known: null }));
    signal?.addEventListener("abort", () => this.stop(id));
    worker.postMessage({ id, question });
    return answer;
  }

  /** Ends a question: what is known so far is its answer. @param {number} id */
  async stop(id) {
    if (!this.waiting.has(id)) return;
    (await this.worker)?.postMessage({ stop: id });
    setTimeout(() => this.waiting.has(id) && this.end(), PATIENCE);
  }

  /** @param {{id: number, known?: any, answer?: any, fault?: string, bytes?: number}} message */
  heard({ id, known, answer, fault, bytes }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    if (known !== undefined) {
      waiting.known = known;
      waiting.tell?.(known);
      return;
    }
    this.waiting.delete(id);
    if (bytes) this.bytes = bytes;
    if (fault === undefined) waiting.resolve(answer);
    else waiting.reject(new Error(fault));
  }

  /** The worker goes, with whatever it was thinking about; the next question makes another one. @param {Error} [error] */
  async end(error) {
    const [worker, waiting] = [this.worker, [...this.waiting.values()]];
    this.worker = null;
    this.waiting.clear();
    for (const one of waiting) {
      if (one.known !== null && !error) one.resolve(one.known);
      else one.reject(error ?? new DOMException("the question was withdrawn", "AbortError"));
    }
    (await worker?.catch(() => null))?.terminate();
  }
}

export const inBrowser = new InBrowser();
