/** The board element of a game, fed from its state. */

import { html, nothing } from "../../vendor/lit.js";
import { sentence } from "../api.js";
import { notice } from "../frame.js";
import { language, spoken } from "../words.js";

/** @import {GameName, Side} from "../../board/types.js" */
/** @import {Settings} from "../settings.js" */

/**
 * @typedef {object} BoardProps
 * @property {GameName} game
 * @property {any} position
 * @property {any} [graph]
 * @property {number[] | null} [dice]
 * @property {any} [cube]
 * @property {any} [lastMove]
 * @property {Side} view
 * @property {"mover" | "view"} [counting] from whose side points are numbered
 * @property {boolean} [canRoll]
 * @property {boolean} [canDouble]
 * @property {boolean} [still]
 * @property {boolean} [entry]
 * @property {number | null} [clock]
 * @property {{threats: any, formations: any[]} | null} [overlays] what Abalone may show on demand
 * @property {boolean} [threats]
 * @property {string[]} [formations] the keys of those to show
 * @property {number} [target] ejections that win
 * @property {boolean} [confirmMoves] a move of Abalone waits for confirm()
 * @property {Settings} settings
 *
 * @typedef {object} BoardEvents
 * @property {(event: CustomEvent) => void} [play]
 * @property {(event: CustomEvent) => void} [roll]
 * @property {(event: CustomEvent) => void} [double]
 * @property {(event: CustomEvent) => void} [change]
 * @property {(event: CustomEvent) => void} [refused] Abalone: a move that is not allowed, and why
 */

/** Load the element of a game; boards are large, so a page loads the one it shows. */
/** @param {GameName} game */
export function loadBoard(game) {
  return {
    abak: () => import("../../board/tablas-abak.js"),
    backgammon: () => import("../../board/tablas-backgammon.js"),
    abalone: () => import("../../board/tablas-abalone.js"),
  }[game]();
}

/** @param {BoardProps} props @param {BoardEvents} [events] */
export function boardView(props, events = {}) {
  if (props.game === "abalone") return abalone(props, events);
  return props.game === "abak" ? abak(props, events) : backgammon(props, events);
}

// Less motion than the board would choose: a clock that is nearly out stops all gliding.
/** @param {BoardProps} props */
const pace = ({ settings, clock }) => (settings.motion === "less" ? 0 : (clock ?? null));

/** @param {BoardProps} props @param {BoardEvents} events */
function abak(props, events) {
  const { settings } = props;
  return html`<tablas-abak
    .position=${props.position} .graph=${props.graph ?? null} .dice=${props.dice ?? null}
    .cube=${props.cube ?? null} .lastMove=${props.lastMove ?? null} .view=${props.view}
    .mirror=${settings.mirror} .numbers=${settings.numbering} .counting=${props.counting ?? "mover"} .letters=${settings.letters}
    .arrows=${settings.motion === "less"} .still=${props.still ?? false} .entry=${props.entry ?? false}
    .canRoll=${props.canRoll ?? false} .canDouble=${props.canDouble ?? false} .clock=${pace(props)}
    .language=${language}
    @play=${events.play ?? nothing} @roll=${events.roll ?? nothing}
    @double=${events.double ?? nothing} @change=${events.change ?? nothing}
  ></tablas-abak>`;
}

/** @param {BoardProps} props @param {BoardEvents} events */
function backgammon(props, events) {
  const { settings } = props;
  return html`<tablas-backgammon
    .position=${props.position} .graph=${props.graph ?? null} .dice=${props.dice ?? null}
    .cube=${props.cube ?? null} .lastMove=${props.lastMove ?? null} .view=${props.view}
    .mirror=${settings.mirror} .numbers=${settings.numbering} .counting=${props.counting ?? "mover"} .letters=${settings.letters}
    .arrows=${settings.motion === "less"} .still=${props.still ?? false} .entry=${props.entry ?? false}
    .canRoll=${props.canRoll ?? false} .canDouble=${props.canDouble ?? false} .clock=${pace(props)}
    .language=${language}
    @play=${events.play ?? nothing} @roll=${events.roll ?? nothing}
    @double=${events.double ?? nothing} @change=${events.change ?? nothing}
  ></tablas-backgammon>`;
}

/** @param {BoardProps} props @param {BoardEvents} events */
function abalone(props, events) {
  const { graph, settings } = props;
  return html`<tablas-abalone
    .position=${props.position} .graph=${graph ?? null} .lastMove=${props.lastMove ?? null}
    .threats=${props.overlays?.threats ?? null} .showThreats=${props.threats ?? false}
    .formations=${props.overlays?.formations ?? []} .shownFormations=${props.formations ?? NONE}
    .view=${props.view} .numbers=${settings.numbering} .letters=${settings.letters}
    .still=${props.still ?? false} .entry=${props.entry ?? false} .clock=${pace(props)}
    .most=${props.target ?? 6} .language=${language} .confirmMoves=${props.confirmMoves ?? false}
    @play=${events.play ?? nothing} @change=${events.change ?? nothing} @refused=${events.refused ?? whyNot}
  ></tablas-abalone>`;
}

/** Say which rule forbids it. @param {CustomEvent} event */
function whyNot({ detail: { reason } }) {
  if (reason) notice(sentence(spoken(reason)));
}

/** @type {string[]} */
const NONE = [];
