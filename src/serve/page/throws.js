// The throw page: notation, presets, curves, the bias, several side by side.

import { Panel, ask, command, commandLine, picture, tables } from './ask.js';
import { h, s, decimal, fault, say, shown } from './view.js';

const MOST = 4;

export function show(main, asked) {
  const page = new ThrowPage(main, asked);
  return () => page.leave();
}

class ThrowPage {
  constructor(main, asked) {
    document.title = 'Throws · siga';
    this.specs = asked.getAll('spec').length ? asked.getAll('spec').slice(0, MOST) : ['2d6'];
    this.turn = asked.has('turn');
    this.bias = asked.get('bias');
    this.results = [];
    this.build(main);
    this.refresh();
  }

  leave() {
    clearTimeout(this.later);
    this.work?.abort();
    this.functions.stop();
  }

  build(main) {
    this.list = h('datalist', { id: 'presets' });
    this.presets = h('select', {
      id: 'preset', onchange: (event) => {
        this.specs[this.specs.length - 1] = event.target.value;
        this.turn = this.turns.checked;
        this.drawSpecs();
        this.refresh();
        event.target.selectedIndex = 0;
      },
    }, h('option', {}, 'A throw with a name …'));
    ask(['throws']).then(({ result }) => {
      // A title may name an option of the command line; the page has none.
      const called = (title) => title.replace(/ \([^)]*--[^)]*\)/, '');
      this.cowries = new Set(result.presets.filter(({ title }) => title.includes('mouths up')).map(({ name }) => name));
      this.list.append(...result.presets.map(({ name, title }) => h('option', { value: name }, called(title))));
      this.presets.append(...result.presets.map(({ name, title, source }) => h('option', { value: name, title: source }, `${name}: ${called(title)}`)));
      this.nameBias();
    }).catch(() => this.presets.remove());
    this.specPlace = h('div', { class: 'specs' });
    this.turns = h('input', { type: 'checkbox', id: 'turn', checked: this.turn, onchange: () => { this.turn = this.turns.checked; this.refresh(); } });
    this.slider = h('input', {
      type: 'range', id: 'bias', min: 0, max: 1, step: 0.01,
      oninput: () => this.biased(String(Number(this.slider.value))),
    });
    this.biasText = h('input', { id: 'bias-text', size: 8, 'aria-label': 'Bias as a number, such as 3/5', onchange: () => this.biased(this.biasText.value.trim()) });
    this.biasBox = h('section', { class: 'panel', hidden: true },
      this.biasTitle = h('h2', { id: 'bias-title' }),
      h('div', { class: 'row' }, h('label', { for: 'bias', class: 'field grow' }, this.biasSide = h('span'), this.slider), this.biasText,
        h('button', { type: 'button', class: 'quiet', onclick: () => this.biased('1/2') }, '1/2')));
    this.answer = h('section', { class: 'panel first', 'aria-label': 'Distribution' });
    this.functions = new Panel({ 'aria-label': 'Over the bias' });
    this.functions.element.hidden = true;
    main.append(
      h('h1', {}, 'Throws'),
      h('section', { class: 'panel' }, this.list, this.specPlace,
        h('div', { class: 'row' }, this.presets,
          h('button', { type: 'button', id: 'compare', onclick: () => { if (this.specs.length < MOST) { this.specs.push('3d4'); this.drawSpecs(); this.refresh(); } } }, 'Compare with another'),
          h('label', { class: 'choice' }, this.turns, h('span', {}, 'the whole turn, with the further throws it earns'))),
        h('details', {}, h('summary', {}, 'How throws are written'), notation())),
      this.biasBox, this.answer, this.functions.element);
    this.drawSpecs();
  }

  drawSpecs() {
    this.faults = this.specs.map(() => h('div'));
    this.specPlace.replaceChildren(...this.specs.map((spec, at) => h('div', { class: 'spec' },
      h('span', { class: `key s${at}`, 'aria-hidden': 'true' }),
      h('input', {
        id: `spec-${at}`, value: spec, list: 'presets', spellcheck: 'false', autocapitalize: 'off', 'aria-label': `Throw ${at + 1}`,
        oninput: (event) => { this.specs[at] = event.target.value; this.soon(); },
        onkeydown: (event) => { if (event.key === 'Enter') this.refresh(); },
      }),
      this.specs.length > 1 && h('button', { type: 'button', class: 'quiet', 'aria-label': `Remove ${spec}`, onclick: () => { this.specs.splice(at, 1); this.drawSpecs(); this.refresh(); } }, '×'),
      this.faults[at])));
  }

  soon() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.refresh(), 350);
  }

  biased(text) {
    this.bias = text;
    this.biasText.value = text;
    this.slide();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.refresh(), 60);
  }

  /** Says of what the bias is the chance. */
  nameBias() {
    const cowries = this.specs.filter((spec) => this.takesBias?.get(spec)).every((spec) => this.cowries?.has(spec));
    this.biasTitle.textContent = `How do the ${cowries ? 'cowries' : 'sticks'} fall?`;
    this.biasSide.textContent = `Chance of ${cowries ? 'mouth' : 'flat side'} up`;
  }

  /** Puts the slider where the bias is. */
  slide() {
    const value = (this.bias ?? '1/2').split('/').map(Number).reduce((over, under) => over / under);
    if (Number.isFinite(value)) this.slider.value = value;
  }

  query(spec) {
    const biased = this.bias && this.takesBias?.get(spec);
    return ['throw', spec, ...(this.turn ? ['--turn'] : []), ...(biased ? ['--bias', this.bias] : [])];
  }

  /** Whether sticks of the throw follow `--bias`; siga says so. */
  async learn(spec, signal) {
    this.takesBias ??= new Map();
    if (this.takesBias.has(spec)) return;
    const { query } = await ask(['throw', spec], { signal });
    this.takesBias.set(spec, query.bias !== undefined);
  }

  async refresh() {
    clearTimeout(this.later);
    this.work?.abort();
    const work = new AbortController();
    this.work = work;
    const { signal } = work;
    const link = new URLSearchParams();
    this.specs.forEach((spec) => link.append('spec', spec));
    if (this.turn) link.set('turn', '1');
    if (this.bias) link.set('bias', this.bias);
    history.replaceState(null, '', `#/throw?${link}`);
    this.answer.setAttribute('aria-busy', 'true');
    const slow = setTimeout(() => {
      if (!signal.aborted) this.answer.replaceChildren(h('div', { class: 'waiting' }, h('span', { class: 'dots' }), h('span', {}, 'working …'), h('button', { type: 'button', onclick: () => work.abort() }, 'Stop')));
    }, 400);
    const results = await Promise.all(this.specs.map(async (spec, at) => {
      try {
        await this.learn(spec, signal);
        const answer = await ask(this.query(spec), { signal });
        this.faults[at].replaceChildren();
        return { spec, ...answer };
      } catch (error) {
        if (!signal.aborted) this.faults[at].replaceChildren(fault(error, this.query(spec)));
        return null;
      }
    }));
    clearTimeout(slow);
    this.answer.removeAttribute('aria-busy');
    if (this.work !== work) return;
    if (signal.aborted) {
      this.answer.replaceChildren(h('p', { class: 'muted' }, 'Stopped.'), h('button', { type: 'button', onclick: () => this.refresh() }, 'Ask again'));
      return;
    }
    const good = results.filter(Boolean);
    const sticks = this.specs.some((spec) => this.takesBias?.get(spec));
    this.biasBox.hidden = !sticks;
    this.nameBias();
    if (sticks && document.activeElement !== this.biasText) {
      this.biasText.value = this.bias ?? '1/2';
      this.slide();
    }
    if (good.length) await this.draw(good, signal);
    else this.answer.replaceChildren(h('p', { class: 'muted' }, 'There is nothing to show yet.'));
    if (this.work === work) this.drawFunctions(good);
  }

  /** The question whose answer is shown: a throw, or several compared. */
  asked(good) {
    const each = good.map(({ spec }) => this.query(spec));
    return each.length > 1 ? ['compare', ...each.map((query) => command(query).replace(/^siga /, ''))] : each[0];
  }

  async draw(good, signal) {
    const query = this.asked(good);
    const [drawn, written] = await Promise.all(['svg', 'html'].map((show) => ask(query, { show, signal })
      .then(show === 'svg' ? picture : tables, (error) => fault(error, query))));
    if (signal.aborted) return;
    const facts = good.filter(({ result }) => result.mean).map(({ spec, result: { mean, sd } }) => h('p', {}, good.length > 1 && `${spec}: `, 'mean ', shown(mean), sd && [', standard deviation ', shown(sd)]));
    this.answer.replaceChildren(...facts, h('div', { class: 'beside' }, drawn, h('div', { class: 'scroll' }, written)), commandLine(query));
    if (good.length === 1 && good[0].result.mean) say(`Mean ${decimal(good[0].result.mean)}`);
  }

  /** The chance of every outcome over the bias, where one throw of sticks is asked about. */
  drawFunctions(good) {
    const [only] = good;
    const possible = good.length === 1 && this.takesBias.get(only.spec);
    this.functions.element.hidden = !possible;
    if (!possible) {
      this.functions.stop();
      return;
    }
    const query = ['throw', only.spec, ...(this.turn ? ['--turn'] : []), '--bias', 'p'];
    this.functions.ask(query, async () => {
      const [drawn, written] = await Promise.all(['svg', 'html'].map((show) => ask(query, { show })));
      const curves = picture(drawn);
      this.mark(curves.shadowRoot.querySelector('[data-curves]'));
      return [h('h2', {}, 'Over the bias'), curves, h('details', {}, h('summary', {}, 'As functions of the bias p'), tables(written))];
    });
  }

  /** A line over the curves where the slider stands. */
  mark(curves) {
    if (!curves) return;
    const [left, top, width, height] = curves.dataset.curves.split(' ').map(Number);
    const x = left + width * this.slider.value;
    curves.append(s('line', { x1: x, x2: x, y1: top, y2: top + height, class: 'k' }));
  }
}

function notation() {
  const rows = [
    ['2d6', 'two dice, added'], ['4d6kh3', 'the best three of four dice'], ['3d{1,2,5,6}', 'three dice with faces of their own'],
    ['8s', 'eight sticks: how many fall flat side up'], ['(d6, d8)', 'outcomes side by side'], ['max(d6, d8)', 'the higher of two'],
    ['d6!', 'again on a 6, and added'], ['4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}', 'a score table; * earns another throw'],
  ];
  return h('table', { class: 'numbers' }, h('tbody', {}, rows.map(([text, meaning]) => h('tr', {}, h('td', {}, h('code', {}, text)), h('td', {}, meaning)))));
}
