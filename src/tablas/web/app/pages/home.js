/** The first page: choose a game and play at once; open offers; games that wait for you. */

import { html, nothing, render } from "../../vendor/lit.js";
import { Refusal, ask, get, post, quietly } from "../api.js";
import { drawFrame, notice } from "../page_frame.js";
import { me, somebody } from "../me.js";
import { keep, kept } from "../settings.js";
import { kindOf, kinds, loadGames as loadModules } from "../catalogue.js";
import { agreement, botOf, sideOf, usual } from "../terms.js";
import { t } from "../words.js";
import { listen } from "../lobby_socket.js";
import { offersView, waitingView } from "./home/offers.js";
import { factsView } from "./home/facts.js";
import { gamesView } from "./home/games.js";
import { playForm } from "./home/form.js";
import { afterPaint } from "../after_paint.js";

/** @import {Choices} from "../terms.js" */
/** @import {GameModule} from "../catalogue.js" */

/**
 * @typedef {object} Offer
 * @property {string} id
 * @property {string} name
 * @property {Record<string, any>} agreement
 * @property {"white" | "black" | "any"} side
 * @property {boolean} open
 * @property {string | null} [game]
 * @property {string | null} [link]
 *
 * @typedef {object} Home
 * @property {Choices} chosen
 * @property {Record<string, GameModule>} modules picture and words of each game
 * @property {Offer[]} offers
 * @property {Offer | null} waiting what I have offered on this page
 * @property {any[]} games mine, unfinished
 * @property {string} name mine, or ""
 * @property {boolean} busy
 * @property {Record<string, string[]> | null} here without a connection: the levels that this device can be, by game
 * @property {import("../local/stored_games.js").StoredGame[]} kept games on this device
 */

const KEPT = "tablas-choices";

/** @type {Home} */
let home = {
  chosen: known({ ...usual(), ...kept(KEPT) }),
  modules: {},
  offers: [],
  waiting: null,
  games: [],
  name: "",
  busy: false,
  here: null,
  kept: [],
};

/** @type {HTMLElement} */
let place;

/** @type {() => void} */
let listenAgain;

/** Comes where there is something to show of it. @type {typeof import("./home/device.js") | null} */
let device = null;

/** Comes when the page is there. @type {import("./home/board.js").LiveBoard | null} */
let live = null;

/** @param {Partial<Home>} news */
function update(news) {
  home = { ...home, ...news };
  render(view(home), place);
}

/** @param {HTMLElement} where */
export async function show(where) {
  place = where;
  update({});
  listenAgain = listen({ opened: lookAgain, offers: loadOffers, began: (game) => home.waiting && location.assign(`/game/${game}`) });
  afterPaint(() => quietly(loadLive));
  for (const change of ["online", "offline"]) addEventListener(change, () => loadDevice());
  await Promise.all([loadPictures(), quietly(loadOffers), quietly(loadGames), loadDevice()]);
}

/** Games on this device, and what it can play while nobody else can be reached. */
async function loadDevice() {
  if (navigator.onLine && !kept("tablas-local-games").some) return;
  try {
    device = await import("./home/device.js");
    update(await device.found());
  } catch {
    // An app that has not kept all of itself shows the page without it.
  }
}

async function loadLive() {
  const { LiveBoard } = await import("./home/board.js");
  live = new LiveBoard(() => update({}));
  await live.begin(home.chosen.game);
}

/** What was kept may be of a game that this server does not have. @param {Choices} chosen */
function known(chosen) {
  return kinds.some((kind) => kind.name === chosen.game) ? chosen : usual();
}

async function loadPictures() {
  update({ modules: await loadModules() });
}

async function loadOffers() {
  update({ offers: (await get("/api/offers")).offers });
}

/** After a gap: what I wait for may have begun meanwhile. */
async function lookAgain() {
  if (!home.waiting) return;
  const { game } = await get(`/api/offers/${home.waiting.id}`);
  if (game) location.assign(`/game/${game}`);
}

async function loadGames() {
  const who = await me();
  if (!who) return;
  const { games } = await get("/api/games?status=playing");
  update({ name: who.name, games });
}

