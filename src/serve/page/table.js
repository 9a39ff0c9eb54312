// The table page: a table from a book, every figure judged.

import { Panel, commandLine, keeper } from './ask.js';
import { h, plainly, plural, save, say } from './view.js';

const SUBJECTS = [
  ['', 'Find out what it is a table of'],
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
  unreadable: ['?', 'cannot be read', 'even'],
};

export function show(main, asked) {
  const page = new TablePage(main, asked);
  return () => page.leave();
}

class TablePage {
  constructor(main, asked) {
    document.title = 'Tables · siga';
    this.answer = new Panel({ class: 'first', 'aria-label': 'Verdicts' });
    this.answer.element.hidden = true;
    this.columns = [];
    this.tables = [];
    this.html = '';
    this.explain = false;
    this.build(main, asked);
    if (asked.get('of') !== null) this.about(asked.get('of'));
    if (this.text.value) this.judge();
  }

  leave() { this.answer.stop(); }

  build(main, asked) {
    this.text = h('textarea', {
      id: 'table-text', rows: 9, spellcheck: 'false', placeholder: 'distance  chance\n1  0.4375\n2  0.50', value: asked.get('text') ?? '',
      onpaste: (event) => this.pasted(event), oninput: () => this.forget(),
    });
    this.preview = h('div', { class: 'preview', hidden: true });
    const select = (id, label, options, onchange) => {
      const found = h('select', { id, onchange }, options.map(([value, name]) => h('option', { value }, name)));
      return [found, h('label', { class: 'field' }, h('span', {}, label), found)];
    };
    let subjectField;
    [this.subject, subjectField] = select('subject', 'It is a table of', [...SUBJECTS, ['other', 'something else …']], () => {
      this.forget();
      this.ofField.hidden = this.subject.value !== 'other';
    });
    this.of = h('input', { id: 'of', spellcheck: 'false', autocapitalize: 'off', placeholder: 'throw 3d6', oninput: () => this.forget() });
    this.ofField = h('label', { class: 'field grow', hidden: true }, h('span', {}, 'in siga’s words, such as “throw 3d6”'), this.of);
    // Asked for where the table could not be read without it.
    this.held = h('input', { id: 'columns', spellcheck: 'false', autocapitalize: 'off', placeholder: 'outcome, -, probability', onchange: () => { this.columns = this.held.value.split(',').map((name) => name.trim()).filter(Boolean); this.judge(); } });
    this.columnsField = h('label', { class: 'field grow', hidden: true }, h('span', {}, 'What the columns hold, from the left (- for nothing to compare)'), this.held);
    let decimalField;
    let asField;
    [this.decimal, decimalField] = select('decimal', 'Decimal sign', [['auto', 'as the table shows'], ['point', 'point'], ['comma', 'comma']]);
    [this.as, asField] = select('as', 'Plain numbers are', [['auto', 'as the table shows'], ['percent', 'per cent'], ['fraction', 'parts of 1'], ['odds', 'odds']]);
    [this.nth, this.nthField] = select('nth', 'Which table', []);
    this.nthField.hidden = true;
    this.nth.addEventListener('change', () => { this.forget(); this.show(); });
    main.append(
      h('h1', {}, 'Is this table right?'),
      h('section', { class: 'panel asking' },
        h('label', { class: 'field wide', for: 'table-text' }, h('span', {}, 'Paste the table: from a web page or a spreadsheet, or as text')), this.text, this.preview,
        h('div', { class: 'row' }, this.nthField, subjectField, this.ofField, decimalField, asField, this.columnsField),
        h('div', { class: 'row' },
          h('button', { type: 'button', class: 'main', id: 'judge', onclick: () => this.judge() }, 'Check every figure'),
          h('button', { type: 'button', class: 'quiet', id: 'example', onclick: () => this.example() }, 'An example with mistakes'))),
      this.answer.element);
  }

  /** What the table is compared with, in the words of a question; nothing if that is to be found out. */
  get words() { return this.subject.value === 'other' ? this.of.value.trim() : this.subject.value; }

  /** Chooses what the table is about. */
  about(words) {
    const known = SUBJECTS.some(([value]) => value === words);
    this.subject.value = known ? words : 'other';
    this.ofField.hidden = known;
    this.of.value = words;
  }

  /** Another table or another subject: what was said of the columns of the last is no longer meant. */
  forget() {
    this.columns = [];
    this.held.value = '';
    this.explain = false;
  }

  example() {
    this.show([]);
    this.text.value = EXAMPLE;
    this.about('daldos table');
    this.forget();
    this.judge();
  }

