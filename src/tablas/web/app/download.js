/** Give a file to whoever looks at the page. */

const READ_BY_THEN = 60_000; // ms: a browser may read it after it has asked where to

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_BY_THEN);
}
