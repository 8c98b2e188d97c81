/** Keeps the static parts of one version, and a shell for when the server is out of reach. */

const version = new URL(self.location.href).searchParams.get("v") ?? "none";
const CACHE = `tablas-${version}`;
const SHELLS = ["/", "/rules", "/rules/abak", "/rules/backgammon", "/rules/abalone"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELLS))
      .then(() => self.skipWaiting()),
  );
});

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
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

/** Files of a version never change: the first answer is for good. */
async function kept(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  // The worker may sleep as soon as it has answered, but not before this is written.
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()));
  return answer;
}

/** Pages come from the server; without it, from what was read before. */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && SHELLS.includes(url.pathname)) {
      const copy = answer.clone();
      event.waitUntil(caches.open(CACHE).then((cache) => cache.put(url.pathname, copy)));
    }
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(url.pathname)) ?? (await cache.match("/")) ?? Response.error();
  }
}
