"""An installed app in a test: it has everything that it needs without a connection."""

from __future__ import annotations

# What an installed app asks its service worker for; the last net comes last.
KEPT = """async () => {
  (await navigator.serviceWorker.ready).active.postMessage("keep-all");
  const { games } = await (await fetch("/api/engine")).json();
  const files = Object.values(games).flatMap(({ nets, book }) => [...Object.values(nets), book]);
  for (const net of files.filter(Boolean)) {
    while (!(await caches.match(net))) await new Promise((done) => setTimeout(done, 50));
  }
}"""
