// Position text of the boards of rows, daldøs and Sig: pieces A and B, small letters not yet in the game.

import { stone } from './board.js';

/** `8A7/2A1B12/16 A` as cells by name; `names` has a letter for each row. */
export function parse(text, names) {
  const [board, side, ...rest] = text.trim().split(/\s+/);
  const cells = new Map();
  const lengths = board.split('/').map((row, at) => {
    const wide = row.replace(/\d+/g, (number) => '.'.repeat(Number(number)));
    [...wide].forEach((piece, hole) => cells.set(`${names[at] ?? '?'}${hole + 1}`, piece));
    return wide.length;
  });
  return { lengths, cells, side: side ?? 'A', rest };
}

export const drawn = ({ lengths, cells }, names) => lengths.map((length, row) =>
  Array.from({ length }, (_, hole) => cells.get(`${names[row]}${hole + 1}`) ?? '.'));

export const rows = (state, names) => drawn(state, names).map((row) => row.join('').replace(/\.+/g, (dots) => String(dots.length))).join('/');

export const piece = (sign, x, y, r) => stone(sign.toUpperCase() === 'A' ? 0 : 1, x, y, r, { small: sign !== sign.toUpperCase() });
export const pieces = ['A', 'a', 'B', 'b'];
export const sideOf = (sign) => sign.toUpperCase();

/** Where a cell is drawn: rows lie across, or stand upright where the page is narrow. */
export function turned(upright, along, across, { length, breadth }) {
  return upright ? { x: across, y: along, width: breadth, height: length } : { x: along, y: across, width: length, height: breadth };
}
