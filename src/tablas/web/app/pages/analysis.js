/** The analysis board: any position with the engine beside it, variations as a tree, openings. */

import { html, nothing, render } from "../../vendor/lit.js";
import { balanceOf, balanceView } from "../analysis/balance_view.js";
import { explorerView } from "../analysis/explorer.js";
import { diceView } from "../analysis/dice_view.js";
import { exchangeView } from "../analysis/exchange_view.js";
import { LiveEngine } from "../analysis/live_engine.js";
import { linesView } from "../analysis/lines.js";
import { readLink, writeLink } from "../analysis/link.js";
import { oneAtATime } from "../analysis/one_at_a_time.js";
import { boardOf, formatsFor, lineFile, matchOf, openingOf, replayOf, workedOut } from "../analysis/questions.js";
import { savedAnalysis, written } from "../analysis/saved.js";
import { situationView } from "../analysis/situation_view.js";
import { actsOf, beside, grown, lineThrough, promote, removed, unpacked } from "../analysis/tree.js";
import { showListed, treeView } from "../analysis/tree_view.js";
import { kindOf, kinds, loadBoard, usualView } from "../catalogue.js";
import { arrowsOver } from "../coach/arrows.js";
import { playOn } from "../coach/play_on.js";
import { download } from "../download.js";
import { select } from "../fields.js";
import { boardView } from "../game/board.js";
import { other } from "../game/table.js";
import { notice, title } from "../page_frame.js";
import { settings } from "../settings.js";
import { icon } from "../step_icons.js";
import { gameName } from "../terms.js";
import { spoken, t } from "../words.js";

/** @import {GameName, Side} from "../../board/shared/types.js" */
/** @import {Act, Deed, Node, Tree} from "../analysis/tree.js" */

/** @type {HTMLElement} */
let place;
/** @type {Tree} */
let tree;
/** @type {Node} */
let at;
/** @type {number[] | null} */
let roll = null;
/** @type {number | null} */
let first = null; // the first die that was chosen
/** @type {Side} */
let view = "white";
/** What the server tells of this position and roll. @type {any} */
let shown = null;
/** @type {import("../analysis/explorer.js").Known | null} */
let known = null;
let standing = { complete: false };
const draw = oneAtATime(drawPage);
/** @type {number | null} */
let pointed = null; // the line of the engine whose way is drawn
let fault = "";
let asking = 0; // only the last question counts
let planting = 0; // and only the last tree that was asked for
/** The games of a match that was brought. @type {{games: any[], which: number, names: {white: string, black: string}, faults: any[]} | null} */
let match = null;
/** @type {any[]} */
let formats = [];
let balance = /** @type {import("../catalogue.js").Balance | undefined} */ (undefined);
/** @type {{cube?: any, match?: any, money?: boolean}} */
let situation = {};
/** One overlay for one answer: the board is drawn again when it changes. */
let overlay = { key: "", draws: /** @type {((board: any) => unknown) | null} */ (null) };

const live = new LiveEngine(() => draw());

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  title(t("Analysis"));
  document.documentElement.classList.add("at-table");
  window.addEventListener("keydown", key);
  const query = new URLSearchParams(location.search);
  const replay = query.get("replay");
  try {
    if (replay) return await opened(replay, Number(query.get("which") ?? 0), Number(query.get("at") ?? 0));
    const { name } = kinds.find((kind) => kind.name === query.get("game")) ?? kinds[0];
    await begin(name, query.get("position") ?? kindOf(name).starts[0].position, query.get("roll"), location.hash.slice(1));
  } catch (error) {
    failed(error);
  }
}

/** @param {unknown} error */
function failed(error) {
  render(html`<div class="stack"><h1>${t("Analysis")}</h1><p role="alert">${/** @type {Error} */ (error).message}</p>
    <div class="buttons"><a class="button" href="/analysis">${t("Begin anew")}</a></div></div>`, place);
}

