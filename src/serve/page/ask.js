// Asking siga: the same questions as on the command line, the same answers.

import { h, copier, fault, plainly, save, say } from './view.js';

const kept = new Map();
const MOST_KEPT = 400;

/** An error of siga's: `status`, `kind` and where. */
export class Failed extends Error {
  constructor(error) {
    super(error.message ?? 'siga could not answer');
    this.name = 'Failed';
    Object.assign(this, { status: error.status, kind: error.kind, at: error.at, raise: error.raise });
  }
}

/**
 * The answer to a question, given by the words of a command: its whole JSON object; with `show`, a form that siga shows it in: `svg`,
 * `html`, `csv` or a whole `page`, as text.
 */
export async function ask(query, { signal, onprogress, show } = {}) {
  const key = JSON.stringify([query, show]);
  if (kept.has(key)) return kept.get(key);
  const response = await fetch('ask?progress', {
    method: 'POST', signal, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: 1, query, ...(show && { show }) }),
  }).catch((error) => {
    throw error.name === 'AbortError' ? error : new Failed({ message: 'siga does not answer any more: is it still running?' });
  });
  if (!response.ok) throw new Failed({ message: (await response.text()).trim() });
  for await (const line of lines(response.body)) {
    const said = JSON.parse(line);
    if (said.progress !== undefined) {
      onprogress?.(said.progress);
      continue;
    }
    if (said.error) throw new Failed(said.error);
    const answer = show ? said.shown : said;
    kept.set(key, answer);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
    return answer;
  }
  throw new Failed({ message: 'siga broke off' });
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    let end;
    while ((end = rest.indexOf('\n')) >= 0) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
    }
  }
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** What to type for the same answer. */
export const command = (query) => ['siga', ...query].map((word) => (/^\s*game\s*:.*\n/.test(word) ? 'YOUR.game' : quoted(word))).join(' ');

/** The command that gives the same, to be copied, and the answer to be kept as a file. `said`: its words, where they are shorter. */
export function commandLine(query, { said = query, keep = true } = {}) {
  const text = command(said);
  return h('div', { class: 'command' }, h('code', { tabindex: 0, 'aria-label': 'The command that gives the same' }, text), copier('Copy', () => text), keep && keeper(query));
}

/** Keeps an answer as a file. */
export function keeper(query) {
  return h('span', { class: 'keep' }, 'Save ', FILES.map(([label, show, kind, made]) => h('button', {
      type: 'button', class: 'quiet', 'data-keep': label.toLowerCase(), onclick: async ({ target }) => {
        try {
          save(`${query.slice(0, 2).filter((word) => !word.startsWith('-')).join('-').replace(/[^\w-]+/g, '')}.${label.toLowerCase()}`, await made(await ask(query, { show })), kind);
        } catch (error) {
          const none = error.kind === 'input' && show === 'svg';
          say(none ? 'There is no picture of this answer' : plainly(error.message));
          target.title = none ? 'There is no picture of this answer' : plainly(error.message);
          target.disabled = true;
        }
      },
    }, label)));
}

/** The files that an answer is kept as: name, how siga shows it, type, and what is made of that. */
const FILES = [
  ['SVG', 'svg', 'image/svg+xml', (text) => text], ['PNG', 'svg', 'image/png', drawn],
  ['CSV', 'csv', 'text/csv', (text) => text], ['HTML', 'page', 'text/html', (text) => text],
];

