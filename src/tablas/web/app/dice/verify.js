/**
 * Checks the dice of a record with WebCrypto alone, as docs/fair-dice.md tells it. This file
 * imports nothing, so that it also works inside one page saved to disk.
 *
 * @typedef {{en: string, es: string}} Words
 * @typedef {{line: number, roll: number | null, words: Words}} Finding
 * @typedef {object} RollReport
 * @property {number} number
 * @property {number} line
 * @property {string} by
 * @property {number[]} dice
 * @property {boolean} proven
 * @typedef {object} GameReport
 * @property {boolean} proven
 * @property {string} key that signed it; empty where nobody did
 * @property {boolean} unknownKey whether that is not the one that the reader knows
 * @property {string} game
 * @property {string} white
 * @property {string} black
 * @property {RollReport[]} rolls
 * @property {Finding[]} findings
 * @property {Words[]} notes
 */

const PARTIES = ["server", "white", "black"];
/** @type {Record<string, RegExp>} */
const FORM = {
  protocol: /^tablas-dice\/1$/,
  id: /^[A-Za-z0-9_-]{1,64}$/,
  mode: /^(live|correspondence|local)$/,
  time: /^\d{4}(-\d{2}){2}T\d{2}(:\d{2}){2}Z$/,
};

/** @param {string} en @param {string} es @returns {Words} */
const words = (en, es) => ({ en, es });
/** @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {unknown} text @param {number} [length] @returns {Uint8Array | null} */
function unhex(text, length = 32) {
  if (typeof text !== "string" || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} a @param {Uint8Array} b */
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** @param {Uint8Array} link */
async function linkBefore(link) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined([ascii("tablas-dice/1|chain|"), link])));
}

/** @param {number} value @param {number} size */
const big = (value, size) => Uint8Array.from({ length: size }, (_, i) => (value >>> (8 * (size - 1 - i))) & 255);

/**
 * The two dice that the openings make.
 * @param {string} id
 * @param {number} number
 * @param {Record<string, Uint8Array | undefined>} openings
 */