/** A position, or the tree of a link that begins there. @param {GameName} game @param {string} position @param {string | null} [dice] @param {string} [link] */
async function begin(game, position, dice = null, link = "") {
  let acts = /** @type {ReturnType<typeof unpacked>} */ ([]);
  let said = /** @type {any} */ ({});
  if (link) {
    try {
      said = await readLink(link);
      acts = unpacked(said.tree);
    } catch {
      notice(t("The tree in this link is damaged; its position is shown."));
    }
  }
  const nodes = await plant(game, position, acts, said.beside ?? {}, said.names);
  if (!nodes) return;
  match = null;
  if (typeof said.comment === "string") tree.root.comment = said.comment;
  await go(tree.all()[said.at] ?? tree.root, /^[1-6]{2}$/.test(dice ?? "") ? [...(dice ?? "")].map(Number) : undefined);
}

/**
 * Another tree. All that it needs is there before anything of it is shown; nothing of it is, and it has no nodes, where
 * the next one has been asked for meanwhile.
 * @param {GameName} game @param {string} position @param {ReturnType<typeof unpacked>} acts @param {typeof situation} beside @param {any} [names]
 */
async function plant(game, position, acts, beside, names) {
  const number = (planting += 1);
  const fresh = tree?.game !== game;
  const parts = fresh ? [formatsFor(game), balanceOf(game), loadBoard(game)] : [];
  const [standings, ...loaded] = await Promise.all([workedOut(game, position, acts, beside), ...parts]);
  if (number !== planting) return null;
  const grownTree = grown(game, acts, standings);
  if (fresh) {
    shown = null; // nothing is drawn of one game on the board of another
    view = usualView(kindOf(game));
    [formats, balance] = loaded;
  }
  tree = grownTree.tree;
  situation = beside;
  if (names) tree.names = { white: String(names.white ?? ""), black: String(names.black ?? "") };
  return grownTree.nodes;
}

/** A game that was played, at one of its moments. @param {string} id @param {number} which @param {number} moment */
async function opened(id, which, moment) {
  const replay = await replayOf(id);
  const names = { white: replay.white.name, black: replay.black.name };
  match = { games: replay.games, which, names, faults: [] };
  await openGame(replay.agreement.game, which, moment);
}

/** One game of the match that was brought. @param {GameName} game @param {number} which @param {number} [moment] */
async function openGame(game, which, moment = 0) {
  const brought = /** @type {NonNullable<typeof match>} */ (match);
  brought.which = which;
  const { acts, moments, position, match: score, stopped } = actsOf(brought.games[which]?.moments ?? []);
  const nodes = await plant(game, position, acts, score ? { match: score } : {}, brought.names);
  if (!nodes) return;
  if (stopped) notice(t("From here on the file breaks the rules: {why}", { why: spoken(stopped) }), "stays");
  const done = moments.filter((one) => one <= moment).length;
  await go(nodes[done] ?? tree.root);
}

/** Look at a node, with its roll where one was played there. @param {Node} node @param {number[] | null} [dice] */
async function go(node, dice) {
  at = node;
  const [next] = node.children;
  roll = dice === undefined ? (next?.act?.do === "play" ? (next.act.dice ?? null) : null) : dice;
  if (node.standing.phase !== "to-roll") roll = null;
  first = null;
  pointed = null;
  standing = { complete: false };
  await look();
}

/** Ask for what is seen: the board with its legal steps, openings, and the engine. */
async function look() {
  const number = (asking += 1);
  const { position, phase } = at.standing;
  known = null;
  live.about(tree.game, at.standing, roll);
  remember();
  try {
    const [board, opening] = await Promise.all([boardOf(tree.game, position, roll), openingOf(tree.game, position, roll)]);
    if (number !== asking) return;
    shown = { ...board, node: at, roll };
    known = phase === "over" ? { unit: null, depth: 0, plays: [], rolls: [] } : opening;
    fault = "";
  } catch (error) {
    if (number === asking) notice(/** @type {Error} */ (error).message);
  }
  if (number === asking) draw();
}

