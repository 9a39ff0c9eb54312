// Square boards of Sidja, Teeko and 5×5, and their position text: rows from the top, the side to move, the rest.

import { s } from '../view.js';
import { stone } from './board.js';

const letter = (column) => String.fromCharCode(97 + column);

/** `xo1/3/x2 x -` as cells by name. Numbers are empty cells. */
export function parse(text) {
  const [board, side, ...rest] = text.trim().split(/\s+/);
  const rows = board.split('/').map((row) => row.replace(/\d+/g, (number) => '.'.repeat(Number(number))));
  const size = rows.length;
  const cells = new Map();
  rows.forEach((row, down) => [...row].forEach((piece, across) => cells.set(`${letter(across)}${size - down}`, piece)));
  return { size, cells, side: side ?? 'x', rest };
}

/** The rows of a board, as in a position on one line. */
export const rows = ({ size, cells }) => drawn({ size, cells }).map((row) => row.join('').replace(/\.+/g, (dots) => String(dots.length))).join('/');

/** The rows as a file draws them. */
export const drawn = ({ size, cells }) => Array.from({ length: size }, (_, down) =>
  Array.from({ length: size }, (_, across) => cells.get(`${letter(across)}${size - down}`) ?? '.'));

export const empty = (size) => parse(`${Array(size).fill(size).join('/')} x`);

export function layout({ size }) {
  const margin = 5;
  const unit = 20;
  const width = size * unit + 2 * margin;
  const cells = [];
  const back = [s('rect', { x: 0.5, y: 0.5, width: width - 1, height: width - 1, rx: 4, class: 'ground' })];
  const at = (index) => margin + unit * (index + 0.5);
  for (let index = 0; index < size; index += 1) {
    back.push(s('path', { d: `M${at(0)} ${at(index)}H${at(size - 1)}M${at(index)} ${at(0)}V${at(size - 1)}`, class: 'track' }));
    back.push(
      s('text', { x: 2.9, y: at(index) + 1.2, class: 'coordinate', 'aria-hidden': 'true' }, String(size - index)),
      s('text', { x: at(index), y: width - 1.7, class: 'coordinate', 'aria-hidden': 'true' }, letter(index)));
  }
  for (let down = 0; down < size; down += 1) {
    for (let across = 0; across < size; across += 1) {
      cells.push({ name: `${letter(across)}${size - down}`, x: at(across), y: at(down), r: 8.6, w: unit, h: unit });
    }
  }
  return { width, height: width, back, cells, kind: 'square' };
}

export const piece = (sign, x, y, r) => stone(sign === 'x' ? 0 : 1, x, y, r);
export const pieces = ['x', 'o'];
export const called = { x: 'dark stone (x)', o: 'light stone (o)', '.': 'empty' };
export const sideOf = (sign) => sign;
