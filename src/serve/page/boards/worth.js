// What moves are worth, drawn where they lead.

import { s } from '../view.js';

/** The words of a verdict as a sign: who wins, and in how many plies where that is known. */
const SIGNS = { win: '+', loss: '−', draw: '=' };

/** What a move is worth, in two or three signs. */
export function sign(outcome, plies) {
  if (!SIGNS[outcome]) return '?';
  return `${SIGNS[outcome]}${outcome === 'win' || outcome === 'loss' ? plies ?? '' : ''}`;
}

/** A label of a few signs on the board. */
function label(x, y, text, { kind, best }, size) {
  const width = Math.max(size * 1.45, size * (0.62 * text.length + 0.5));
  return s('g', { class: `worth ${kind}${best ? ' best' : ''}` },
    s('rect', { x: x - width / 2, y: y - size * 0.72, width, height: size * 1.44, rx: size * 0.5 }),
    s('text', { x, y: y + size * 0.36, 'font-size': size }, text));
}

/**
 * A move that is worth something: a line from its stone, and the label at its goal, on the side that it comes from; of a stone
 * that is laid, the label alone. `cells` are those of the layout by name.
 */
export function worth(cells, one) {
  const [from, to] = [cells.get(one.from), cells.get(one.to)];
  if (!to) return null;
  if (!from) return label(to.x, to.y, one.text, one, Math.max(to.r * 0.56, 3.5));
  const [across, down] = [from.x - to.x, from.y - to.y];
  const far = Math.hypot(across, down) || 1;
  const at = (share) => [to.x + (across / far) * share, to.y + (down / far) * share];
  // So far out that labels of neighbouring moves to one cell stand apart.
  const [x, y] = at(to.r * 1.05);
  const [startX, startY] = at(far - from.r * 0.7);
  return s('g', {}, s('line', { x1: startX, y1: startY, x2: x, y2: y, class: `worth-line ${one.kind}${one.best ? ' best' : ''}` }), label(x, y, one.text, one, to.r * 0.4));
}

/** A play as arrows, one for each of its steps. */
export function arrows(cells, steps) {
  return steps.map(([from, to]) => {
    const [start, end] = [cells.get(from), cells.get(to)];
    if (!start || !end) return null;
    const [across, down] = [end.x - start.x, end.y - start.y];
    const far = Math.hypot(across, down) || 1;
    // Steps along a row bend, so that they do not lie on each other.
    const bend = Math.min(far * 0.25, end.r * 2);
    const middle = [start.x + across / 2 + (down / far) * bend, start.y + down / 2 - (across / far) * bend];
    const back = Math.hypot(end.x - middle[0], end.y - middle[1]) || 1;
    const [alongX, alongY] = [(end.x - middle[0]) / back, (end.y - middle[1]) / back];
    const tip = [end.x - alongX * end.r * 0.5, end.y - alongY * end.r * 0.5];
    const wing = end.r * 0.55;
    const corner = (side) => `${tip[0] - alongX * wing - alongY * wing * 0.6 * side} ${tip[1] - alongY * wing + alongX * wing * 0.6 * side}`;
    return s('g', { class: 'arrow' },
      s('path', { d: `M${start.x} ${start.y}Q${middle[0]} ${middle[1]} ${tip[0] - alongX * wing * 0.7} ${tip[1] - alongY * wing * 0.7}`, class: 'shaft' }),
      s('path', { d: `M${tip[0]} ${tip[1]}L${corner(1)}L${corner(-1)}Z`, class: 'head' }));
  });
}