  /** A table copied from a web page comes with its rows and cells, which its text alone has lost. */
  pasted(event) {
    const html = event.clipboardData?.getData('text/html') ?? '';
    const tables = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('table')].filter((table) => !table.querySelector('table'));
    if (!tables.length) return;
    event.preventDefault();
    this.forget();
    this.nth.replaceChildren(...tables.map((_, at) => h('option', { value: at + 1 }, String(at + 1))));
    this.show(tables.map(bare));
  }

  /** Shows the one of the tables that were pasted which is chosen, in place of the text; the text, where there are none. */
  show(tables = this.tables) {
    this.tables = tables;
    this.html = tables[Math.max(this.nth.selectedIndex, 0)] ?? '';
    this.text.hidden = Boolean(this.html);
    this.preview.hidden = !this.html;
    this.nthField.hidden = tables.length < 2;
    if (!this.html) return;
    const { rows } = new DOMParser().parseFromString(this.html, 'text/html').querySelector('table');
    this.preview.replaceChildren(
      h('div', { class: 'scroll' }, h('table', { class: 'numbers' }, [...rows].map((row) => h('tr', {}, [...row.cells].map((cell) => h(cell.localName, { colspan: cell.colSpan, rowspan: cell.rowSpan }, cell.textContent.trim())))))),
      h('button', { type: 'button', class: 'quiet', onclick: () => { this.show([]); this.forget(); this.text.value = ''; this.text.focus(); } }, 'Paste another'));
  }

  query() {
    const { value } = this.decimal;
    const of = this.words;
    return ['check', '--text', this.html || this.text.value,
      ...(of ? ['--of', of] : []),
      ...(of && this.columns.length ? [`--columns=${this.columns.join(',')}`] : []),
      ...(value === 'auto' ? [] : ['--decimal', value]),
      ...(this.as.value === 'auto' ? [] : ['--as', this.as.value]),
      ...(of && this.explain ? ['--explain'] : [])];
  }

  judge() {
    if (!(this.html || this.text.value).trim()) {
      this.text.focus();
      return;
    }
    this.answer.element.hidden = false;
    const link = new URLSearchParams({ of: this.words, text: this.text.value });
    if (!this.html && this.text.value.length < 2000) history.replaceState(null, '', `#/table?${link}`);
    this.answer.ask(this.query(), (result) => (result.candidates ? this.candidates(result) : this.verdicts(result)), { quiet: true })
      .then((answer) => {
        this.columnsField.hidden = Boolean(answer) || !this.words;
        const { element } = this.answer;
        if (element.getBoundingClientRect().top > window.innerHeight / 2) element.scrollIntoView();
      });
  }

  /** What the table may be of, each to be chosen. */
  candidates({ candidates, tried }) {
    if (!candidates.length) return [h('h2', { class: 'headline' }, 'Nothing known fits this table'), h('p', {}, `${tried} throws and tables were tried. Choose what it is a table of.`)];
    return [h('h2', { class: 'headline' }, 'What it may be a table of'),
      h('ul', { class: 'plain' }, candidates.map(({ command: typed, hold, figures }) => {
        const words = typed.replace(/^siga /, '');
        const name = SUBJECTS.find(([value]) => value && words.startsWith(value))?.[1];
        return h('li', {}, h('button', { type: 'button', onclick: () => { this.about(words); this.judge(); } }, name ?? words),
          ` ${hold} of ${plural(figures, 'figure')} ${hold === 1 ? 'is' : 'are'} right`, name && h('span', { class: 'muted' }, ` · ${words.replaceAll(' --', ', ')}`));
      }))];
  }

  verdicts(result) {
    const { figures, summary, notes } = result;
    const wrong = summary.wrong + summary.last_place;
    const left = summary.not_compared + summary.unreadable;
    const right = left ? result.conclusion : `All ${plural(figures.length, 'figure')} are right as printed`;
    const head = wrong ? `${wrong} of ${plural(figures.length, 'figure')} ${wrong === 1 ? 'is' : 'are'} wrong` : right;
    say(head);
    const named = new Set(figures.map(({ column }) => column)).size > 1;
    const asked = this.query().map((word, at, all) => (all[at - 1] === '--text' ? null : word === '--text' ? 'table.csv' : word)).filter((word) => word !== null);
    return [
      h('h2', { class: `headline ${wrong ? 'loss' : left ? '' : 'win'}` }, head),
      h('div', { class: 'scroll' }, h('table', { class: 'numbers judged' },
        h('thead', {}, h('tr', {}, ['key', ...(named ? ['column'] : []), 'printed', 'right', 'exactly', 'verdict'].map((name) => h('th', { scope: 'col' }, h('span', {}, name))))),
        h('tbody', {}, figures.map((figure) => verdict(figure, named))))),
      result.order && h('p', {}, 'Nothing in the table is a key: the figures are taken in the order of the answer.'),
      ...notes.map((note) => h('p', { class: 'muted' }, plainly(note))),
      ...result.not_compared.map(({ column, row, why }) => h('p', {}, `Not compared: ${column ?? row}: ${why}`)),
      result.not_in_answer?.length > 0 && h('p', {}, `In the table only: ${result.not_in_answer.join('; ')}`),
      wrong > 0 && this.explanations(result),
      this.chooser(result),
      h('button', { type: 'button', class: 'quiet', onclick: () => save('table.csv', this.html || this.text.value) }, 'Save the table'),
      h('details', {}, h('summary', {}, 'On the command line'), commandLine(this.query(), { said: asked, keep: false })),
      keeper(this.query()),
    ].filter(Boolean);
  }

  /** What would make more of the figures right; looked for when asked. */
  explanations({ explained }) {
    if (!explained) {
      return h('div', { class: 'row' }, h('button', { type: 'button', id: 'explain', onclick: () => { this.explain = true; this.judge(); } }, 'Explain the mistakes'),
        h('span', { class: 'muted' }, 'Other rules, another bias, another rounding, a slip of the pen: what would make the figures right?'));
    }
    const { explanations, right, figures } = explained;
    if (!explanations.length) return [h('h3', {}, 'Explanations'), h('p', {}, 'No other rules, bias, rounding or slip that is known makes more of the figures right.')];
    return [h('h3', {}, 'What would make more of them right'), h('p', { class: 'muted' }, `As the table stands, ${right} of ${figures} are right. An explanation need not be the true one.`),
      h('ol', { class: 'plain' }, explanations.map((one) => h('li', {}, h('b', {}, one.assumptions.map(({ says }) => says).join('; ')),
        ` · ${one.right} of ${figures} right`, one.wrong.length > 0 && h('span', { class: 'muted' }, ` · still wrong: ${one.wrong.join(', ')}`))))];
  }

  /** What each column was taken as, to be changed. */
  chooser({ columns, names }) {
    if (!columns?.length) return null;
    const label = (name) => name.replaceAll('_', ' ');
    const keys = names.filter((name) => columns.some((column) => column.as === 'key') && name === names[0]);
    const taken = columns.map((column) => ({ key: keys[0] ?? names[0] })[column.as] ?? (names.includes(column.as) ? column.as : '-'));
    const change = (at, value) => {
      this.columns = taken.map((name, other) => (other === at ? value : name));
      this.judge();
    };
    return h('details', { open: this.columns.length > 0 }, h('summary', {}, 'What the columns hold'),
      h('table', { class: 'numbers' }, h('tbody', {}, columns.map(({ heading, why }, at) => h('tr', {},
        h('th', { scope: 'row' }, heading || `column ${at + 1}`),
        h('td', {}, h('select', { 'aria-label': `What ${heading || `column ${at + 1}`} holds`, 'data-column': at, onchange: (event) => change(at, event.target.value) },
          [...names.map((name) => [name, label(name)]), ['-', 'nothing to compare']].map(([value, name]) => h('option', { value, selected: value === taken[at] }, name)))),
        h('td', { class: 'muted' }, why))))));
  }
}

