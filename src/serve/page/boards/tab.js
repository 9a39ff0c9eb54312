// Tâb: the four rows of Sig, the ring in the middle, and stacks.

import { s } from '../view.js';
import * as sig from './sig.js';

export { parse, rows, drawn, piece, pieces, sideOf, empty } from './sig.js';
export const called = {
  A: 'piece of A, awake', a: 'piece of A, asleep', B: 'piece of B, awake', b: 'piece of B, asleep', '.': 'empty',
};

/** The heights of stacks by field: `stacks=b2x3,c1x2`. */
const heights = (rest) => (rest ?? []).filter((word) => word.startsWith('stacks=')).flatMap((word) => word.slice(7).split(',')).map((one) => one.split('x'));

export function layout(state, upright) {
  const found = sig.layout(state, upright, 'from=left');
  for (const [field, height] of heights(state.rest)) {
    const cell = found.cells.find(({ name }) => name === field);
    if (cell) found.back.push(s('text', { x: cell.x + 4.2, y: cell.y - 4.2, class: 'coordinate' }, `×${height}`));
  }
  return found;
}
