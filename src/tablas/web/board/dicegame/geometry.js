/**
 * Where everything stands on the board of backgammon and Abak, in units U (a checker and its gap).
 *
 * All places are first found on the flat board: `a` runs along it (0 to 13, the bar at 6 to 7),
 * `c` across it (0 at the far rim). The phone's board is that board turned by a quarter:
 * what was below comes to the left, what was right comes down; checkers stay upright.
 */

/** @import {Side, Spot, Box} from "../shared/types.js" */

/** @typedef {"flat" | "compact" | "rotated"} Shape */

/**
 * @typedef {object} Measures of one shape: depth of a point, gap, margins
 * @property {number} deep
 * @property {number} gap
 * @property {number} triangle
 * @property {[number, number, number]} margins before the field, behind it, beside it
 */

/** @type {Record<Shape, Measures>} */
const MEASURES = {
  flat: { deep: 5, gap: 2.2, triangle: 4.9, margins: [1.5, 1.5, 0.68] },
  compact: { deep: 5, gap: 2.2, triangle: 4.9, margins: [0.24, 0.24, 0.6] },
  rotated: { deep: 3.8, gap: 1.72, triangle: 3.7, margins: [0.22, 1.3, 0.5] },
};

export const RADIUS = 0.47;

const LEAST_ASPECT = 0.6; // below that no room was measured

/** Points as deep as a room allows whose height by width is known, five checkers at most. */
/** @param {Measures} measures @param {number} aspect @returns {Measures} */
function deepened(measures, aspect) {
  const [before, behind, beside] = measures.margins;
  const wide = (13 + before + behind) / Math.max(aspect, LEAST_ASPECT);
  const deep = Math.min(5, Math.max(measures.deep, (wide - measures.gap - 2 * beside) / 2));
  return { ...measures, deep, triangle: deep - 0.1 };
}

/** The geometry of one drawing. */
export class Geometry {
  /**
   * @param {Shape} shape
   * @param {Side} view who sits below (left on a phone)
   * @param {boolean} mirror home on the left (above on a phone)
   * @param {number} [aspect] height by width of the room on a phone: its points are as deep as it allows
   */
  constructor(shape, view, mirror, aspect = 0) {
    this.shape = shape;
    this.view = view;
    this.mirror = mirror;
    this.measures = shape === "rotated" && aspect ? deepened(MEASURES[shape], aspect) : MEASURES[shape];
    this.across = 2 * this.measures.deep + this.measures.gap;
    const [before, behind, beside] = this.measures.margins;
    this.before = mirror ? behind : before;
    this.beside = beside;
    const along = 13 + before + behind;
    const wide = this.across + 2 * beside;
    this.width = this.rotated ? wide : along;
    this.height = this.rotated ? along : wide;
  }

  get rotated() {
    return this.shape === "rotated";
  }

  /** A place of the flat board on the drawing. @param {number} a @param {number} c @returns {Spot} */
  at(a, c) {
    const along = this.before + (this.mirror ? 13 - a : a);
    const cross = this.beside + c;
    return this.rotated ? { x: this.width - cross, y: along } : { x: along, y: cross };
  }

  /** @param {number} a0 @param {number} c0 @param {number} a1 @param {number} c1 @returns {Box} */
  box(a0, c0, a1, c1) {
    const [p, q] = [this.at(a0, c0), this.at(a1, c1)];
    return {
      x: Math.min(p.x, q.x),
      y: Math.min(p.y, q.y),
      width: Math.abs(p.x - q.x),
      height: Math.abs(p.y - q.y),
    };
  }

  /** The point as `view` counts. @param {number} point White's number */
  seen(point) {
    return this.view === "white" ? point : 25 - point;
  }

  /** The middle of a point along the board. @param {number} point White's number */
  alongOf(point) {
    const seen = this.seen(point);
    const low = seen <= 12 ? 13 - seen : seen - 12; // 1 to 12 from the left
    return low - 0.5 + (low > 6 ? 1 : 0);
  }

  /** Whether a point lies on the near side. @param {number} point White's number */
  near(point) {
    return this.seen(point) <= 12;
  }

  /** `depth` units from the rim of a point. @param {number} point @param {number} depth */
  inward(point, depth) {
    return this.at(this.alongOf(point), this.near(point) ? this.across - depth : depth);
  }

  /** The touch target: the whole column up to the middle. @param {string} id @returns {Box} */
  target(id) {
    const half = this.across / 2;
    if (id.startsWith("p")) {
      const [a, near] = [this.alongOf(Number(id.slice(1))), this.near(Number(id.slice(1)))];
      const inner = this.measures.deep + 0.1;
      return near
        ? this.box(a - 0.5, this.across - inner, a + 0.5, this.across)
        : this.box(a - 0.5, 0, a + 0.5, inner);
    }
    const near = id.endsWith(this.view);
    if (id.startsWith("bar")) {
      const [from, to] = [half + 0.62, this.barEnd];
      return near ? this.barBox(from, to) : this.barBox(this.across - to, this.across - from);
    }
    return this.tray(near);
  }

