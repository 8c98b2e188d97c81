/**
 * Short sounds and buzzes. The files are rendered by tools/web/sounds.py and fetched when they are
 * first needed; nothing is heard before the first touch of the page.
 */

import { afterPaint } from "./after_paint.js";
import { settings } from "./settings.js";

/** @typedef {"roll" | "move" | "hit" | "push" | "eject" | "cube" | "clock" | "turn" | "said" | "win" | "loss" | "end"} Sound */

/** @type {Record<import("./settings.js").Settings["sounds"], number>} */
const GAINS = { off: 0, quiet: 0.22, usual: 0.6, loud: 1, auto: 0.6 };
const NIGHT = [22, 7]; // from and to these hours of the reader it is quiet, unless something else is chosen
const SILENT = 0.004; // what is softer than that at the beginning is the encoder's, not the sound's
/** Milliseconds of buzzing and rest. @type {Partial<Record<Sound, number[]>>} */
const BUZZES = { move: [8], hit: [18, 40, 18], push: [8], eject: [25], turn: [20], clock: [60], win: [40, 60, 40, 60, 90], loss: [90], end: [60] };

/** @type {AudioContext | null} */
let audio = null;
/** @type {Map<Sound, Promise<{buffer: AudioBuffer, begins: number}>>} */
const loaded = new Map();
/** What was asked for and is not over. @type {Set<AudioBufferSourceNode>} */
const sounding = new Set();
let asked = 0; // goes up when everything is hushed: what is still being fetched then stays silent

/** How loud, from 0 to 1. @param {Date} [now] */
export function loudness(now = new Date()) {
  const { sounds } = settings();
  const [from, to] = NIGHT;
  const night = now.getHours() >= from || now.getHours() < to;
  return sounds === "auto" && night ? GAINS.quiet : (GAINS[sounds] ?? 0);
}

/**
 * After the next paint: what is seen comes first, and the first sound opens a device.
 * @param {Sound} name
 * @param {number} [later] milliseconds
 */
export function sound(name, later = 0) {
  if (!navigator.userActivation?.hasBeenActive) return;
  const turn = asked;
  const due = performance.now() + later;
  buzz(name, later);
  if (loudness() > 0) afterPaint(() => void play(name, due, turn).catch(() => loaded.delete(name)));
}

/** Fetch what will be needed soon, after the first touch. @param {Sound[]} names */
export function prepare(names) {
  const once = { once: true, capture: true };
  const fetchAll = () => {
    if (loudness() > 0) for (const name of names) load(name).catch(() => loaded.delete(name));
  };
  addEventListener("pointerdown", fetchAll, once);
  addEventListener("keydown", fetchAll, once);
}

/** What was to be heard later is not: somebody has skipped to the present. */
export function hush() {
  asked += 1;
  for (const source of sounding) source.stop();
  sounding.clear();
}

/** @param {Sound} name @param {number} due @param {number} turn */
async function play(name, due, turn) {
  const { buffer, begins } = await load(name);
  if (turn !== asked || !audio) return;
  if (audio.state === "suspended") await audio.resume();
  const [source, gain] = [audio.createBufferSource(), audio.createGain()];
  source.buffer = buffer;
  gain.gain.value = loudness();
  source.connect(gain).connect(audio.destination);
  source.addEventListener("ended", () => sounding.delete(source));
  sounding.add(source);
  source.start(audio.currentTime + Math.max(0, due - performance.now()) / 1000, begins);
}

/** @param {Sound} name */
function load(name) {
  const known = loaded.get(name) ?? read(name);
  loaded.set(name, known);
  return known;
}

/** @param {Sound} name */
async function read(name) {
  audio ??= new AudioContext();
  const answer = await fetch(new URL(`../sounds/${name}.mp3`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status}`);
  const buffer = await audio.decodeAudioData(await answer.arrayBuffer());
  const first = buffer.getChannelData(0).findIndex((value) => Math.abs(value) > SILENT);
  return { buffer, begins: Math.max(0, first) / buffer.sampleRate };
}

/** Whether this device can buzz: a hand holds it. */
export const canBuzz = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** @param {Sound} name @param {number} later */
function buzz(name, later) {
  const pattern = BUZZES[name];
  if (!pattern || !settings().haptics || !canBuzz()) return;
  setTimeout(() => navigator.vibrate(pattern), later);
}