export async function diceOf(id, number, openings) {
  const server = /** @type {BufferSource} */ (openings.server);
  const key = await crypto.subtle.importKey("raw", server, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const nothing = new Uint8Array(32);
  const mixed = [ascii("tablas-dice/1|roll|"), ascii(id), big(number, 4), openings.white ?? nothing, openings.black ?? nothing];
  /** @type {number[]} */
  const dice = [];
  for (let block = 0; dice.length < 2; block += 1) {
    const bytes = await crypto.subtle.sign("HMAC", key, joined([...mixed, big(block, 1)]));
    dice.push(...[...new Uint8Array(bytes)].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
  }
  return dice.slice(0, 2);
}

/**
 * Every game of a record.
 * @param {string} text
 * @param {string} [known] the server's key; what another one signed is not proven
 * @returns {Promise<GameReport[]>}
 */
export async function verify(text, known = "") {
  /** @type {{header: any, first: number, lines: {line: number, fields: any}[]}[]} */
  const games = [];
  text.split("\n").forEach((row, index) => {
    if (!row.trim()) return;
    const fields = JSON.parse(row);
    if ("tablas" in fields) games.push({ header: fields, first: index + 1, lines: [] });
    else if (!games.length) throw new SyntaxError("no header");
    else games[games.length - 1].lines.push({ line: index + 1, fields });
  });
  if (!games.length) throw new SyntaxError("no header");
  return Promise.all(games.map(({ header, first, lines }) => verifyGame(header, first, lines, known)));
}

/**
 * @param {any} header
 * @param {number} first
 * @param {{line: number, fields: any}[]} lines
 * @param {string} known
 * @returns {Promise<GameReport>}
 */
async function verifyGame(header, first, lines, known) {
  /** @type {GameReport} */
  const report = { proven: false, key: header.dice?.key ?? "", unknownKey: false, game: header.game, white: header.white ?? "", black: header.black ?? "", rolls: [], findings: [], notes: [] };
  const anchors = await checkReceipt(header, first, report);
  const rolls = lines.filter(({ fields }) => fields.do === "opening" || fields.do === "rolled");
  if (anchors) await checkRolls(header.dice, anchors, rolls, report);
  // What nothing else has found, the signature over the whole record does.
  if (anchors && report.key && !report.findings.length) await checkClosing(header, first, lines, report);
  report.unknownKey = report.key !== "" && report.key !== known;
  report.proven = !report.findings.length && !report.unknownKey;
  return report;
}

/** @param {any} header @param {number} line @param {GameReport} report */
async function checkReceipt(header, line, report) {
  const { dice } = header;
  /** @param {string} en @param {string} es */
  const fault = (en, es) => void report.findings.push({ line, roll: null, words: words(en, es) });
  if (!dice) return fault("the record says nothing about where its dice come from", "el registro no dice de dónde salen sus dados");
  const anchors = Object.fromEntries(PARTIES.map((party) => [party, unhex(dice.anchors?.[party])]));
  const formed = Object.entries(FORM).every(([name, form]) => typeof dice[name] === "string" && form.test(dice[name]));
  if (!formed || PARTIES.some((party) => !anchors[party])) return fault("the receipt cannot be read", "el recibo no se puede leer");
  const whole = /** @type {Record<string, Uint8Array>} */ (anchors);
  if (dice.mode !== "local" || dice.key || dice.signature) await checkSignature(header, whole, fault, report);
  return whole;
}

/**
 * @param {any} header
 * @param {Record<string, Uint8Array>} anchors
 * @param {(en: string, es: string) => void} fault
 * @param {GameReport} report
 */
async function checkSignature(header, anchors, fault, report) {
  const { dice } = header;
  const [key, signature] = [unhex(dice.key), unhex(dice.signature, 64)];
  if (!key || !signature) return fault("the receipt is not signed", "el recibo no está firmado");
  const texts = [dice.id, dice.mode, header.white ?? "", header.black ?? "", dice.time].map(ascii);
  const message = joined([
    ascii("tablas-dice/1|receipt|"),
    ...PARTIES.map((party) => anchors[party]),
    ...texts.flatMap((text) => [big(text.length, 2), text]),
  ]);
  const signed = await signedBy(key, signature, message);
  if (signed === null) {
    report.notes.push(words("This browser cannot check Ed25519: the signature stays unchecked.", "Este navegador no sabe comprobar Ed25519: la firma queda sin comprobar."));
    return;
  }
  if (!signed) fault("the signature does not belong to this receipt", "la firma no corresponde a este recibo");
}

/**
 * The server has signed every line of the game, from its header to the one before the last.
 * @param {any} header
 * @param {number} first
 * @param {{line: number, fields: any}[]} lines
 * @param {GameReport} report
 */
async function checkClosing(header, first, lines, report) {
  /** @param {string} en @param {string} es */
  const fault = (en, es) => void report.findings.push({ line: first, roll: null, words: words(en, es) });
  const { time, signature, ...more } = lines.at(-1)?.fields.closed ?? {};
  const end = unhex(signature, 64);
  if (!end || !FORM.time.test(time)) return fault("the record has no signed end", "el registro no tiene un final firmado");
  const before = [header, ...lines.slice(0, -1).map(({ fields }) => fields)];
  const alone = Object.keys(lines[lines.length - 1].fields).length === 1 && !Object.keys(more).length;
  const content = before.map((fields) => `${JSON.stringify(fields)}\n`).join("");
  const message = joined([ascii("tablas-dice/1|record|"), big(ascii(time).length, 2), ascii(time), ascii(content)]);
  const signed = await signedBy(/** @type {Uint8Array} */ (unhex(report.key)), end, message);
  if (signed === false || !alone) fault("the signed end does not belong to this record", "el final firmado no corresponde a este registro");
}

/** Null where this browser cannot tell. @param {Uint8Array} key @param {Uint8Array} signature @param {Uint8Array} message */
async function signedBy(key, signature, message) {
  try {
    const known = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, /** @type {BufferSource} */ (signature), /** @type {BufferSource} */ (message));
  } catch {
    return null;
  }
}

/**
 * @param {any} dice
 * @param {Record<string, Uint8Array>} anchors
 * @param {{line: number, fields: any}[]} rolls
 * @param {GameReport} report
 */
async function checkRolls(dice, anchors, rolls, report) {
  /** @type {Record<string, {number: number, link: Uint8Array}>} */
  const last = Object.fromEntries(PARTIES.map((party) => [party, { number: 0, link: anchors[party] }]));
  let number = 0;
  for (const { line, fields } of rolls) {
    number += 1;
    const before = report.findings.length;
    const recorded = fields.do === "opening" ? [fields.white, fields.black] : fields.dice;
    const by = fields.do === "opening" ? "white" : fields.side;
    /** @param {string} en @param {string} es */
    const fault = (en, es) => void report.findings.push({ line, roll: number, words: words(en, es) });
    const openings = await checkOpenings(dice, fields, { by, number }, last, fault);
    if (openings) {
      const made = await diceOf(dice.id, number, openings);
      const orders = fields.do === "opening" ? [made] : [made, [made[1], made[0]]];
      if (!orders.some((pair) => String(pair) === String(recorded))) {
        fault(`the openings make ${made.join(" and ")}, the record says ${recorded.join(" and ")}`, `de las aperturas sale ${made.join(" y ")}, el registro dice ${recorded.join(" y ")}`);
      }
    }
    report.rolls.push({ number, line, by: fields.do === "opening" ? "" : by, dice: recorded, proven: report.findings.length === before });
  }
}

/**
 * @param {any} dice
 * @param {any} fields
 * @param {{by: string, number: number}} roll
 * @param {Record<string, {number: number, link: Uint8Array}>} last
 * @param {(en: string, es: string) => void} fault
 */
async function checkOpenings(dice, fields, { by, number }, last, fault) {
  const parties = dice.mode === "live" ? PARTIES : ["server", by];
  const { proof } = fields;
  if (!proof) return fault("the roll has no proof", "la tirada no tiene prueba");
  const named = Object.keys(proof).filter((name) => name !== "roll").sort().join();
  if (proof.roll !== number) return fault(`this is roll ${number}, the proof is for ${proof.roll}`, `es la tirada ${number} y la prueba es de la ${proof.roll}`);
  if (named !== [...parties].sort().join()) return fault("the wrong parties have opened", "no han abierto las partes debidas");
  /** @type {Record<string, Uint8Array>} */
  const openings = {};
  for (const party of parties) {
    const opened = unhex(proof[party]);
    if (!opened) return fault(`the opening of ${party} cannot be read`, `la apertura de ${party} no se puede leer`);
    let link = opened;
    for (let k = last[party].number; k < number; k += 1) link = await linkBefore(link);
    if (!same(link, last[party].link)) return fault(`the opening of ${party} does not fit the seal`, `la apertura de ${party} no encaja en el sello`);
    last[party] = { number, link: opened };
    openings[party] = opened;
  }
  return openings;
}
