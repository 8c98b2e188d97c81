/** Short sounds, made here: no files, and nothing before the first touch of the page. */

import { afterPaint } from "./after_paint.js";
import { settings } from "./settings.js";

/** @typedef {"move" | "roll" | "turn" | "end" | "said"} Sound */

/** Pitch in hertz, length in seconds, and how soft. @type {Record<Sound, [number, number, number][]>} */
const NOTES = {
  move: [[320, 0.05, 0.12]],
  roll: [[210, 0.03, 0.14], [260, 0.03, 0.12], [190, 0.05, 0.12]],
  turn: [[523, 0.08, 0.1], [659, 0.12, 0.1]],
  end: [[523, 0.1, 0.12], [659, 0.1, 0.12], [784, 0.22, 0.12]],
  said: [[880, 0.06, 0.06]],
};

/** @type {AudioContext | null} */
let audio = null;

/** After the next paint: what is seen comes first, and the first sound opens a device. @param {Sound} sound */
export function sound(sound) {
  if (!settings().sounds || !navigator.userActivation?.hasBeenActive) return;
  afterPaint(() => play(sound));
}

/** @param {Sound} sound */
function play(sound) {
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length, volume] of NOTES[sound]) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.type = sound === "roll" || sound === "move" ? "square" : "sine";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
