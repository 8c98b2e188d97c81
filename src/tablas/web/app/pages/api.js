/** The server's routes for programs, from its own description; nothing is loaded from elsewhere. */

import { html, nothing, render } from "../../vendor/lit.js";
import { get } from "../api.js";
import { t } from "../words.js";

/** @typedef {{method: string, path: string, summary: string, description: string, parameters: any[]}} Route */

/** @param {HTMLElement} place */
export async function show(place) {
  let described;
  try {
    described = await get("/api/openapi.json");
  } catch {
    render(html`<div class="stack"><h1>${t("For programs")}</h1><p>${t("This server does not describe its routes.")}</p></div>`, place);
    return;
  }
  render(view(routesOf(described)), place);
}

/** By topic. @param {any} described @returns {Map<string, Route[]>} */
function routesOf(described) {
  /** @type {Map<string, Route[]>} */
  const topics = new Map();
  for (const [path, methods] of Object.entries(described.paths)) {
    for (const [method, route] of Object.entries(/** @type {Record<string, any>} */ (methods))) {
      const [topic = "more"] = route.tags ?? [];
      const { summary = "", description = "", parameters = [] } = route;
      topics.set(topic, [...(topics.get(topic) ?? []), { method: method.toUpperCase(), path, summary, description, parameters }]);
    }
  }
  return topics;
}

/** @param {Map<string, Route[]>} topics */
function view(topics) {
  return html`<div class="stack">
    <h1>${t("For programs")}</h1>
    <p>${t("Everything that these pages do, a program can do too. Make a token under Account and send it as Authorization: Bearer.")}
      <a href="/api/openapi.json">openapi.json</a></p>
    ${[...topics].map(
      ([topic, routes]) => html`<section class="panel" lang="en"><h2>${topic}</h2>
        ${routes.map(
          (route) => html`<details><summary><code>${route.method} ${route.path}</code> ${route.summary}</summary>
            ${route.description ? html`<p>${route.description}</p>` : nothing}
            <ul>${route.parameters.map((one) => html`<li><code>${one.name}</code> (${one.in}) ${one.description ?? ""}</li>`)}</ul>
          </details>`,
        )}</section>`,
    )}
  </div>`;
}
