// The board of a game as siga describes it, and the text of its positions: rows from the top, the side to move, the rest.

import { s } from '../view.js';
import { stone } from './board.js';

/** The length of one cell. */
const UNIT = 14;

const expanded = (row) => row.replace(/\d+/g, (number) => '.'.repeat(Number(number)));
const packed = (row) => row.join('').replace(/\.+/g, (dots) => String(dots.length));

/** The board of a game under some rules; `pieces` are the signs there are. */
export class Board {
  constructor({ scene, start, sides, pieces }) {
    this.scene = scene;
    this.first = sides[0][0];
    this.words = new Map(pieces.map((piece) => [piece.sign, piece]));
    this.pieces = [...this.words.keys()];
    const dark = ([side, name], at) => /^Dark/.test(name) || (at === 0 && !/^Light/.test(name)) ? [side] : [];
    this.dark = new Set(sides.flatMap(dark));
    scene.spots.sort((one, other) => one.at[1] - other.at[1] || one.at[0] - other.at[0]);
    const rows = Map.groupBy(scene.spots, ({ at }) => at[1]);
    const lengths = start.split(' ')[0].split('/').map((row) => expanded(row).length);
    /** Of each row from the top its length in a text, and the place there of each of its cells. */
    this.rows = [...rows.values()].map((spots, at) => {
      const place = ({ name }, along) => [name, spots.length === lengths[at] ? along : Number(name.slice(1)) - 1];
      return { length: lengths[at], places: spots.map(place) };
    });
    // Stones in hand at the start are all the stones that there are.
    const hands = start.match(/ x(\d+)o(\d+)$/);
    this.hands = hands ? { x: Number(hands[1]), o: Number(hands[2]) } : null;
  }

  /** A position as cells by name. */
  parse(text) {
    const [board, side, ...rest] = text.trim().split(/\s+/);
    const rows = board.split('/').map(expanded);
    const fits = rows.length === this.rows.length && this.rows.every(({ length }, at) => rows[at].length === length);
    const cells = new Map(this.rows.flatMap(({ places }, down) => places.map(([name, along]) => [name, rows[down]?.[along] ?? '.'])));
    return { cells, side: side ?? this.first, rest, fits };
  }

  empty() { return this.parse(`${this.rows.map(({ length }) => length).join('/')} ${this.first}`); }

  /** The rows as a file draws them. */
  drawn({ cells }) {
    return this.rows.map(({ length, places }) => {
      const row = Array(length).fill('.');
      for (const [name, along] of places) row[along] = cells.get(name);
      return row;
    });
  }

  /** The rows on one line. */
  text(state) { return this.drawn(state).map(packed).join('/'); }

  called(sign) { return this.words.get(sign)?.called ?? 'empty'; }

  sideOf(sign) { return this.words.get(sign)?.side; }

  piece(sign, x, y, r) {
    const { side, bound } = this.words.get(sign) ?? {};
    return stone(this.dark.has(side) ? 0 : 1, x, y, r, { small: bound });
  }

  /** Where everything is drawn; a long board stands upright where the page is narrow. */
  layout(state, narrow) {
    const { spots, labels, edge, lines } = this.scene;
    const wide = (at) => Math.max(...spots.map((spot) => spot.at[at] + 0.6), ...labels.map((place) => place[at] + 0.35), ...edge.map((place) => place[at] + 0.1));
    const long = wide(0) > 1.5 * wide(1);
    const at = ([across, down]) => (narrow && long ? [down * UNIT, across * UNIT] : [across * UNIT, down * UNIT]);
    const [width, height] = at([wide(0), wide(1)]);
    const path = (places) => `M${places.map((place) => at(place).join(' ')).join('L')}`;
    const turned = (words) => (narrow && long && { '←': '↑', '→': '↓' }[words]) || words;
    const text = (place, words) => s('text', { x: at(place)[0], y: at(place)[1] + 1.8, class: `coordinate${/[←→]/.test(words) ? ' way' : ''}`, 'aria-hidden': 'true' }, turned(words));
    const taken = new Set(spots.map((spot) => spot.at.join()));
    const onCells = new Map(labels.map(([x, y, words]) => [`${x},${y}`, words]));
    const cells = spots.map((spot) => {
      const [x, y] = at(spot.at);
      return { name: spot.name, x, y, r: UNIT * 0.43, w: UNIT, h: UNIT, mark: onCells.get(spot.at.join()) };
    });
    const ground = edge.length ? s('path', { d: `${path(edge)}Z`, class: 'ground' })
      : cells.map(({ x, y, w, h }) => s('rect', { x: x - w / 2, y: y - h / 2, width: w, height: h, class: 'ground' }));
    const back = [ground, lines.map((line) => s('path', { d: path(line), class: 'track' })),
      labels.filter(([x, y]) => !taken.has(`${x},${y}`)).map(([x, y, words]) => text([x, y], words))];
    // The heights of stacks by field: `stacks=b2x3,c1x2`.
    const stacks = state.rest.filter((word) => word.startsWith('stacks=')).flatMap((word) => word.slice(7).split(','));
    for (const [name, high] of stacks.map((one) => one.split('x'))) {
      const cell = cells.find((one) => one.name === name);
      if (cell) cell.over = `×${high}`;
    }
    return { width, height, back, cells, kind: long ? 'long' : 'square' };
  }
}
