/** Something to show to others: the link, a picture of the board, a looping clip of the game. */

import { html, nothing, render } from "../../vendor/lit.js";
import { download } from "../download.js";
import { notice } from "../page_frame.js";
import { t } from "../words.js";
import { addressOf, png } from "./board_picture.js";
import { makeClip } from "./clip.js";
import { Stage } from "./stage.js";

/** @import {Shown} from "./stage.js" */
/** @import {Moment} from "../game/moments.js" */

/**
 * @typedef {object} Shared
 * @property {string} link
 * @property {string} name of the files, without their ending
 * @property {Shown} shown what the picture shows
 * @property {string} [curve] the address of a picture with the curve of a review
 * @property {() => Promise<Moment[]>} [moments] of the whole game, where there is one
 */

const WIDTH = 960; // of the picture, in pixels

/** @param {Shared} shared */
export async function openShare(shared) {
  const box = document.createElement("dialog");
  box.className = "question share";
  box.setAttribute("aria-labelledby", "share-title");
  document.body.append(box);
  const view = new ShareView(box, shared);
  box.addEventListener("close", () => {
    view.stopped.abort();
    box.remove();
  });
  box.addEventListener("pointerdown", (event) => event.target === box && box.close());
  view.draw();
  box.showModal();
  await view.paint();
}

class ShareView {
  stopped = new AbortController();
  /** @type {HTMLCanvasElement | null} */
  canvas = null;
  /** @type {Blob | null} */
  clip = null;
  clipAddress = "";
  /** How much of the clip is made, or null. @type {number | null} */
  made = null;

  /** @param {HTMLDialogElement} box @param {Shared} shared */
  constructor(box, shared) {
    this.box = box;
    this.shared = shared;
  }

  async paint() {
    const stage = new Stage(WIDTH);
    try {
      this.canvas = await stage.paint(this.shared.shown);
    } finally {
      stage.close();
    }
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", t("The board as a picture"));
    this.draw();
  }

  draw() {
    const { canvas, shared, clip, made, box } = this;
    render(
      html`<h2 id="share-title">${t("Share")}</h2>
        <div class="share-picture">${clip ? html`<img alt=${t("The game as a clip")} src=${this.clipAddress} />` : (canvas ?? nothing)}</div>
        <div class="buttons">
          <button @click=${() => this.copyLink()}>${t("Copy a link")}</button>
          <button ?disabled=${!canvas} @click=${() => this.savePicture()}>${t("Save the picture")}</button>
          ${shared.curve ? html`<a class="button" href=${shared.curve} download=${`${shared.name}.png`}>${t("Picture with the curve")}</a>` : nothing}
          ${!shared.moments
            ? nothing
            : clip
              ? html`<button class="primary" @click=${() => this.hand(clip, "gif")}>${t("Save the clip")}</button>`
              : html`<button ?disabled=${made !== null} @click=${() => this.makeClip()}>${made === null ? t("Make a clip") : t("Making the clip: {percent} %", { percent: Math.round(made * 100) })}</button>`}
          <button class="no" @click=${() => box.close()}>${t("Close")}</button>
        </div>`,
      box,
    );
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(this.shared.link);
      notice(t("Link copied."));
    } catch {
      notice(t("The browser does not let this page copy. Select the text and copy it yourself."));
    }
  }

  async savePicture() {
    if (this.canvas) this.hand(await png(this.canvas), "png");
  }

  async makeClip() {
    const { moments, shown } = this.shared;
    if (!moments || this.made !== null) return;
    this.progress(0);
    try {
      const { game, view, target = 6 } = shown;
      this.clip = await makeClip({ game, view, target, moments: await moments() }, (share) => this.progress(share), this.stopped.signal);
      this.clipAddress = await addressOf(this.clip);
      this.draw();
    } catch (error) {
      if (!this.stopped.signal.aborted) notice(/** @type {Error} */ (error).message);
      this.progress(null);
    }
  }

  /** @param {number | null} share */
  progress(share) {
    this.made = share;
    this.draw();
  }

  /** To the device's own way of sharing where a finger can choose it, else into a file. @param {Blob} blob @param {string} ending */
  hand(blob, ending) {
    const file = new File([blob], `${this.shared.name}.${ending}`, { type: blob.type });
    const given = { files: [file], title: "Tablas" };
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(given)) return void navigator.share(given).catch(() => {});
    download(blob, file.name);
  }
}
