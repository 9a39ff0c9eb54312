// What the page knows of each game: its board, its words, and which question to ask. The rules are siga's.

import { ask } from './ask.js';
import * as drawn from './boards/drawn.js';
import * as square from './boards/square.js';
import * as daldos from './boards/daldos.js';
import * as sig from './boards/sig.js';
import * as tab from './boards/tab.js';

/** The value of an option in a rules text; `otherwise` if it does not say. */
export function option(rules, name, otherwise) {
  const found = rules.match(new RegExp(`[:,]${name}=([^,]*)`));
  return found ? found[1] : otherwise;
}

const number = (rules, name, otherwise) => Number(option(rules, name, otherwise));
const full = (row, count) => row.repeat(count);
const squareNames = { x: 'Dark', o: 'Light' };
const rowNames = { A: 'A', B: 'B' };

/** Whether a position of Sidja has every stone on the board and one cell to move to. */
const isFull = (state) => [...state.cells.values()].filter((cell) => cell === '.').length === 1
  && ['-', undefined].includes(state.rest[0]) && !state.rest.some((word) => /^\+|extra/.test(word));

/** Whether stones are in hand. */
const isPlacing = (state) => !['-', undefined].includes(state.rest[0]);

/** One entry a game. `offer`: the rules that the first page begins with, and its words for the game. */
export const games = {
  sidja: {
    title: 'Sidja and Siga', board: square, names: squareNames, sides: ['x', 'o'],
    offer: { rules: 'sidja:sudan', text: 'Place the stones and play, under the rules of Sudan, Egypt or West Africa.' },
    size: (rules) => number(rules, 'size', 5),
    start(rules) {
      const size = this.size(rules);
      const each = (size * size - 1) / 2;
      return `${Array(size).fill(size).join('/')} x x${each}o${each}`;
    },
    /** What to ask about a position: its value and that of every move. `goal`: what is known of its placing, as siga says. */
    value(state, goal) {
      if (isFull(state)) return 'first-capture';
      if (!isPlacing(state)) return 'analyse';
      const left = [...state.cells.values()].filter((cell) => cell === '.').length - 1;
      return goal && left <= 20 ? 'first-capture' : null;
    },
    /** What else is known: the game, of a full board by search, and while stones are placed where every placement is solved. */
    more(state, goal) {
      const placing = isPlacing(state);
      return isFull(state) || (placing && goal === 'game') ? [['analyse', placing ? 'Who wins the game?' : 'Analyse the whole game']] : [];
    },
    /** The question that siga's own moves come from. */
    plays(state, goal) {
      return goal === 'game' || !(isFull(state) || isPlacing(state)) ? 'analyse' : 'first-capture';
    },
    edited(state, rules, placing) {
      const size = this.size(rules);
      const each = (size * size - 1) / 2;
      const left = (sign) => Math.max(0, each - [...state.cells.values()].filter((cell) => cell === sign).length);
      return `${square.rows(state)} ${state.side}${placing ? ` x${left('x')}o${left('o')}` : ''}`;
    },
  },
  teeko: {
    title: 'Teeko', board: square, names: squareNames, sides: ['x', 'o'],
    offer: { rules: 'teeko:goals=58', text: 'Solved: every move with its value. Can you hold out against it?' },
    size: () => 5, start: () => '5/5/5/5/5 x', value: () => 'probe', more: () => [],
    edited: (state) => `${square.rows(state)} ${state.side}`,
  },
  '5x5': {
    title: 'Twenty-five (5×5)', board: square, names: squareNames, sides: ['x', 'o'],
    offer: { rules: '5x5', text: 'Solved: a draw, unless the first stone is placed in a corner.' },
    size: (rules) => number(rules, 'size', 5),
    start(rules) { const size = this.size(rules); return `${Array(size).fill(size).join('/')} x`; },
    value: () => 'probe', more: () => [],
    edited: (state) => `${square.rows(state)} ${state.side}`,
  },
  daldos: {
    title: 'Daldøs', board: daldos, names: rowNames, sides: ['A', 'B'], throws: 'dice',
    offer: { rules: 'daldos', text: 'The whole game, throw by throw.' },
    size: (rules) => number(rules, 'n', 16),
    start(rules) { const n = this.size(rules); return `${full('a', n)}/${number(rules, 'middle', n + 1) || n + 1}/${full('b', n)} A`; },
    edited: (state) => `${daldos.rows(state)} ${state.side}`,
    faces(rules) {
      const dice = option(rules, 'dice', '1234');
      const faces = dice.includes(':') ? dice.split('|').map((face) => face.split(':').map(Number)) : [...dice].map((face) => [Number(face), 1]);
      const weights = new Map();
      for (const [face, weight] of faces) weights.set(face, (weights.get(face) ?? 0) + weight);
      return [...weights].sort(([a], [b]) => a - b);
    },
  },
  sig: {
    title: 'Sig', board: sig, names: rowNames, sides: ['A', 'B'], throws: 'sticks',
    offer: { rules: 'sig:depaulis', text: 'The race of Western Sahara, with eight sticks.' },
    size: (rules) => number(rules, 'length', 20),
    start(rules) {
      const n = this.size(rules);
      const free = option(rules, 'freeing', rules.startsWith('sig:ludii') ? 'none' : 'khadzh') === 'none';
      return `${full(free ? 'A' : 'a', n)}/${n}/${n}/${full(free ? 'B' : 'b', n)} A`;
    },
    edited: (state) => `${sig.rows(state)} ${state.side}${state.rest.length ? ` ${state.rest.join(' ')}` : ''}`,
  },
  tab: {
    title: 'Tâb', board: tab, names: rowNames, sides: ['A', 'B'], throws: 'sticks',
    offer: { rules: 'tab', text: 'The race of Egypt and its neighbours, with four palm sticks.' },
    size: (rules) => number(rules, 'length', rules.startsWith('tab:ludii') ? 7 : 9),
    start(rules) {
      const n = this.size(rules);
      const pieces = number(rules, 'pieces', n) || n;
      const awake = option(rules, 'wake', rules.startsWith('tab:ludii') ? 'none' : 'any') === 'none';
      const free = n - pieces || '';
      return `${full(awake ? 'A' : 'a', pieces)}${free}/${n}/${n}/${free}${full(awake ? 'B' : 'b', pieces)} A`;
    },
    edited: (state) => `${tab.rows(state)} ${state.side}${state.rest.length ? ` ${state.rest.join(' ')}` : ''}`,
  },
};