/** The address keeps everything: where it began, and the tree. */
async function remember() {
  const query = new URLSearchParams({ game: tree.game, position: tree.root.standing.position, ...(roll ? { roll: roll.join("") } : {}) });
  const whole = { tree: tree.packed(), at: tree.all().indexOf(at), comment: tree.root.comment, names: tree.names, beside: situation };
  const empty = !whole.tree.length && !whole.comment && !Object.keys(situation).length;
  const number = asking;
  const link = empty ? "" : `#${await writeLink(whole)}`;
  if (number === asking) history.replaceState(null, "", `/analysis?${query}${link}`);
}

/** @param {Act} act */
async function does(act) {
  // A double that waits stands in no notation of its own: its answer is asked for from before it.
  const waits = at.standing.phase === "to-answer" && at.parent;
  const acts = waits ? [{ parent: 0, ...at.act }, { parent: 1, ...act }] : [{ parent: 0, ...act }];
  const from = at;
  try {
    const base = waits || at;
    const after = (await workedOut(tree.game, base.standing.position, acts, besideOf(base))).at(-1);
    if (after && from === at) await go(tree.add(from, act, after));
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    await look(); // the turn on the board begins anew
  }
}

/** Cube and score of a node, for notations that have no room for them. @param {Node} node */
function besideOf({ standing: { cube, match: score } }) {
  const { value, owner } = cube ?? {};
  return { ...(cube ? { cube: { value, owner } } : {}), ...(score ? { match: score } : {}) };
}

/** @param {string} play */
const plays = (play) => does({ do: "play", dice: roll, play });

/** @param {number[] | null} dice */
function rolls(dice) {
  roll = dice;
  first = null;
  standing = { complete: false };
  return look();
}

const doing = {
  live: (/** @type {boolean} */ on) => live.turn(on),
  care: (/** @type {import("../coach/engine.js").Care} */ care) => live.choose(care),
  ask: () => live.ask(),
  play: plays,
  roll: rolls,
  point: (/** @type {number | null} */ which) => {
    pointed = which;
    draw();
  },
  go: (/** @type {Node} */ node) => go(node),
  promote: () => {
    if (!promote(at)) return notice(t("This is the main line."));
    remember();
    draw();
  },
  remove: () => (at.parent ? go(removed(at)) : undefined),
  comment: (/** @type {string} */ text) => {
    at.comment = text.slice(0, 2000);
    remember();
    draw();
  },
};

const diceDoing = {
  die: (/** @type {number} */ die) => {
    if (first === null) {
      [first, roll] = [die, null];
      draw();
    } else rolls([first, die]);
  },
  roll: () => rolls(Array.from(crypto.getRandomValues(new Uint32Array(2)), (one) => 1 + (one % 6))),
  clear: () => rolls(null),
  act: (/** @type {Deed} */ deed) => does({ do: deed }),
};

/** @type {Record<string, () => unknown>} */
const KEYS = {
  ArrowRight: () => at.children[0] && go(at.children[0]),
  ArrowLeft: () => at.parent && go(at.parent),
  ArrowDown: () => go(beside(at, 1)),
  ArrowUp: () => go(beside(at, -1)),
  Home: () => go(tree.root),
  End: () => go(lineThrough(at).at(-1) ?? at),
  Delete: () => doing.remove(),
  p: () => doing.promote(),
  c: () => /** @type {HTMLElement | null} */ (place.querySelector("#comment"))?.focus(),
  r: () => at.standing.phase === "to-roll" && diceDoing.roll(),
  f: () => flip(),
  e: () => live.turn(!live.on),
};

/** @param {KeyboardEvent} event */
function key(event) {
  const from = /** @type {Element} */ (event.target);
  if (!tree || event.ctrlKey || event.metaKey || event.altKey || from.closest("input, select, textarea, .board > *")) return;
  const die = /^[1-6]$/.test(event.key) && at.standing.phase === "to-roll" ? Number(event.key) : 0;
  const press = die ? () => diceDoing.die(die) : KEYS[event.key];
  if (!press || (from.closest(".scroll") && event.key.startsWith("Arrow") && !from.closest("button"))) return;
  press();
  event.preventDefault();
}

