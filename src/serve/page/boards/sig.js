// Sig: four rows in the sand and the zigzag through them.

import { s } from '../view.js';
import * as text from './rows.js';

const NAMES = 'abcd';
export const parse = (position) => text.parse(position, NAMES);
export const rows = (state) => text.rows(state, NAMES);
export const drawn = (state) => text.drawn(state, NAMES);
export { piece, pieces, sideOf } from './rows.js';
export const called = {
  A: 'piece of A, freed', a: 'piece of A, not freed', B: 'piece of B, freed', b: 'piece of B, not freed', '.': 'empty',
};

export const empty = (length) => parse(`${Array(4).fill(length).join('/')} A`);

export function layout({ lengths }, upright, rules = '') {
  const unit = 10;
  const gap = 14;
  const margin = 9;
  // The columns are numbered beside the first row.
  const head = 5;
  const count = Math.max(...lengths);
  const length = count * unit + 2 * margin;
  const breadth = 4 * gap + 8 + head;
  const size = upright ? { width: breadth, height: length } : { width: length, height: breadth };
  const point = (along, across) => (upright ? `${across} ${along}` : `${along} ${across}`);
  const across = (row) => 4 + head + gap * (row + 0.5);
  const ends = [margin + unit / 2, margin + unit * (count - 0.5)];
  // Through row a from team A's right (or left), and back and forth.
  const left = /from=left|^sig:ludii/.test(rules) && !/from=right/.test(rules);
  const path = [0, 1, 2, 3].map((row) => {
    const [from, to] = (row % 2 === 0) === left ? ends : [...ends].reverse();
    return `${row === 0 ? 'M' : 'L'}${point(from, across(row))}L${point(to, across(row))}`;
  }).join('');
  const back = [
    s('rect', { x: 0.5, y: 0.5, width: size.width - 1, height: size.height - 1, rx: 4, class: 'ground' }),
    s('path', { d: path, class: 'route' }),
  ];
  for (let cell = 0; cell < count; cell += 1) {
    const at = upright ? { x: 4.4, y: margin + unit * (cell + 0.5) + 1.3 } : { x: margin + unit * (cell + 0.5), y: 5.4 };
    back.push(s('text', { ...at, class: 'coordinate', 'aria-hidden': 'true' }, String(cell + 1)));
  }
  const cells = [];
  lengths.forEach((cellsOfRow, row) => {
    const name = upright ? { x: across(row), y: 6 } : { x: 4.5, y: across(row) + 1.2 };
    back.push(s('text', { ...name, class: 'coordinate', 'aria-hidden': 'true' }, NAMES[row]));
    for (let cell = 0; cell < cellsOfRow; cell += 1) {
      const { x, y } = text.turned(upright, margin + unit * (cell + 0.5), across(row), { length, breadth });
      cells.push({ name: `${NAMES[row]}${cell + 1}`, x, y, r: 4.5, w: upright ? gap : unit, h: upright ? unit : gap });
    }
  });
  return { ...size, back, cells, kind: 'sig' };
}
