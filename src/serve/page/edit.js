// Setting a position up: what to put on the cells, and who is to move.

import { h } from './view.js';

const NAMES = { erase: 'Nothing' };

/** How many stones of each sign are still to be laid. */
export function missing({ hands }, state) {
  const lying = (sign) => [...state.cells.values()].filter((cell) => cell === sign).length;
  return { x: hands.x - lying('x'), o: hands.o - lying('o') };
}

/** What is to be laid in words; nothing if nothing is. */
export function toLay({ x, o }) {
  return [x > 0 && `${x} dark`, o > 0 && `${o} light`].filter(Boolean).join(' and ');
}

/** What filling a board does: a side that has all its stones gets no more. */
function filling({ x, o }) {
  if (x <= 0 && o > 0) return 'Fill the rest with light stones';
  if (o <= 0 && x > 0) return 'Fill the rest with dark stones';
  return 'Fill the rest at random';
}

/** The tools beside a board that is being set up; `change` is told after each. */
export function tools({ game, editing, change, fillRest }) {
  const { board, sides } = game;
  const choice = (value, label) => h('label', { class: 'choice' },
    h('input', {
      type: 'radio', name: 'brush', value, checked: editing.brush === value, onchange: () => { editing.brush = value; },
    }), h('span', {}, label));
  const count = (sign) => [...editing.state.cells.values()].filter((cell) => cell === sign).length;
  const left = fillRest && missing(board, editing.state);
  return h('fieldset', { class: 'tools' }, h('legend', {}, 'Click on cells to put'),
    h('div', { class: 'row' },
      board.pieces.map((sign) => choice(sign, `${board.called(sign)} · ${count(sign)}${left ? ` of ${board.hands[sign]}` : ''}`)),
      choice('.', NAMES.erase)),
    h('div', { class: 'row' },
      h('label', { class: 'field' }, h('span', {}, 'To move'),
        h('select', { onchange: (event) => { editing.state.side = event.target.value; change(); } },
          sides.map((side) => h('option', { value: side, selected: side === editing.state.side }, game.called(side))))),
      fillRest && h('label', { class: 'choice' },
        h('input', { type: 'checkbox', checked: editing.placing, onchange: (event) => { editing.placing = event.target.checked; change(); } }),
        h('span', {}, 'stones are still being placed')),
      fillRest && h('button', { type: 'button', onclick: fillRest, id: 'fill', disabled: !toLay(left) }, filling(left)),
      h('button', {
        type: 'button', onclick: () => {
          for (const cell of editing.state.cells.keys()) editing.state.cells.set(cell, '.');
          // Laying begins with the side that begins.
          [editing.state.side] = sides;
          editing.brush = board.pieces.find((sign) => board.sideOf(sign) === sides[0]);
          change();
        },
      }, 'Clear')));
}

/** Puts stones of two sides on all empty cells but one, the centre if it is free, as many of each as are missing. */
export function fillBoard(board, state) {
  const { cells } = state;
  const names = board.rows.flatMap(({ places }) => places.map(([name]) => name));
  const centre = names[(names.length - 1) / 2];
  const empty = [...cells].filter(([, sign]) => sign === '.').map(([cell]) => cell);
  if (empty.length < 2) return;
  for (let at = empty.length - 1; at > 0; at -= 1) {
    const other = crypto.getRandomValues(new Uint32Array(1))[0] % (at + 1);
    [empty[at], empty[other]] = [empty[other], empty[at]];
  }
  const hole = empty.includes(centre) ? centre : empty[0];
  let dark = missing(board, state).x;
  for (const cell of empty) {
    if (cell === hole) continue;
    cells.set(cell, dark > 0 ? 'x' : 'o');
    dark -= 1;
  }
}