/** @param {Partial<Choices>} news */
function choose(news) {
  const chosen = { ...home.chosen, ...news };
  keep(KEPT, chosen);
  update({ chosen });
  if (news.game && live) quietly(() => live?.begin(chosen.game) ?? Promise.resolve());
}

/** Start, or offer, what is chosen. */
const play = () => (home.here ? beginHere() : doing(() => begin(home.chosen)));

/** On this device, while the server is out of reach. @param {import("./home/board.js").Turn} [turn] where it begins */
async function beginHere(turn) {
  try {
    device ??= await import("./home/device.js");
    await device.begin(home.chosen, home.here, turn);
  } catch {
    notice(t("The server cannot be reached. Check your connection."));
  }
}

/** The same with a friend, this once. */
const invite = () => doing(() => begin({ ...home.chosen, opponent: "friend" }));

/** Sit down where one of the two bots sits, with the position as it is. @param {import("./home/board.js").Turn} turn */
const takeOver = (turn) =>
  doing(async () => {
    const chosen = { ...home.chosen, opponent: /** @type {const} */ ("bot") };
    const terms = { game: chosen.game, position: turn.position, ...(kindOf(chosen.game).dice ? { cube: false } : {}) };
    const game = await post("/api/games", { agreement: terms, bot: botOf(chosen)?.id, side: turn.side });
    location.assign(`/game/${game.id}`);
  }, turn);

/** One thing at a time, by somebody whom the server knows; without a server, a game here. @param {() => Promise<void>} what @param {import("./home/board.js").Turn} [turn] */
async function doing(what, turn) {
  if (home.busy) return;
  update({ busy: true });
  try {
    const stranger = (await me()) === null;
    const who = await somebody();
    if (stranger) {
      listenAgain();
      drawFrame();
    }
    update({ name: who.name });
    await what();
  } catch (error) {
    if (error instanceof Refusal && error.code === "offline") await beginHere(turn);
    else notice(/** @type {Error} */ (error).message);
  }
  update({ busy: false });
}

/** @param {Choices} chosen */
async function begin(chosen) {
  const agreed = agreement(chosen);
  const side = sideOf(chosen);
  if (chosen.opponent === "bot" || chosen.opponent === "here") {
    const bot = chosen.opponent === "bot" ? botOf(chosen)?.id : null;
    const game = await post("/api/games", { agreement: agreed, bot, side });
    location.assign(`/game/${game.id}`);
  } else if (chosen.opponent === "friend") {
    update({ waiting: await post("/api/offers", { agreement: agreed, side, invitation: true }) });
  } else {
    const answer = await post("/api/seek", { agreement: agreed, side });
    if (answer.game) location.assign(`/game/${answer.game}`);
    else update({ waiting: answer.offer });
    await lookAgain(); // it may have begun before this page knew that it waits
  }
}

/** @param {Offer} offer */
async function accept(offer) {
  try {
    await somebody();
    const { game } = await post(`/api/offers/${offer.id}/accept`);
    location.assign(`/game/${game}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    await loadOffers();
  }
}

/** @param {Offer} offer */
async function withdraw(offer) {
  await ask("DELETE", `/api/offers/${offer.id}`).catch((error) => notice(error.message));
  if (home.waiting?.id === offer.id) update({ waiting: null });
  await loadOffers();
}

/** @param {Home} now */
function view(now) {
  return html`
    <div class="home">
      <div class="home-words">
        <h1>${t("Three old games, played to the letter.")}</h1>
        <p class="lead">${t("Abak, backgammon and Abalone against people or strong open engines. No account, no ads, dice that nobody can bend.")}</p>
      </div>
      <div class="home-play">
        ${now.waiting ? waitingView(now.waiting, withdraw) : playForm(now, { choose, play, invite })}
      </div>
      <div class="home-live">${live?.view(takeOver) ?? html`<div class="live-board empty"></div>`}</div>
    </div>
    ${factsView()}
    <div class="home-others">
      ${device?.view(now, () => quietly(loadDevice)) ?? nothing}
      ${now.games.length ? gamesView(now.games, now.name) : nothing}
      ${now.here ? nothing : offersView(now, { accept, withdraw })}
    </div>
  `;
}
