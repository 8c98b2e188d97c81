/** The first page: choose a game and play at once; open offers; games that wait for you. */

import { html, nothing, render } from "../../vendor/lit.js";
import { ask, get, post } from "../api.js";
import { drawFrame, notice } from "../page_frame.js";
import { me, somebody } from "../me.js";
import { keep, kept } from "../settings.js";
import { kinds, loadGames as loadModules } from "../catalogue.js";
import { agreement, botOf, usual } from "../terms.js";
import { t } from "../words.js";
import { listen } from "../lobby_socket.js";
import { offersView, waitingView } from "./home_offers.js";
import { gamesView } from "./home_games.js";
import { playForm } from "./home_form.js";

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
 * @property {Record<string, GameModule>} modules emblem and words of each game
 * @property {Offer[]} offers
 * @property {Offer | null} waiting what I have offered on this page
 * @property {any[]} games mine, unfinished
 * @property {string} name mine, or ""
 * @property {boolean} busy
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
};

/** @type {HTMLElement} */
let place;

/** @type {() => void} */
let listenAgain;

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
  await Promise.all([loadEmblems(), loadOffers(), loadGames()]);
}

/** What was kept may be of a game that this server does not have. @param {Choices} chosen */
function known(chosen) {
  return kinds.some((kind) => kind.name === chosen.game) ? chosen : usual();
}

async function loadEmblems() {
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
}

/** Start, or offer, what is chosen. */
async function play() {
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
    await begin(home.chosen);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
  update({ busy: false });
}

/** @param {Choices} chosen */
async function begin(chosen) {
  const agreed = agreement(chosen);
  const { side } = chosen;
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
    <h1 class="unseen">${t("Play Abak, backgammon and Abalone")}</h1>
    <div class="home">
      <div class="home-play">
        ${now.waiting
          ? waitingView(now.waiting, withdraw)
          : playForm(now, { choose, play })}
      </div>
      <div class="home-others">
        ${now.games.length ? gamesView(now.games, now.name) : nothing}
        ${offersView(now, { accept, withdraw })}
      </div>
    </div>
  `;
}
