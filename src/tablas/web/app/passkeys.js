/** Passkeys: the server's questions to `navigator.credentials`, and its answers, as JSON. */

import { post } from "./api.js";

/** Whether this browser and address can use them. */
export const canUsePasskeys = () => "PublicKeyCredential" in window && "credentials" in navigator;

/** @param {ArrayBuffer} buffer */
function base64url(buffer) {
  const text = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} text */
function unbase64url(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {any[]} [list] */
const withIds = (list) => list?.map((one) => ({ ...one, id: unbase64url(one.id) }));

/** Make a new passkey. @param {any} options */
async function create(options) {
  const publicKey = {
    ...options,
    challenge: unbase64url(options.challenge),
    user: { ...options.user, id: unbase64url(options.user.id) },
    excludeCredentials: withIds(options.excludeCredentials),
  };
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return {
    id: made.id,
    rawId: base64url(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
    clientExtensionResults: made.getClientExtensionResults(),
  };
}

/** Show a passkey. @param {any} options */
async function show(options) {
  const publicKey = {
    ...options,
    challenge: unbase64url(options.challenge),
    allowCredentials: withIds(options.allowCredentials),
  };
  const shown = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (shown.response);
  return {
    id: shown.id,
    rawId: base64url(shown.rawId),
    type: shown.type,
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      authenticatorData: base64url(response.authenticatorData),
      signature: base64url(response.signature),
      userHandle: response.userHandle ? base64url(response.userHandle) : null,
    },
    clientExtensionResults: shown.getClientExtensionResults(),
  };
}

/** @param {string} name @param {string} label */
export async function registerWithPasskey(name, label) {
  const { challenge, options } = await post("/api/register/passkey/options", { name });
  return post("/api/register/passkey", { challenge, credential: await create(options), label });
}

export async function logInWithPasskey() {
  const { challenge, options } = await post("/api/login/passkey/options");
  return post("/api/login/passkey", { challenge, credential: await show(options) });
}

/** @param {string} label */
export async function addPasskey(label) {
  const { challenge, options } = await post("/api/passkeys/options");
  return post("/api/passkeys", { challenge, credential: await create(options), label });
}

export async function proveWithPasskey() {
  const { challenge, options } = await post("/api/proof/options");
  return post("/api/proof", { passkey: { challenge, credential: await show(options) } });
}
