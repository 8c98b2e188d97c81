/** What the plays of both dice games are written with. */

/** @import {KernelStep} from "../engine/kernel.js" */

const BAR = 25;
const OFF = 0;

/** A place as the mover numbers it. @param {number} place */
export const nameOf = (place) => (place === BAR ? "bar" : place === OFF ? "off" : String(place));

/** The larger die first, then from the highest point down: the order in which boards list steps. @param {KernelStep} a @param {KernelStep} b */
export const barFirst = (a, b) => b.die - a.die || b.source - a.source;

/** The steps joined where one checker goes on, or might have, from where another stopped. @param {{source: number, target: number}[]} steps */
export function chainsOf(steps) {
  /** @type {number[][]} */
  const chains = [];
  for (const { source, target } of steps) {
    const chain = chains.find((one) => one[one.length - 1] === source);
    if (chain) chain.push(target);
    else chains.push([source, target]);
  }
  return chains;
}
