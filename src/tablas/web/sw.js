/** Keeps the static parts of one version, and a shell for when the server is out of reach. */

const version = new URL(self.location.href).searchParams.get("v") ?? "none";
const CACHE = `tablas-${version}`;
const SHELLS = ["/", "/rules"];
const CATALOGUE = "/api/kinds";

self.addEventListener("install", (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

/** The first page, the catalogue of games, and the rules of each. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELLS, CATALOGUE]);
  const { kinds } = await (await cache.match(CATALOGUE)).json();
  await cache.addAll(kinds.map(({ rules }) => rules));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n !== CACHE).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(`/static/${version}/`)) event.respondWith(kept(event));
  else if (request.mode === "navigate" || url.pathname === CATALOGUE) event.respondWith(page(event, url));
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

/** Pages and the catalogue come from the server; without it, from what was read before. */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(renew(url.pathname, answer.clone()));
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(url.pathname)) ?? (await cache.match("/")) ?? Response.error();
  }
}

/** Keep the newest of what was kept at the beginning, and of nothing else. */
async function renew(path, answer) {
  const cache = await caches.open(CACHE);
  if (await cache.match(path)) await cache.put(path, answer);
}
