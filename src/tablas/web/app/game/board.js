/** The board element of a game, fed from its state. */

import { Directive, directive } from "../../vendor/lit.js";
import { sentence } from "../api.js";
import { kindOf } from "../catalogue.js";
import { notice } from "../page_frame.js";
import { language, spoken } from "../words.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */
/** @import {Settings} from "../settings.js" */

/**
 * @typedef {object} BoardProps
 * @property {GameName} game
 * @property {any} position
 * @property {any} [graph]
 * @property {number[] | null} [dice]
 * @property {boolean} [forced] these dice can be played in one way only
 * @property {any} [cube]
 * @property {any} [lastMove]
 * @property {{side: Side, dice: number[]} | null} [rest] dice of the turn before
 * @property {{white: number, black: number} | null} [opening] one die of each
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
 * @property {string} [layout] of a dice game's board, where the room alone does not decide
 * @property {boolean} [guide] homes and the direction of travel are drawn
 * @property {boolean} [fill] it takes the height that it is given, too
 * @property {number} [target] ejections that win
 * @property {boolean} [confirmMoves] a move of Abalone waits for confirm()
 * @property {((board: any) => unknown) | null} [overlay] drawn over the board, in its measures
 * @property {Settings} settings
 *
 * @typedef {object} BoardEvents
 * @property {(event: CustomEvent) => void} [play]
 * @property {(event: CustomEvent) => void} [roll]
 * @property {(event: CustomEvent) => void} [double]
 * @property {(event: CustomEvent) => void} [change]
 * @property {(event: CustomEvent) => void} [refused] Abalone: a move that is not allowed, and why
 */

/** @param {BoardProps} props @param {BoardEvents} [events] */
export function boardView(props, events = {}) {
  return boardElement(kindOf(props.game).element, propertiesOf(props), { refused: whyNot, ...events });
}

/** What every board is told; each takes what it knows. @param {BoardProps} props */
function propertiesOf(props) {
  const { settings } = props;
  return {
    position: props.position,
    graph: props.graph ?? null,
    dice: props.dice ?? null,
    forced: props.forced ?? false,
    cube: props.cube ?? null,
    lastMove: props.lastMove ?? null,
    rest: props.rest ?? null,
    opening: props.opening ?? null,
    view: props.view,
    mirror: settings.mirror,
    numbers: settings.numbering,
    notation: settings.notation,
    counting: props.counting ?? "mover",
    told: settings.written,
    letters: settings.letters,
    arrows: settings.motion === "less",
    layout: props.layout ?? "auto",
    guide: props.guide ?? settings.guide,
    still: props.still ?? false,
    fill: props.fill ?? false,
    entry: props.entry ?? false,
    canRoll: props.canRoll ?? false,
    canDouble: props.canDouble ?? false,
    // Less motion than the board would choose: a clock that is nearly out stops all gliding.
    clock: settings.motion === "less" ? 0 : (props.clock ?? null),
    threats: props.overlays?.threats ?? null,
    showThreats: props.threats ?? false,
    formations: props.overlays?.formations ?? NONE,
    shownFormations: props.formations ?? NONE,
    most: props.target ?? 6,
    confirmMoves: props.confirmMoves ?? false,
    overlay: props.overlay ?? null,
    language,
  };
}

/** An element by its name, with properties and events as a template would set them. */
class BoardElement extends Directive {
  /** @type {HTMLElement | null} */
  element = null;
  /** @type {Record<string, unknown>} */
  properties = {};
  /** @type {Record<string, ((event: CustomEvent) => void) | undefined>} */
  events = {};

  /**
   * @param {string} tag
   * @param {Record<string, unknown>} properties
   * @param {Record<string, ((event: CustomEvent) => void) | undefined>} events
   */
  render(tag, properties, events) {
    if (this.element?.localName !== tag) this.create(tag);
    const element = /** @type {any} */ (this.element);
    for (const [name, value] of Object.entries(properties)) {
      if (!(name in this.properties) || value !== this.properties[name]) element[name] = value;
    }
    this.properties = properties;
    this.events = events;
    return this.element;
  }

  /** @param {string} tag */
  create(tag) {
    this.element = document.createElement(tag);
    this.properties = {};
    for (const name of EVENTS) {
      this.element.addEventListener(name, (event) => this.events[name]?.(/** @type {CustomEvent} */ (event)));
    }
  }
}

const EVENTS = ["play", "roll", "double", "change", "refused"];

/** @type {(tag: string, properties: Record<string, unknown>, events: BoardEvents) => import("../../vendor/lit.js").Template} */
const boardElement = directive(BoardElement);

/** Say which rule forbids it. @param {CustomEvent} event */
function whyNot({ detail: { reason } }) {
  if (reason) notice(sentence(spoken(reason)));
}

/** @type {any[]} */
const NONE = [];