const flip = () => ((view = other(view)), draw());

function drawPage() {
  if (!shown) return;
  const { game } = tree;
  render(
    html`<div class="editor-head analysis-head"><h1>${t("Analysis")}</h1>
        <div class="tabs games-tabs" role="group" aria-label=${t("Game")}>
          ${kinds.map(({ name }) => html`<button aria-pressed=${name === game} @click=${() => (name === game ? undefined : changeGame(name))}>${gameName(name)}</button>`)}
        </div></div>
      <div class="analysis">
        <div class="seen">
          <div class="board">${board()}</div>
          <nav class="steps" aria-label=${t("Steps through the game")}>${stepButtons()}</nav>
          ${kindOf(game).dice ? diceView({ roll, first, standing: at.standing }, diceDoing) : nothing}
          <p class="status" role="status">${statusText()}</p>
        </div>
        <div class="said">
          ${gamesPicker()}
          ${linesView({ ...live.shown(), game, side: at.standing.turn, played: at.children.filter(({ act }) => act?.do === "play").map(({ standing: { play } }) => play ?? "") }, doing)}
          ${balanceView(balance, at.standing, live.shown().judged)} ${treeView(tree, at, doing)} ${explorerView(game, at.standing.turn, known, doing)}
          ${kindOf(game).dice ? situationView(tree.root.standing, (news) => resituated(news)) : nothing}
          ${exchangeView({ game, position: at.standing.position, fault, faults: match?.faults ?? [], notations: shown.notations, formats }, exchange)}
        </div>
      </div>`,
    place,
  );
  showListed(place, at.id);
}

function board() {
  const { game } = tree;
  const { phase, last, cube, turn, may_double: mayDouble } = shown.node.standing;
  const playing = phase === "to-roll" || phase === "to-play";
  return boardView(
    {
      game, view, counting: "view", position: { ...shown.board, turn }, graph: playing ? shown.graph : null, cube: cube ?? null, lastMove: last ?? null,
      canRoll: phase === "to-roll" && !roll, canDouble: Boolean(mayDouble) && !roll, settings: settings(), overlay: arrows(),
      layout: matchMedia("(max-width: 40rem)").matches ? "compact" : "auto", clock: 0,
    },
    { play: ({ detail }) => plays(detail.play), roll: diceDoing.roll, double: () => diceDoing.act("double"), change: ({ detail }) => ((standing = detail), draw()) },
  );
}

/** The way of the engine's line that is pointed at, else of the best one, until somebody moves. A deeper look may put another play there. */
function arrows() {
  const [{ judged }, begun] = [live.shown(), /** @type {any} */ (standing).steps?.length];
  const line = pointed ?? 0;
  const id = judged && !begun && shown.node === at && shown.roll === roll ? `${live.key} ${line} ${judged.alternatives[line]?.text}` : "";
  if (overlay.key !== id) {
    const way = id ? judged?.shown.ways[line] : null;
    overlay = { key: id, draws: way ? arrowsOver([{ kind: "best", side: at.standing.turn, way }]) : null };
  }
  return overlay.draws;
}

function statusText() {
  const { phase, turn } = at.standing;
  const who = turn === "white" ? t("White") : t("Black");
  if (phase === "over") return t("The game is over.");
  if (phase === "to-answer") return t("{who} answers the double.", { who });
  if (phase === "to-roll" && !roll) return first ? t("Choose the second die.") : t("{who} is to roll: choose dice or roll them.", { who });
  return t("{who} is to play.", { who });
}

