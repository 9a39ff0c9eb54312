// Charts: bars of several distributions side by side, and curves over the bias.

import { h, s } from './view.js';

/** Steps of a pleasant size up to at least `most`. */
function steps(most) {
  const rough = most / 4;
  const size = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 2.5, 5, 10].map((part) => part * size).find((one) => one >= rough) ?? size;
  const marks = [];
  for (let at = 0; at <= most + step * 0.999; at += step) marks.push(at);
  return marks;
}

const label = (value) => String(Number(value.toPrecision(3)));

/** The width of a chart in its own units: where the page is narrow they are larger, so that its text can be read. */
const wide = () => (window.matchMedia('(max-width: 699px)').matches ? 340 : 600);

/** Bars by outcome; `series` are lists of numbers, `null` where there is none. */
export function bars(keys, series, { names, describe }) {
  const width = wide();
  const [left, top, bottom] = [46, 10, 34];
  const height = 240;
  const most = Math.max(...series.flat().filter((value) => value !== null), 1e-9);
  const marks = steps(most);
  const ceiling = marks[marks.length - 1];
  const y = (value) => top + (height - top - bottom) * (1 - value / ceiling);
  const band = (width - left - 6) / keys.length;
  const thin = Math.max(0.5, (band * 0.82) / series.length);
  const every = Math.ceil(keys.length / (width / 25));
  return s('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': `Chart: ${names.join(' and ')}; the table has its numbers` },
    marks.map((mark) => [
      s('line', { x1: left, x2: width, y1: y(mark), y2: y(mark), class: 'grid' }),
      s('text', { x: left - 6, y: y(mark) + 4, class: 'axis', 'text-anchor': 'end' }, label(mark))]),
    keys.map((key, at) => [
      series.map((values, which) => values[at] !== null && s('rect', {
        x: left + band * at + band * 0.09 + thin * which, y: y(values[at]), width: thin, height: Math.max(0, y(0) - y(values[at])), class: `series s${which}`,
      }, s('title', {}, describe(at, which)))),
      at % every === 0 && s('text', { x: left + band * (at + 0.5), y: height - bottom + 18, class: 'axis', 'text-anchor': 'middle' }, key)]));
}

/** Curves over the bias from 0 to 1, with a line where the slider stands. */
export function curves(series, at) {
  const width = wide();
  const height = 240;
  const [left, top, bottom] = [46, 16, 34];
  const points = 121;
  const values = series.map(({ of }) => Array.from({ length: points }, (_, index) => of(index / (points - 1))));
  const most = Math.max(...values.flat().filter(Number.isFinite), 1e-9);
  const marks = steps(most);
  const ceiling = marks[marks.length - 1];
  const x = (bias) => left + (width - left - 10) * bias;
  const y = (value) => top + (height - top - bottom) * (1 - value / ceiling);
  return s('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': 'Chart: the chance of each outcome over the bias' },
    marks.map((mark) => [
      s('line', { x1: left, x2: width, y1: y(mark), y2: y(mark), class: 'grid' }),
      s('text', { x: left - 6, y: y(mark) + 4, class: 'axis', 'text-anchor': 'end' }, label(mark))]),
    [0, 0.25, 0.5, 0.75, 1].map((bias) => s('text', { x: x(bias), y: height - bottom + 18, class: 'axis', 'text-anchor': 'middle' }, label(bias))),
    values.map((list, which) => {
      const path = list.map((value, index) => (Number.isFinite(value) ? `${index && Number.isFinite(list[index - 1]) ? 'L' : 'M'}${x(index / (points - 1)).toFixed(1)} ${y(value).toFixed(1)}` : '')).join('');
      return s('path', { d: path, class: curveClass(which) }, s('title', {}, series[which].name));
    }),
    names(series, values, (index, value) => [x(index / (points - 1)), y(value)], [left, width], at === null ? null : x(at)),
    at !== null && s('line', { x1: x(at), x2: x(at), y1: top, y2: height - bottom, class: 'here' }));
}

const curveClass = (which) => `curve s${which % 6}${which > 5 ? ' second' : ''}`;

/** The names of curves at their peaks, the highest first; one that would lie on another, or near nothing, is in the key alone. */
function names(series, values, place, [left, right], here) {
  const peak = (list) => list.indexOf(Math.max(...list.filter(Number.isFinite)));
  const most = Math.max(...values.flat().filter(Number.isFinite));
  const taken = [];
  return series.map(({ name }, which) => ({ name, list: values[which], at: peak(values[which]) }))
    .sort((a, b) => b.list[b.at] - a.list[a.at])
    .map(({ name, list, at }) => {
      const [x, y] = place(at, list[at]);
      const half = 4 * name.length + 3;
      // A name that would lie on the line of the slider stands beside it.
      const beside = here !== null && Math.abs(x - here) < half + 2 ? here + half + 3 : x;
      const box = { x: Math.min(Math.max(beside, left + half), right - half), y: Math.max(y - 5, 11), half };
      const clear = taken.every((other) => Math.abs(other.x - box.x) > other.half + half || Math.abs(other.y - box.y) > 14);
      if (!clear || list[at] < most * 0.06) return null;
      taken.push(box);
      return s('text', { x: box.x, y: box.y, class: 'curve-name' }, name);
    });
}

/** Which line is which outcome. */
export const curveKey = (series) => h('ul', { class: 'curve-key' }, series.map(({ name }, which) => h('li', {},
  s('svg', { viewBox: '0 0 24 8', 'aria-hidden': 'true' }, s('path', { d: 'M1 4H23', class: curveClass(which) })), name)));

/** A function of the bias for drawing, from the coefficients of an answer. */
export function drawable({ numerator, denominator }) {
  const over = numerator.map(Number);
  const under = denominator.map(Number);
  const at = (coefficients, p) => coefficients.reduceRight((sum, coefficient) => sum * p + coefficient, 0);
  return (p) => at(over, p) / at(under, p);
}
