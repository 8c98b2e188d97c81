/** All of the app on this device, so that it plays without a connection: an installed one asks by itself, others may. */

import { keep } from "../settings.js";

const COMPLETE = "/kept"; // as sw.js notes it

export const canKeep = () => "serviceWorker" in navigator && "caches" in globalThis;

/** Whether everything is here. @returns {Promise<boolean>} */
export const complete = async () => canKeep() && Boolean(await caches.match(COMPLETE));

/** Fetches what is missing, now and after each update; comes back when it is there. */
export async function keepEverything() {
  keep("tablas-keeps", { all: true });
  const worker = (await navigator.serviceWorker.ready).active;
  const done = new Promise((resolve) => navigator.serviceWorker.addEventListener("message", ({ data }) => data === "kept-all" && resolve(null)));
  worker?.postMessage("keep-all");
  await done;
}
