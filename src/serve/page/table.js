// The table page: a table from a book, every figure judged.

import { Panel, command } from './ask.js';
import { h, save, say } from './view.js';

const COMMANDS = [
  ['daldos table', 'Daldøs: the chance to take a piece, by distance'],
  ['daldos table --pieces 2', 'Daldøs: the same with two pieces'],
  ['sig table', 'Sig: the chance to take a piece, by distance'],
  ['throw 2d6', 'Two dice, added'],
  ['throw yut', 'Yut: four sticks'],
  ['throw tab', 'Tâb: four sticks'],
];

// The right chances are 7/16, 1/2, 3/5, 2/3, 7/24, 11/48, 55/384, 59/768.
const EXAMPLE = 'distance,chance\n1,0.4375\n2,0.50\n3,0.59\n4,0.6641\n5,0.2917\n6,0.229\n7,0.1432\n8,0.077\n';

const VERDICTS = {
  exact: ['✓', 'exact', 'good'], rounded: ['✓', 'right, rounded', 'good'], truncated: ['✂', 'cut off, not rounded', 'even'],
  undecided: ['?', 'not decided', 'even'], differs: ['✗', 'wrong', 'bad'],
};

export function show(main, asked) {
  document.title = 'Tables · siga';
  const answer = new Panel({ class: 'first', 'aria-label': 'Verdicts' });
  answer.element.hidden = true;
  const text = h('textarea', { id: 'table-text', rows: 9, spellcheck: 'false', placeholder: 'distance  chance\n1  0.4375\n2  0.50', value: asked.get('text') ?? '' });
  const of = h('input', { id: 'of', list: 'of-list', value: asked.get('of') ?? 'daldos table', spellcheck: 'false', autocapitalize: 'off' });
  const chosen = (id, label, options) => {
    const select = h('select', { id }, options.map(([value, name]) => h('option', { value }, name)));
    return [select, h('label', { class: 'field' }, h('span', {}, label), select)];
  };
  const [decimal, decimalField] = chosen('decimal', 'Decimal sign', [['auto', 'as the table shows'], ['point', 'point'], ['comma', 'comma']]);
  const [as, asField] = chosen('as', 'Plain numbers are', [['auto', 'as the table shows'], ['percent', 'per cent'], ['fraction', 'parts of 1'], ['odds', 'odds']]);
  const options = () => ['--of', of.value.trim(), ...(decimal.value === 'auto' ? [] : ['--decimal', decimal.value]), ...(as.value === 'auto' ? [] : ['--as', as.value])];
  const judge = () => {
    answer.element.hidden = false;
    const link = new URLSearchParams({ of: of.value, text: text.value });
    if (text.value.length < 2000) history.replaceState(null, '', `#/table?${link}`);
    answer.ask(['check', '--text', text.value, ...options()], (result) => [...verdicts(result),
      h('p', { class: 'muted' }, 'The same on the command line, with the table in a file: ', h('code', {}, command(['check', 'table.csv', ...options()])), ' ',
        h('button', { type: 'button', class: 'quiet', onclick: () => save('table.csv', text.value) }, 'Save the table'))], { quiet: true });
  };
  main.append(
    h('h1', {}, 'Is this table right?'),
    h('section', { class: 'panel' },
      h('label', { class: 'field wide', for: 'table-text' }, h('span', {}, 'Paste the table: columns of text, CSV or Markdown')), text,
      h('div', { class: 'row' },
        h('label', { class: 'field grow' }, h('span', {}, 'It claims what this command computes'), of),
        decimalField, asField),
      h('datalist', { id: 'of-list' }, COMMANDS.map(([value, name]) => h('option', { value }, name))),
      h('div', { class: 'row' },
        h('button', { type: 'button', class: 'main', id: 'judge', onclick: judge }, 'Judge every figure'),
        h('button', { type: 'button', class: 'quiet', onclick: () => { text.value = EXAMPLE; of.value = 'daldos table'; judge(); } }, 'An example with mistakes'))),
    answer.element);
  if (text.value) judge();
  return () => answer.stop();
}

function verdicts(result) {
  const { figures, summary, notes } = result;
  const wrong = summary.wrong + summary.last_place;
  const head = wrong ? `${wrong} of ${figures.length} figures ${wrong === 1 ? 'is' : 'are'} wrong` : `All ${figures.length} figures are right as printed`;
  say(head);
  const named = new Set(figures.map(({ column }) => column)).size > 1;
  const row = (figure) => {
    const [sign, word, kind] = VERDICTS[figure.status] ?? ['–', 'not in the answer', 'even'];
    const exact = typeof figure.exact === 'string' ? figure.exact : figure.exact ? 'irrational' : '–';
    return h('tr', { class: kind, 'data-status': figure.status ?? 'none' },
      h('th', { scope: 'row' }, figure.key), named && h('td', {}, figure.column),
      h('td', {}, figure.status === 'differs' ? h('s', {}, figure.printed) : figure.printed),
      h('td', {}, h('b', {}, figure.status === 'differs' || figure.status === 'truncated' ? figure.right ?? '' : '')),
      h('td', { title: exact }, exact.length > 24 ? `${exact.slice(0, 22)}…` : exact),
      h('td', {}, h('span', { class: `verdict ${kind}` }, `${sign} ${word}`)));
  };
  return [
    h('h2', { class: `headline ${wrong ? 'loss' : 'win'}` }, head),
    h('div', { class: 'scroll' }, h('table', { class: 'numbers judged' },
      h('thead', {}, h('tr', {}, ['key', ...(named ? ['column'] : []), 'printed', 'right', 'exactly', 'verdict'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, figures.map(row)))),
    ...notes.map((note) => h('p', { class: 'muted' }, note)),
    result.not_in_answer?.length ? h('p', {}, `In the table, not in the answer: ${result.not_in_answer.join('; ')}`) : '',
  ];
}
