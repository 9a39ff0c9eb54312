// What all boards share: cells that can be clicked on, reached by arrow keys and named aloud.

import { s } from '../view.js';
import { arrows, worth } from './worth.js';

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest cell that way. */
function beside(cells, from, [dx, dy]) {
  let best = null;
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const across = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    if (along < 0.1 || across > along * 1.5) continue;
    const far = along + across * 3;
    if (!best || far < best.far) best = { far, cell };
  }
  return best?.cell;
}

/** A ring that is closed as far as the chance goes. */
function ring(x, y, r, share, kind) {
  const part = Math.min(Math.max(share, 0), 1);
  const round = 2 * Math.PI * r;
  return [
    s('circle', { cx: x, cy: y, r, class: 'ring-ground' }),
    s('circle', { cx: x, cy: y, r, class: `ring ${kind}`, 'stroke-dasharray': `${part * round} ${round}`, transform: `rotate(-90 ${x} ${y})` }),
  ];
}

/**
 * Draws a board.
 *
 * `layout` is that of `board`, which draws what stands on a cell; `looks` says of a cell by name: `piece`, `label`, and marks `chosen`, `target`, `last`,
 * `chance`. `worths` are moves with what they are worth, `steps` pairs of cells between which a play goes. `keep` remembers
 * between drawings which cell has the focus.
 */
export function draw({ layout, board, looks, label, keep, worths, steps, onCell, onKey }) {
  const names = new Map(layout.cells.map((cell) => [cell.name, cell]));
  if (!names.has(keep.name)) keep.name = layout.cells[0].name;
  const elements = new Map();
  const focus = (cell) => {
    elements.get(keep.name)?.setAttribute('tabindex', -1);
    keep.name = cell.name;
    elements.get(cell.name).setAttribute('tabindex', 0);
    elements.get(cell.name).focus();
  };
  const key = (event, cell) => {
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const next = beside(layout.cells, cell, direction);
      if (next) focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') onCell?.(cell.name);
    else if (event.ctrlKey || event.metaKey || event.altKey || !onKey?.(cell.name, event.key)) return;
    event.preventDefault();
  };
  const cells = layout.cells.map((cell) => {
    const look = looks(cell.name);
    const { x, y, r } = cell;
    const element = s('g', {
      class: ['cell', look.chosen && 'chosen', look.target && 'target', look.last && 'last', look.off && 'off'].filter(Boolean).join(' '),
      role: 'button', tabindex: cell.name === keep.name ? 0 : -1, 'aria-label': `${cell.name}, ${look.label}`, 'data-cell': cell.name,
      'aria-pressed': look.chosen ? 'true' : null,
      onclick: () => { keep.name = cell.name; onCell?.(cell.name); },
      onkeydown: (event) => key(event, cell),
    },
    s('title', {}, `${cell.name}: ${look.label}`),
    s('rect', { x: x - cell.w / 2, y: y - cell.h / 2, width: cell.w, height: cell.h, class: 'hit' }),
    s('circle', { cx: x, cy: y, r, class: 'pit' }),
    cell.mark && s('text', { x, y: y + 1.8, class: 'coordinate', 'aria-hidden': 'true' }, cell.mark),
    look.piece && board.piece(look.piece, x, y, r),
    cell.over && s('text', { x: x + r * 0.7, y: y - r * 0.7, class: 'coordinate over', 'aria-hidden': 'true' }, cell.over),
    look.target && s('circle', { cx: x, cy: y, r: r * (look.piece ? 1.02 : 0.36), class: 'goal' }),
    look.chance && ring(x, y, r * 1.08, look.chance.share, look.chance.kind),
    look.chance && s('text', { x, y: y + r * 0.3, class: 'chance', 'font-size': r * 0.78 }, look.chance.text));
    elements.set(cell.name, element);
    return element;
  });
  return s('svg', {
    viewBox: `0 0 ${layout.width} ${layout.height}`, class: `board ${layout.kind ?? ''}`, role: 'group', 'aria-label': label,
  },
  s('defs', {},
    gradient('dark-stone', 'dark'), gradient('light-stone', 'light'), gradient('pit-shade', 'pit')),
  layout.back, cells, s('g', { class: 'over', 'aria-hidden': 'true' }, arrows(names, steps), worths.map((one) => worth(names, one))));
}

const gradient = (id, kind) => s('radialGradient', { id, cx: '35%', cy: '30%', r: '80%' },
  s('stop', { offset: '0', class: `${kind}-bright` }), s('stop', { offset: '1', class: `${kind}-deep` }));

/** A stone of the first (dark) or the second (light) side, told apart by its mark too. */
export function stone(side, x, y, r, { small = false } = {}) {
  const size = r * (small ? 0.6 : 0.86);
  const dark = side === 0;
  return s('g', { class: `stone ${dark ? 'dark' : 'light'}${small ? ' small' : ''}` },
    s('ellipse', { cx: x, cy: y + size * 0.16, rx: size, ry: size * 0.96, class: 'shadow' }),
    s('circle', { cx: x, cy: y, r: size, class: 'body' }),
    !small && (dark
      ? s('path', { d: `M${x - size * 0.3} ${y - size * 0.3}l${size * 0.6} ${size * 0.6}m0 ${-size * 0.6}l${-size * 0.6} ${size * 0.6}`, class: 'sign' })
      : s('circle', { cx: x, cy: y, r: size * 0.34, class: 'sign' })));
}

/** The board as a picture only. */
export function picture(board, position) {
  const state = board.parse(position);
  const layout = board.layout(state);
  return s('svg', { viewBox: `0 0 ${layout.width} ${layout.height}`, class: 'picture', 'aria-hidden': 'true' },
  s('defs', {}, gradient('dark-stone', 'dark'), gradient('light-stone', 'light'), gradient('pit-shade', 'pit')),
  layout.back,
  layout.cells.map(({ name, x, y, r }) => [
    s('circle', { cx: x, cy: y, r, class: 'pit' }),
    state.cells.get(name) !== '.' && board.piece(state.cells.get(name), x, y, r)]));
}
