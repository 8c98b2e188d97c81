/**
 * The course of Abalone: how marbles move and push, then the glossary of the rule sheet. The
 * positions of the glossary come from games; `tests/web` checks that each move makes what it says.
 */

import { t } from "../words.js";

/** @import {Lesson} from "./lesson.js" */

const START = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b";
const MIDDLE = "ww1b1/wwwb2/1ww1bb1/4bb2/4b4/4ww2/1bbwww1/bbbww1/bb3 b";
const PUSHING = "1w1b1/wwwbbb/1w2bb1/8/9/4ww2/1bbwww1/bbbww1/bb3 b";

/** @returns {Lesson[]} */
export function lessons() {
  return [...moving(), ...pushing(), ...glossary()];
}

/** @returns {Lesson[]} */
function moving() {
  const [part, rule] = [t("Moving"), t("A turn")];
  return [
    {
      part,
      text: t("You move one, two or three of your marbles in a row by one cell. Tap a marble, then the cell where it goes; for a row tap both ends, then an arrow."),
      task: t("Move the marbles b2 and c3 along their line, to d4."),
      rule,
      position: START,
      dice: null,
      solution: ["b2c3"],
    },
    {
      part,
      text: t("A row can also move sideways, all its marbles at once, if every cell it goes to is empty. A sideways move never pushes."),
      task: t("Move the row c2, c3 sideways to d2, d3."),
      rule,
      position: START,
      dice: null,
      solution: ["c2c3d2"],
    },
  ];
}

/** @returns {Lesson[]} */
function pushing() {
  const [part, rule] = ["Sumito", "Sumito"];
  return [
    {
      part,
      text: t("Sumito: two push one, three push one or two, if the cell behind is free or the edge."),
      task: t("Push the white marble on e6 with your three in the row e."),
      rule,
      position: "ww3/www3/1ww4/3w4/2bbbw3/8/1bb4/bbb1ww/bb1ww b",
      dice: null,
      solution: ["e3e4"],
    },
    {
      part,
      text: t("A row pushes only along its own line, and only fewer than it has itself: three push two, never three."),
      task: t("In this game one row of yours can push two white marbles. Find it, and push."),
      rule,
      position: PUSHING,
      dice: null,
      solution: ["b1b2"],
    },
    {
      part,
      text: t("A marble that is pushed over the edge is lost. Six lost marbles lose the game."),
      task: t("Push the white marble on e9 off the board with your three."),
      rule,
      position: "ww3/www3/1ww4/3w4/5bbbw/8/1bb4/bbb1ww/bb1ww b",
      dice: null,
      solution: ["e6e7"],
    },
  ];
}

/** @returns {Lesson[]} */
function glossary() {
  const [part, rule] = [t("Glossary"), t("Glossary")];
  const word = (
    /** @type {string} */ formation, /** @type {string} */ text, /** @type {string} */ task,
    /** @type {string} */ position, /** @type {string} */ move, /** @type {string[]} */ also = [],
  ) => ({ part, rule, formation, text, task, position, dice: null, solution: [move], also });
  return [
    word("monomials", t("A marble without a neighbour of its colour is a monomial. Nobody helps it against a push."),
      t("Your monomial stands on f3. Bring it together with your others."),
      "5/wwwbbb/wwbb3/1b1wb3/9/8/1bb1ww1/bbbwww/bb1ww b", "f3f4", ["g5f4"]),
    word("binomials", t("Two marbles that stand together, and no third one beside them, are a binomial."),
      t("Make a binomial of two of your marbles."),
      "5/1ww3/1wwbbw1/2bbbb2/2wbww3/2bbbw2/2www2/2b3/5 b", "d4d5", ["g6g7h7"]),
    word("lances", t("Three together are a trinomial. In a straight line they are a lance, the strongest row there is."),
      t("Make a lance in the row e."), MIDDLE, "f6f7e6"),
    word("arcs", t("A trinomial that is bent is an arc."),
      t("Let two marbles go, so that e5, f6 and f7 stay behind as an arc."), MIDDLE, "g7g8h8"),
    word("shields", t("A trinomial in a triangle is a shield: each marble touches both others."),
      t("Make a shield at the upper edge, of h7, i7 and i8."),
      "1w1b1/wwwb1b/2w1bb1/5b2/9/4ww2/bbwww2/bbbww1/bb3 b", "g7h7"),
    word("polynomials", t("All marbles that hang together are one polynomial, whatever their form. One is safer than two."),
      t("Your marbles are two polynomials. Join them with one move."),
      "1w1b1/w1bbb1/2w1bb1/2wwb3/3ww4/2bbb3/1bbwb1w/1bw1ww/3ww b", "f6g7e6"),
    word("blocks", t("A group made of rows of three is a block: it can push in several directions and is hard to break."),
      t("Put a marble on a2, so that two rows of three meet in one block."),
      "5/ww4/bbb4/2wwwb2/3b2w2/5ww1/3bbb1/1bbww1/5 b", "b2a2"),
    word("dets", t("A monomial in the middle of the other's group is a det. It hinders, and is hard to drive out."),
      t("Step in from c3, so that your marble on c4 becomes a det."),
      "ww3/wwwb2/bb1b3/4bb2/4b4/4ww2/1bb1ww1/bbww2/bw3 b", "c3c4"),
    word("pacs", t("Two equal rows head to head are a pac: neither can push the other."),
      t("Stop the row h6, h7 with a pac: two against two."),
      "5/2ww2/4bb1/3wbb2/3wbb3/2wb1w2/ww1wbb1/2b3/5 b", "g7g8h8"),
    word("sumitos", t("A row that outnumbers what it touches, with room behind, is a sumito: it can push next turn."),
      t("Prepare a sumito: make a move after which a row can push that could not push before."),
      PUSHING, "b1b2", ["g7h7", "h7i7"]),
  ];
}