/** A picture in points, twice as many as its size, on a light ground. */
async function drawn(svg) {
  const light = svg.replace(/@media \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*\}/, '');
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(light)}`;
  await image.decode();
  const canvas = h('canvas', { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve); });
}

/** A picture of siga's. It has a root of its own, so that its styles and those of the page do not meet. */
export function picture(svg) {
  const place = h('div', { class: 'picture-place' });
  const root = place.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  const style = /<style>(.*?)<\/style>/s;
  const found = new DOMParser().parseFromString(svg.replace(style, ''), 'image/svg+xml').documentElement;
  sheet.replaceSync(`${svg.match(style)?.[1] ?? ''} svg { --paper: var(--panel); display: block; max-width: 100%; height: auto }`);
  root.adoptedStyleSheets = [sheet];
  root.append(found);
  return place;
}

/** Tables of siga's. */
export function tables(html) {
  // Its style is not wanted here, and the page's policy complains of it as soon as it is read.
  const { body } = new DOMParser().parseFromString(html.replace(/<style>.*?<\/style>/gs, ''), 'text/html');
  // The page shows the pictures by themselves.
  body.querySelectorAll('figure').forEach((each) => each.remove());
  return h('div', { class: 'shown' }, [...body.childNodes]);
}

/** A question with an option more, or with another value of one that it has. */
function changed(query, [name, value] = []) {
  const at = query.indexOf(name);
  return at < 0 ? [...query, ...(name ? [name, value] : [])] : query.with(at + 1, value);
}

/** A part of the page that holds one answer; a new question stops the one before it. */
export class Panel {
  constructor(attributes = {}) {
    this.body = h('div', { class: 'answer' });
    this.element = h('section', { ...attributes, class: `panel ${attributes.class ?? ''}` }, this.body);
  }

  /**
   * Asks, and shows what `render` makes of the answer. Gives the answer, or nothing if there is none. `unknown` is said where
   * more work would give one; `helps` are other ways then: a label, and an option of the question with its value, or what to do.
   */
  async ask(query, render, how = {}) {
    const { title, quiet } = how;
    this.stop();
    const work = new AbortController();
    this.work = work;
    /** Why there is no answer, if that is not for want of asking. */
    this.error = null;
    this.element.setAttribute('aria-busy', 'true');
    const began = performance.now();
    const note = h('span', {}, 'working …');
    const waiting = h('div', { class: 'waiting' },
      h('span', { class: 'dots', 'aria-hidden': 'true' }), note,
      h('button', { type: 'button', onclick: () => work.abort() }, 'Stop'));
    let told = '';
    const tick = () => {
      const seconds = (performance.now() - began) / 1000;
      if (seconds < 0.25) return;
      if (!waiting.isConnected) this.body.replaceChildren(waiting);
      note.textContent = told || `working … ${seconds.toFixed(1)} s`;
    };
    const clock = setInterval(tick, 150);
    const head = title ? [h('h2', {}, title)] : [];
    try {
      const answer = await ask(query, { signal: work.signal, onprogress: (text) => { told = text.replace(/^[^…]*…/, 'working …'); } });
      if (this.work !== work) return null;
      const rendered = await render(answer.result, answer.query);
      if (this.work !== work) return null;
      this.body.replaceChildren(...head, ...[rendered].flat(Infinity).filter(Boolean), ...(quiet ? [] : [commandLine(query)]));
      return answer;
    } catch (error) {
      if (this.work === work) {
        this.error = error;
        this.body.replaceChildren(...head, ...this.refused(error, query, render, how), ...(quiet ? [] : [commandLine(query, { keep: false })]));
        if (error.name !== 'AbortError') say(plainly(error.message));
      }
      return null;
    } finally {
      clearInterval(clock);
      if (this.work === work) this.element.removeAttribute('aria-busy');
    }
  }

  /** What is shown in place of an answer, with what helps. */
  refused(error, query, render, how) {
    const button = (label, words) => h('button', {
      type: 'button', onclick: () => (Array.isArray(words) ? this.ask(changed(query, words), render, how) : words()),
    }, label);
    const helps = (how.helps ?? []).map(([label, words]) => button(label, words));
    const row = (...buttons) => (buttons.length ? [h('div', { class: 'row' }, buttons)] : []);
    if (error.name === 'AbortError') return [fault(error), ...row(button('Ask again', []), ...helps)];
    const { raise } = error;
    if (error.kind !== 'limit' || !how.unknown) return [fault(error, query)];
    return [h('h2', { class: 'headline unknown' }, how.unknown),
      raise?.to === undefined ? h('p', {}, plainly(error.message))
        : h('p', {}, 'It can be solved now', raise.enough ? '.' : ', which may turn out to be too much.', ' It can be stopped at any time.'),
      ...row(raise?.to !== undefined && button('Solve it now', [raise.argument, String(raise.to)]), ...helps)];
  }

  /** Shows this instead. */
  show(...children) {
    this.stop();
    this.body.replaceChildren(...children.flat(Infinity).filter(Boolean));
  }

  stop() {
    const work = this.work;
    this.work = null;
    work?.abort();
    this.element.removeAttribute('aria-busy');
  }
}
