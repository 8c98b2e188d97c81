/** The position editor: set up a board, try a roll, share it in every notation, play from here. */

import { render } from "../../vendor/lit.js";
import { get, post } from "../api.js";
import { drawFrame, notice } from "../page_frame.js";
import { NO_OVERLAYS } from "../game/overlays.js";
import { kindOf, kinds, loadBoard, loadGame, usualView } from "../catalogue.js";
import { somebody } from "../me.js";
import { startOf } from "../terms.js";
import { t } from "../words.js";
import { editorView } from "./editor_view.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */

/**
 * @typedef {object} Editor
 * @property {GameName} game
 * @property {string} text the position in its notation
 * @property {any} board
 * @property {any} graph
 * @property {{en: string, es: string, text: string}[]} notations
 * @property {boolean} over whether the game is over in it
 * @property {string} fault why it is no position, or ""
 * @property {string} roll two digits, or nothing
 * @property {boolean} trying whether taps move, not put down
 * @property {Side} view
 * @property {string} piece what a tap puts down; "" takes away
 * @property {import("../game/overlays.js").Overlays} overlays
 * @property {Pieces | null} pieces of the game
 * @property {string} opponent a bot's id, "here" or "friend"
 * @property {"white" | "black" | "any"} side mine
 * @property {boolean} busy
 */

/**
 * @typedef {object} Pieces position texts of a game with one piece more or less; whether they are legal, the server says
 * @property {string[]} all what a tap can put down
 * @property {string} empty the text of an empty board
 * @property {(piece: string) => Side} sideOf
 * @property {(piece: string) => string} nameOf
 * @property {(piece: string) => unknown} [picture]
 * @property {(text: string) => {position: string, turn: Side}} shown what a board shows of it, legal or not
 * @property {(text: string, id: string, piece: string) => string} placed
 * @property {(text: string, id: string) => string} lifted
 * @property {(text: string) => string} turned the same with the other side to move
 * @property {(text: string, position: string) => string} after a turn that led to these checkers or marbles
 */

/** @type {Editor} */
let editor = {
  game: kinds[0].name, text: "", board: null, graph: null, notations: [], over: false, fault: "", roll: "", trying: false,
  view: "white", piece: "", overlays: NO_OVERLAYS, pieces: null, opponent: "", side: "any", busy: false,
};
/** @type {HTMLElement} */
let place;
let asking = 0; // questions to the server: only the last one counts

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  const asked = new URLSearchParams(location.search);
  const { name } = kinds.find((kind) => kind.name === asked.get("game")) ?? kinds[0];
  const roll = asked.get("roll") ?? "";
  await begin(name, asked.get("position") ?? undefined, /^[1-6]{2}$/.test(roll) ? roll : "");
}

/** @param {GameName} game @param {string} [text] the usual start @param {string} [roll] */
async function begin(game, text = kindOf(game).starts[0].position, roll = "") {
  const [{ pieces }] = await Promise.all([loadGame(game), loadBoard(game)]);
  const view = usualView(kindOf(game));
  update({ game, pieces, roll, trying: roll !== "", graph: null, board: null, piece: pieces.all[0], view, overlays: NO_OVERLAYS, opponent: "" });
  await read(text);
}

/** @param {Partial<Editor>} news */
function update(news) {
  editor = { ...editor, ...news };
  render(editorView(editor, doing), place);
}

/** Ask the server what a text means; its rules are the only ones. @param {string} text */
async function read(text) {
  const query = new URLSearchParams({ position: text });
  if (editor.roll && kindOf(editor.game).dice) {
    query.set("first", editor.roll[0]);
    query.set("second", editor.roll[1]);
  }
  const number = (asking += 1);
  try {
    const { text: written, board, graph, over, notations } = await get(`/api/board/${editor.game}?${query}`);
    if (number !== asking) return;
    update({ text: written, board, graph, over, notations, fault: "" });
    const link = new URLSearchParams({ game: editor.game, position: written, ...(editor.roll ? { roll: editor.roll } : {}) });
    history.replaceState(null, "", `/editor?${link}`);
  } catch (error) {
    if (number === asking) update({ text, graph: null, notations: [], fault: /** @type {Error} */ (error).message });
  }
}

/** Of the game that is edited. */
const pieces = () => /** @type {Pieces} */ (editor.pieces);

/** Show a text at once, legal or not; the server says which. @param {string} text */
function edit(text) {
  update({ text, board: { game: editor.game, ...pieces().shown(text) }, graph: null });
  return read(text);
}

/** @param {string} opponent @param {"white" | "black" | "any"} side */
async function playFromHere(opponent, side) {
  const agreement = { game: editor.game, position: editor.text };
  await somebody();
  drawFrame();
  if (opponent === "friend") {
    const offer = await post("/api/offers", { agreement, side, invitation: true });
    return `/invitation/${offer.id}`;
  }
  const game = await post("/api/games", { agreement, bot: opponent === "here" ? null : opponent, side });
  return `/game/${game.id}`;
}

const doing = {
  update,
  begin,
  /** @param {string} text @param {string} roll */
  show: (text, roll) => {
    update({ roll, trying: roll !== "" || (editor.trying && !kindOf(editor.game).dice) });
    return read(text);
  },
  empty: () => edit(pieces().empty),
  /** @param {string} name */
  start: (name) => read(startOf(kindOf(editor.game), name).position),
  turn: () => edit(pieces().turned(editor.text)),
  /** A tap on the board puts a piece down, or takes one away. @param {Event} event */
  tapped: (event) => {
    const target = event.composedPath().find((one) => one instanceof SVGElement && (one.dataset.place || one.dataset.cell));
    if (!(target instanceof SVGElement) || editor.trying) return;
    event.stopPropagation();
    const id = target.dataset.place ?? target.dataset.cell ?? "";
    const { text, piece } = editor;
    const next = piece ? pieces().placed(text, id, piece) : pieces().lifted(text, id);
    if (next) edit(next);
  },
  /** The keyboard's tap. @param {KeyboardEvent} event */
  pressed: (event) => {
    if (event.key === "Enter" || event.key === " ") doing.tapped(event);
  },
  /** A turn was played on the board: go on from there. @param {CustomEvent} event */
  played: ({ detail }) => {
    const last = detail.move ?? detail.steps.at(-1);
    const node = editor.graph.nodes[last ? last.next : 0];
    update({ roll: "", trying: !kindOf(editor.game).dice });
    edit(pieces().after(editor.text, node.position));
  },
  /** @param {string} text @param {string} said */
  copy: async (text, said) => {
    try {
      await navigator.clipboard.writeText(text);
      notice(said);
    } catch {
      notice(t("The browser does not let this page copy. Select the text and copy it yourself."));
    }
  },
  /** @param {string} link */
  share: async (link) => {
    const { openShare } = await import("../share/share_dialog.js");
    const { game, board: position, view } = editor;
    await openShare({ link, name: `tablas-${game}`, shown: { game, position, view } });
  },
  /** @param {string} opponent @param {"white" | "black" | "any"} side */
  play: async (opponent, side) => {
    update({ busy: true, opponent, side });
    try {
      location.assign(await playFromHere(opponent, side));
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
      update({ busy: false });
    }
  },
};

/** @typedef {typeof doing} Doing */
