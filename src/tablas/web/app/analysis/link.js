/** A tree as the part of an address behind its `#`: packed small, and read by nobody but this page. */

const FLAT = "j"; // as it is, where a browser cannot pack
const PACKED = "z";

/** @param {unknown} value */
export async function writeLink(value) {
  const data = new TextEncoder().encode(JSON.stringify(value));
  if (typeof CompressionStream !== "function") return FLAT + base64(data);
  return PACKED + base64(await through(data, new CompressionStream("deflate-raw")));
}

/** What a link says; throws where it is damaged. @param {string} text @returns {Promise<any>} */
export async function readLink(text) {
  const data = Uint8Array.from(atob(text.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const plain = text.startsWith(PACKED) ? await through(data, new DecompressionStream("deflate-raw")) : data;
  return JSON.parse(new TextDecoder().decode(plain));
}

/** @param {Uint8Array<ArrayBuffer>} data @param {CompressionStream | DecompressionStream} stream */
async function through(data, stream) {
  const packed = new Blob([data]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** @param {Uint8Array} data */
const base64 = (data) => btoa(Array.from(data, (one) => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