function stepButtons() {
  const one = (/** @type {string} */ keyName, /** @type {string} */ text, /** @type {import("../step_icons.js").StepIcon} */ sign, /** @type {boolean} */ off) =>
    html`<button class=${keyName === "Home" || keyName === "End" ? "far" : ""} aria-label=${text} ?disabled=${off} @click=${KEYS[keyName]}>${icon(sign)}</button>`;
  const end = !at.children.length;
  const confirm = kindOf(tree.game).dice && shown.graph;
  return html`${one("Home", t("To the beginning"), "first", !at.parent)} ${one("ArrowLeft", t("One move back"), "back", !at.parent)}
    ${one("ArrowRight", t("One move on"), "on", end)} ${one("End", t("To the end"), "last", end)}
    <button @click=${flip}>${t("Flip")}</button>
    ${confirm ? html`<button @click=${() => element()?.undo()}>${t("Undo")}</button><button class="primary" ?disabled=${!standing.complete} @click=${() => element()?.confirm()}>${t("Confirm turn")}</button>` : nothing}`;
}

/** @returns {any} */
const element = () => place.querySelector(".board > *");

function gamesPicker() {
  if (!match || match.games.length < 2) return nothing;
  return select(t("Game of the match"), match.games.map((_, i) => String(i)), (i) => String(Number(i) + 1), String(match.which), (i) => attempt(() => openGame(tree.game, Number(i))));
}

/** @param {GameName} name */
const changeGame = (name) => attempt(() => begin(name, kindOf(name).starts[0].position));

/** The same tree at another cube and score. @param {import("../analysis/situation_view.js").Situation} news */
const resituated = (news) =>
  attempt(async () => {
    const { acts, nodes } = tree.acts();
    const number = planting;
    const standings = await workedOut(tree.game, tree.root.standing.position, acts, news);
    if (number !== planting) return;
    situation = news;
    tree.root.standing = standings[0];
    nodes.forEach((node, i) => (node.standing = standings[i + 1]));
    await go(at, roll);
  });

/** @param {() => Promise<unknown>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

const exchange = {
  show: async (/** @type {string} */ text) => {
    try {
      await begin(tree.game, text.trim());
    } catch (error) {
      fault = /** @type {Error} */ (error).message;
      draw();
    }
  },
  open: (/** @type {File} */ file) => attempt(() => bring(file)),
  copy: async (/** @type {string} */ text, /** @type {string} */ said) => {
    try {
      await navigator.clipboard.writeText(text);
      notice(said);
    } catch {
      notice(t("The browser does not let this page copy. Select the text and copy it yourself."));
    }
  },
  link: () => exchange.copy(location.href, t("Link copied.")),
  picture: async () => {
    const { openShare } = await import("../share/share_dialog.js");
    await openShare({ link: location.href, name: `tablas-${tree.game}`, shown: { game: tree.game, position: shown.board, view } });
  },
  save: () => {
    const whole = { game: tree.game, position: tree.root.standing.position, comment: tree.root.comment, names: tree.names, beside: situation, tree: tree.packed() };
    download(written(whole), "analysis.json");
  },
  write: (/** @type {string} */ format, /** @type {string} */ suffix) =>
    attempt(async () => {
      const acts = lineThrough(at).map(({ act, comment }, i) => ({ parent: i, do: act?.do, dice: act?.dice ?? null, play: act?.play ?? "", comment }));
      download(await lineFile(format, { game: tree.game, position: tree.root.standing.position, acts, ...tree.names, ...situation }), `analysis${suffix}`);
    }),
  playOn: () => attempt(() => playOn(tree.game, at.standing.position, at.standing.turn)),
  get editor() {
    return `/editor?${new URLSearchParams({ game: tree.game, position: at.standing.position })}`;
  },
};

/** A file: our own analysis, or a match of any program. @param {File} file */
async function bring(file) {
  const saved = await savedAnalysis(file);
  if (saved) {
    const link = await writeLink({ ...saved, at: 0 });
    const { name } = kinds.find((kind) => kind.name === saved.game) ?? kinds[0];
    return begin(name, String(saved.position), null, link);
  }
  const brought = await matchOf(file);
  match = { games: brought.games, which: 0, names: { white: brought.white, black: brought.black }, faults: brought.faults };
  await openGame(brought.game, 0);
}
