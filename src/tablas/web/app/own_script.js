/** Addresses of our own scripts: the page may load scripts only by a policy that vouches for them. */

const types = /** @type {any} */ (globalThis).trustedTypes;
const policy = types?.createPolicy("tablas", { createScriptURL: (/** @type {string} */ url) => url });

/** @param {string} path of this server @returns {string} */
export const ownScript = (path) => policy?.createScriptURL(path) ?? path;
