/** Why a step is not among the legal ones: looked up in the graph of the turn. */

/**
 * The steps that come before it, and the rule against the last one, as the server has written it.
 * @param {any} graph
 * @param {string[]} refused steps in notation; where a turn is one move, its cells and the direction
 * @returns {{first: string[], reason: {en: string, es: string} | null}}
 */
export function reasonAgainst(graph, refused) {
  const first = refused.slice(0, -1);
  const last = refused[refused.length - 1];
  if (!last.includes("/")) {
    const known = graph.nodes[0].why.find((/** @type {any} */ [cells, way]) => cells === first.join("") && way === last);
    return { first: [], reason: known ? graph.reasons[known[2]] : null };
  }
  let [node] = graph.nodes;
  for (const word of first) node = graph.nodes[node.steps.find((/** @type {any} */ one) => one.word === word).next];
  const [source, target] = last.replace(/^[A-Z](?=[\db])|[*+^]/g, "").split("/").map(placeOf);
  const die = source - target;
  const against = (node.why ?? []).filter((/** @type {any} */ [place]) => place === source);
  const known = against.find((/** @type {any} */ [, , which]) => which === die) ?? against.find((/** @type {any} */ [, , which]) => which === 0) ?? against[0];
  return { first, reason: known ? graph.reasons[known[3]] : null };
}

/** @param {string} name */
const placeOf = (name) => ({ bar: 25, off: 0 })[name] ?? Number(name);
