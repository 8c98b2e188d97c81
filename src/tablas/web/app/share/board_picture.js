/** A board as a picture: its SVG with everything it takes to be drawn elsewhere, then pixels. */

const VARIABLE = /var\((--[\w-]+)/g;
const FONT = new URL("../../fonts/figtree.woff2", import.meta.url);

/** @type {Promise<string> | null} */
let font = null; // of the numbers, as an address that holds the file itself

/**
 * What a board shows now, as SVG that needs nothing else: the rules of its own sheet, the colours
 * of the theme that the page has, the face of the numbers.
 * @param {any} board the element
 * @param {number} width in pixels
 */
export async function boardSvg(board, width) {
  await board.updateComplete;
  const root = /** @type {ShadowRoot} */ (board.renderRoot);
  const drawn = /** @type {SVGSVGElement} */ (root.querySelector("svg"));
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const { width: across, height: down } = drawn.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(Math.round((width * down) / across)));
  for (const { name, value } of board.attributes) if (name.startsWith("data-")) copy.setAttribute(name, value);
  const rules = sheetOf(board);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = `${await face()}svg{${coloursOf(board, rules)}}${rules}`;
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

/** The rules of a board's sheet, said of the picture itself. @param {any} board */
function sheetOf(board) {
  const parts = /** @type {{cssText: string}[]} */ (board.constructor.elementStyles ?? []);
  return parts
    .map(({ cssText }) => cssText)
    .join("\n")
    .replace(/:host\(((?:[^()]|\([^)]*\))*)\)/g, "svg$1")
    .replace(/:host/g, "svg");
}

/** Every variable that the rules use, as this page has it. @param {Element} board @param {string} rules */
function coloursOf(board, rules) {
  const style = getComputedStyle(board);
  const markup = board.shadowRoot?.querySelector("svg")?.outerHTML ?? "";
  const names = new Set([...`${rules}${markup}`.matchAll(VARIABLE)].map((match) => match[1]));
  return [...names].flatMap((name) => {
    const value = name === "--font-number" ? "Figtree" : style.getPropertyValue(name).trim();
    return value ? [`${name}:${value}`] : [];
  }).join(";");
}

/** The face of the numbers, inside the picture: an SVG that is drawn as one may load nothing. */
async function face() {
  font ??= fetch(FONT).then(async (answer) => addressOf(await answer.blob()));
  return `@font-face{font-family:Figtree;font-weight:300 900;src:url(${await font})}`;
}

/** Bytes as an address that holds them: pages may show no others. @param {Blob} bytes @returns {Promise<string>} */
export function addressOf(bytes) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(bytes);
  });
}

/**
 * SVG as pixels.
 * @param {string} svg
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim() || "#f6f1e7";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const png = (canvas) =>
  new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
