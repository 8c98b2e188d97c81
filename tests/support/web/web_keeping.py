"""An installed app in a test: it has everything that it needs without a connection."""

from __future__ import annotations

# What an installed app asks its service worker for; `/kept` comes last.
KEPT = """async () => {
  (await navigator.serviceWorker.ready).active.postMessage("keep-all");
  while (!(await caches.match("/kept"))) await new Promise((done) => setTimeout(done, 50));
}"""
