// Boards of points and joins, as siga says of each game where they are: rows from the top, the side to move, the rest.

import { s } from '../view.js';
import * as square from './square.js';

const UNIT = 10;
const MARGIN = 12;

/** The board of a game with these points and joins. */
export function board({ points, joins }) {
  const at = new Map(points.map((point) => [point.name, point]));
  const rank = (name) => Number(name.slice(1));
  const ranks = [...new Set(points.map(({ name }) => rank(name)))].sort((a, b) => b - a);
  const rows = ranks.map((number) => points.filter(({ name }) => rank(name) === number).map(({ name }) => name));
  const x = (name) => MARGIN + UNIT * at.get(name).across;
  const y = (name) => MARGIN - 4 + UNIT * at.get(name).down;
  const drawn = ({ cells }) => rows.map((row) => row.map((name) => cells.get(name) ?? '.'));
  return {
    parse(text) {
      const [board, side, ...rest] = text.trim().split(/\s+/);
      const cells = new Map();
      board.split('/').forEach((row, down) => {
        const signs = row.replace(/\d+/g, (number) => '.'.repeat(Number(number)));
        (rows[down] ?? []).forEach((name, across) => cells.set(name, signs[across] ?? '.'));
      });
      return { size: rows.length, cells, side: side ?? 'x', rest };
    },
    drawn,
    rows: (state) => drawn(state).map((row) => row.join('').replace(/\.+/g, (dots) => String(dots.length))).join('/'),
    empty() { return this.parse(`${rows.map((row) => row.length).join('/')} x`); },
    layout() {
      const width = Math.max(...points.map(({ name }) => x(name))) + MARGIN;
      const height = Math.max(...points.map(({ name }) => y(name))) + MARGIN;
      const back = [s('rect', { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 4, class: 'ground' })];
      for (const [a, b] of joins) back.push(s('path', { d: `M${x(a)} ${y(a)}L${x(b)} ${y(b)}`, class: 'track' }));
      for (const row of rows) back.push(s('text', { x: 2.9, y: y(row[0]) + 1.2, class: 'coordinate', 'aria-hidden': 'true' }, row[0].slice(1)));
      for (const letter of new Set(points.map(({ name }) => name[0]))) {
        const { name } = points.find((point) => point.name[0] === letter);
        back.push(s('text', { x: x(name), y: height - 1.7, class: 'coordinate', 'aria-hidden': 'true' }, letter));
      }
      const cells = points.map(({ name }) => ({ name, x: x(name), y: y(name), r: 6.5, w: 15, h: 15 }));
      return { width, height, back, cells, kind: 'drawn' };
    },
    piece: square.piece, pieces: square.pieces, called: square.called, sideOf: square.sideOf,
  };
}