  /** How far the bar's checkers may reach: short of what stands at the bar's ends. */
  get barEnd() {
    return this.shape === "compact" ? this.across - 1.25 : this.across;
  }

  /** @param {number} c0 @param {number} c1 */
  barBox(c0, c1) {
    return this.box(6, c0, 7, c1);
  }

  /** Where borne-off checkers lie. @param {boolean} near @returns {Box} */
  tray(near) {
    if (this.shape === "compact") {
      return near ? this.box(6, this.across - 1.2, 7, this.across) : this.box(6, 0, 7, 1.2);
    }
    const deep = this.rotated ? this.across / 2 - 0.12 : 5;
    const [from, to] = this.rotated ? [13.2, 14.1] : [13.14, 14.26];
    return near ? this.box(from, this.across - deep, to, this.across) : this.box(from, 0, to, deep);
  }

  /**
   * The middle of a checker.
   * @param {string} id
   * @param {number} index from the bottom
   * @param {number} count how many lie there
   * @returns {Spot}
   */
  spot(id, index, count) {
    if (id.startsWith("p")) {
      const room = this.measures.deep - 1 + (this.rotated ? 0.15 : 0);
      const step = Math.min(1, room / Math.max(count - 1, 1)); // a stack uses the whole point
      return this.inward(Number(id.slice(1)), 0.5 + index * step);
    }
    const near = id.endsWith(this.view);
    if (id.startsWith("bar")) {
      const room = this.barEnd - this.across / 2 - 1.75;
      // The bar is no stack: everyone there can be chosen, so they overlap only if they must.
      const step = Math.min(0.95, room / Math.max(count - 1, 1));
      const out = 1.25 + index * step;
      return this.at(6.5, this.across / 2 + (near ? out : -out));
    }
    const box = this.tray(near);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** From the rim to the middle, in the drawing. @param {string} id @returns {Spot} */
  outward(id) {
    const near = id.startsWith("p") ? this.near(Number(id.slice(1))) : !id.endsWith(this.view);
    const sign = near ? -1 : 1;
    return this.rotated ? { x: -sign, y: 0 } : { x: 0, y: sign };
  }

  /** The outline of a point, its tip a little round. @param {number} point */
  triangle(point) {
    const [deep, tip] = [this.measures.triangle, 0.02];
    const corners = [[-0.46, 0], [0.46, 0], [tip, deep], [0, deep + 0.05], [-tip, deep]];
    const [a, b, c, bend, d] = corners.map(([out, depth]) => this.pathSpot(point, out, depth));
    return `M${a} L${b} L${c} Q${bend} ${d}Z`;
  }

  /** The fine line inside a point, as of an inlay. @param {number} point */
  inlay(point) {
    const corners = [[-0.33, 0], [0, this.measures.triangle - 0.45], [0.33, 0]];
    return `M${corners.map(([out, depth]) => this.pathSpot(point, out, depth)).join(" L")}`;
  }

  /** A place of the drawing as path data. @param {number} point @param {number} out @param {number} depth */
  pathSpot(point, out, depth) {
    const { x, y } = this.at(this.alongOf(point) + out, this.near(point) ? this.across - depth : depth);
    return `${x.toFixed(3)} ${y.toFixed(3)}`;
  }

  /** Where a point's number stands. @param {number} point */
  label(point) {
    return this.inward(point, this.rotated ? -0.27 : -0.32);
  }

  /** The middle of the dice of `side`, and one step from die to die. @param {Side} side */
  dice(side) {
    const a = side === this.view ? 10 : 3;
    const step = this.rotated ? { x: 0, y: 1 } : { x: 1, y: 0 };
    return { middle: this.at(a, this.across / 2), step };
  }

  /** The buttons before and behind the dice. @param {Side} side */
  buttons(side) {
    const a = side === this.view ? 10 : 3;
    const half = this.across / 2;
    const out = this.shape === "flat" ? 2.52 : 2.36;
    return { undo: this.at(a - out, half), confirm: this.at(a + out, half) };
  }

  /** @param {Side | null} owner */
  cube(owner) {
    const half = this.across / 2;
    const c = owner === null ? half : owner === this.view ? this.across - 0.62 : 0.62;
    if (this.shape === "flat") return this.at(-0.735, c);
    const end = this.shape === "compact" ? 1.2 : 0;
    return this.at(6.5, owner === null ? c : owner === this.view ? c - end : c + end);
  }

  /** The wood between the two fields. */
  get ridge() {
    return this.box(6, -0.06, 7, this.across + 0.06);
  }

  /** The two fields of felt. @returns {Box[]} */
  fields() {
    return [this.box(0, 0, 6, this.across), this.box(7, 0, 13, this.across)];
  }
}
