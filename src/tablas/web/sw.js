/** Keeps the static parts of one version, and pages for when the server is out of reach. */

const version = new URL(self.location.href).searchParams.get("v") ?? "none";
const CACHE = `tablas-${version}`;
const BASE = `/static/${version}/`;
const INSTEAD = "/offline"; // of a page that cannot be had
const SHELLS = [INSTEAD, "/", "/local", "/rules", "/settings"];
const CATALOGUE = "/api/kinds";
const ENGINE = "/api/engine"; // what the kernel in a browser needs to know
const COMPLETE = "/kept"; // stands in the cache when everything does: then games can be played here
const NETS = "/nets/"; // under addresses that change with them
const PART = /(?:href|src)="(\/static\/[^"]+)"/g;
const LANGUAGE = /<html lang="(\w+)"/;

self.addEventListener("install", (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

/** The catalogue of games, the pages that need nothing else, and what these consist of. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.add(CATALOGUE);
  await cache.addAll(await pages(cache));
  const parts = new Set();
  for (const path of await pages(cache)) {
    const text = await (await cache.match(path)).text();
    for (const [, part] of text.matchAll(PART)) parts.add(part);
  }
  await cache.addAll([...parts].filter((part) => !part.endsWith(".png")));
}

/** @param {Cache} cache */
async function pages(cache) {
  const { kinds } = await (await cache.match(CATALOGUE)).json();
  return [...SHELLS, ...kinds.map(({ rules }) => rules)];
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n !== CACHE).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  );
});

/** An installed app asks for everything: boards that were never opened, and the engine with its nets, too. */
self.addEventListener("message", (event) => {
  if (event.data === "keep-all") event.waitUntil(keepAll().then(() => event.source?.postMessage("kept-all")));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  const { files } = await (await fetch(`${BASE}files.json`)).json();
  await cache.add(ENGINE);
  const { games } = await (await cache.match(ENGINE)).json();
  const nets = Object.values(games).flatMap((game) => [...Object.values(game.nets), ...(game.book ? [game.book] : [])]);
  for (const path of [...files, ...nets]) if (!(await cache.match(path))) await cache.add(path);
  await cache.put(COMPLETE, new Response("yes"));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(BASE) || url.pathname.startsWith(NETS)) event.respondWith(kept(event));
  else if (request.mode === "navigate" || url.pathname === CATALOGUE || url.pathname === ENGINE) event.respondWith(page(event, url.pathname));
});

/** Files of a version never change: the first answer is for good. */
async function kept(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  // The worker may sleep as soon as it has answered, but not before this is written.
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()));
  return answer;
}

/** Pages and the catalogue come from the server; without it, what was kept, or a page that says so. */
async function page(event, path) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(renew(path, answer.clone()));
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    const instead = path.startsWith("/api/") ? undefined : await cache.match(INSTEAD);
    return (await cache.match(path)) ?? instead ?? Response.error();
  }
}

/** Keep the newest of what was kept at the beginning; all of it anew where the language has changed. */
async function renew(path, answer) {
  const cache = await caches.open(CACHE);
  if (path !== ENGINE && !(await cache.match(path))) return;
  await cache.put(path, answer.clone());
  if (path.startsWith("/api/")) return;
  const [now, before] = await Promise.all([answer, await cache.match(INSTEAD)].map(language));
  if (now !== before) await cache.addAll(await pages(cache));
}

/** @param {Response | undefined} answer */
const language = async (answer) => LANGUAGE.exec((await answer?.text()) ?? "")?.[1];
