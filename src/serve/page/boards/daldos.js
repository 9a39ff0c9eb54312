// The daldøs boat: two home rows, and a middle row with one hole more at the prow.

import { s } from '../view.js';
import * as text from './rows.js';

const NAMES = 'amb';
export const parse = (position) => text.parse(position, NAMES);
export const rows = (state) => text.rows(state, NAMES);
export const drawn = (state) => text.drawn(state, NAMES);
export { piece, pieces, sideOf } from './rows.js';
export const called = {
  A: 'piece of A, released', a: 'piece of A, undalled', B: 'piece of B, released', b: 'piece of B, undalled', '.': 'empty',
};

export function empty(holes) {
  return parse(`${holes}/${holes + 1}/${holes} A`);
}

export function layout({ lengths }, upright) {
  const unit = 10;
  const gap = 15;
  const stern = 12;
  const holes = Math.max(...lengths);
  const length = stern + holes * unit + 16;
  const breadth = 3 * gap + 14;
  const middle = breadth / 2;
  const point = (along, across) => (upright ? `${across} ${along}` : `${along} ${across}`);
  const hull = `M${point(3, middle - 17)}C${point(1, middle - 6)} ${point(1, middle + 6)} ${point(3, middle + 17)}`
    + `C${point(10, breadth - 2)} ${point(14, breadth - 1)} ${point(22, breadth - 1)}`
    + `L${point(length - 42, breadth - 1)}C${point(length - 22, breadth - 1)} ${point(length - 8, middle + 10)} ${point(length - 1, middle)}`
    + `C${point(length - 8, middle - 10)} ${point(length - 22, 1)} ${point(length - 42, 1)}`
    + `L${point(22, 1)}C${point(14, 1)} ${point(10, 2)} ${point(3, middle - 17)}Z`;
  const size = upright ? { width: breadth, height: length } : { width: length, height: breadth };
  const back = [s('path', { d: hull, class: 'ground' })];
  const cells = [];
  lengths.forEach((count, row) => {
    const across = middle + (row - 1) * gap;
    const line = `M${point(stern + unit / 2, across)}L${point(stern + unit * (count - 0.5), across)}`;
    back.push(s('path', { d: line, class: 'track' }));
    const name = upright ? { x: across, y: 8 } : { x: 6.5, y: across + 1.2 };
    back.push(s('text', { ...name, class: 'coordinate', 'aria-hidden': 'true' }, ['A', '', 'B'][row]));
    for (let hole = 0; hole < count; hole += 1) {
      const { x, y } = text.turned(upright, stern + unit * (hole + 0.5), across, { length, breadth });
      cells.push({ name: `${NAMES[row]}${hole + 1}`, x, y, r: 4.5, w: upright ? gap : unit, h: upright ? unit : gap });
    }
  });
  for (let hole = 0; hole < holes; hole += 1) {
    const along = stern + unit * (hole + 0.5);
    const across = middle - gap / 2;
    const at = upright ? { x: across, y: along + 1.3 } : { x: along, y: across + 1.3 };
    back.push(s('text', { ...at, class: 'coordinate', 'aria-hidden': 'true' }, String(hole + 1)));
  }
  return { ...size, back, cells, kind: 'daldos' };
}