/** The games that are texts: siga says where the points of each are. */
const texts = await ask(['games']).then(({ result }) => result.games.filter(({ points }) => points.length > 0), () => []);
for (const { name, title, start, known, points, joins } of texts.filter((game) => !games[game.name])) {
  const drawing = drawn.board({ points, joins });
  games[name] = {
    title, board: drawing, names: squareNames, sides: ['x', 'o'],
    offer: { rules: name, text: known ? `Solved: ${known}.` : 'Every move with its value.' },
    size: () => drawing.empty().size, start: () => start, value: () => 'probe', more: () => [],
    edited: (state) => `${drawing.rows(state)} ${state.side}`,
  };
}

export const gameOf = (rules) => {
  const name = rules.split(':')[0].trim();
  return games[name] ? name : null;
};

/** The file of a position, as siga reads it. */
export function positionFile(name, rules, position, title) {
  const state = games[name].board.parse(position);
  const lines = [`game: ${name}`, `rules: ${rules}`, `title: ${title || 'From siga explore'}`, `to move: ${state.side}`];
  for (const word of state.rest) {
    const [key, value] = word.split('=');
    if (value !== undefined) lines.push(`${key}: ${value}`);
    else if (/^\+|^extra$/.test(word)) lines.push(`chain: ${word}`);
    else lines.push(`reserve: ${word}`);
  }
  return `${lines.join('\n')}\nboard:\n${games[name].board.drawn(state).map((row) => row.join(' ')).join('\n')}\n`;
}

/** One of several with weights. */
export function draw(weighted) {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  const random = crypto.getRandomValues(new Uint32Array(2));
  let left = ((random[0] * 2 ** 21 + (random[1] >>> 11)) / 2 ** 53) * total;
  for (const [what, weight] of weighted) {
    left -= weight;
    if (left < 0) return what;
  }
  return weighted[weighted.length - 1][0];
}
