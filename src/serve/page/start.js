// The first page: a question in plain words leads to where it is answered.

import { h, s } from './view.js';
import { games } from './games.js';
import { picture } from './boards/board.js';

const place = (path, asked) => `#/${path}?${new URLSearchParams(asked)}`;

const questions = [
  {
    title: 'Who takes first?', to: place('board', { rules: 'sidja', edit: '1' }), art: 'sidja',
    text: 'Place the stones of a Sidja or Siga board and see who makes the first capture, and on which move.',
  },
  {
    title: 'What are my chances?', to: place('board', { rules: 'daldos', position: '16/5B1B1A7/4B3B7 B' }), art: 'daldos',
    text: 'A daldøs board: which pieces can be taken this turn, which are threatened, and the best way to play a throw.',
  },
  {
    title: 'Is this table right?', to: '#/table', art: 'table',
    text: 'Paste a table from a book. Every figure is computed anew and judged at the precision it is printed with.',
  },
  {
    title: 'What does this throw give?', to: place('throw', { spec: 'yut', turn: '1' }), art: 'throw',
    text: 'Dice, sticks and cowries in plain notation: the exact distribution, whole turns, and sticks that do not fall evenly.',
  },
];

/** A picture of what a question is about. */
const art = {
  sidja: () => picture(games.sidja.board, 'oxxoo/ooxxo/oo1xx/xooxx/xxoox x -'),
  daldos: () => picture(games.daldos.board, '16/5B1B1A7/4B3B7 B'),
  throw: () => s('svg', { viewBox: '0 0 170 76', 'aria-hidden': 'true' },
    [4, 6, 4, 1, 1].map((height, at) => s('rect', { x: 22 + at * 26, y: 72 - height * 11, width: 22, height: height * 11, class: 'bar-art' }))),
  table: () => s('svg', { viewBox: '0 0 170 76', 'aria-hidden': 'true', class: 'sheet' },
    s('rect', { x: 12, y: 2, width: 146, height: 72, rx: 4, class: 'leaf' }),
    [['1', '0.4375', '✓'], ['2', '0.50', '✓'], ['3', '0.59', '✗ 0.60'], ['4', '0.667', '✓']].map(([key, figure, verdict], at) => [
      s('text', { x: 24, y: 19 + at * 16 }, key), s('text', { x: 44, y: 19 + at * 16 }, figure),
      s('text', { x: 96, y: 19 + at * 16, class: verdict === '✓' ? 'right' : 'wrong' }, verdict)])),
};

export function show(main) {
  document.title = 'siga';
  main.append(
    h('div', { class: 'hero' },
      h('h1', {}, 'What would you like to know?'),
      h('p', {}, 'Exact answers about traditional games. Nothing is rounded on the way, and bounds are called bounds.')),
    h('ul', { class: 'cards' }, questions.map(({ title, to, text, art: about }) => h('li', {},
      h('a', { class: 'card', href: to }, h('div', { class: 'art', 'aria-hidden': 'true' }, art[about]()), h('h2', {}, title), h('p', {}, text))))),
    h('h2', { class: 'section' }, 'Boards'),
    h('ul', { class: 'list' }, Object.values(games).map(({ name, title, text }) => h('li', {},
      h('a', { href: place('board', { rules: name }) }, h('b', {}, title), h('span', {}, text))))),
  );
}