/** A table without anything but its cells, their text, and marks above and below the line. */
function bare(table) {
  const inner = (node) => [...node.childNodes].map((part) => {
    if (!part.childNodes.length) return escaped(part.textContent);
    return ['SUP', 'SUB'].includes(part.nodeName) ? `<${part.localName}>${inner(part)}</${part.localName}>` : inner(part);
  }).join('');
  const cell = (one) => {
    const span = (name, count) => (count > 1 ? ` ${name}="${count}"` : '');
    return `<${one.localName}${span('colspan', one.colSpan)}${span('rowspan', one.rowSpan)}>${inner(one).trim()}</${one.localName}>`;
  };
  return `<table>${[...table.rows].map((row) => `<tr>${[...row.cells].map(cell).join('')}</tr>`).join('\n')}</table>`;
}

const escaped = (text) => text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function verdict(figure, named) {
  const [sign, word, kind] = VERDICTS[figure.status] ?? ['–', 'not in the answer', 'even'];
  const exact = typeof figure.exact === 'string' ? figure.exact : figure.exact ? 'irrational' : '–';
  return h('tr', { class: kind, 'data-status': figure.status ?? 'none' },
    h('th', { scope: 'row' }, figure.key), named && h('td', {}, figure.column),
    h('td', {}, figure.status === 'differs' ? h('s', {}, figure.printed) : figure.printed),
    h('td', {}, h('b', {}, figure.status === 'differs' || figure.status === 'truncated' ? figure.right ?? '' : '')),
    h('td', { title: exact }, exact.length > 24 ? `${exact.slice(0, 22)}…` : exact),
    h('td', {}, h('span', { class: `verdict ${kind}` }, `${sign} `, h('span', {}, word))));
}
