// Small things that every page is made of: elements, numbers, messages.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'hidden' || name === 'disabled' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element of the page: its attributes (`on…` are listeners), its children. */
export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/** An element of a drawing. */
export const s = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** Says something to those who do not see the page. */
export function say(text) {
  document.getElementById('live').textContent = text;
}

/** A button that copies what `text` gives. */
export function copier(label, text) {
  const button = h('button', {
    type: 'button', class: 'quiet', onclick: async () => {
      const ok = await copy(text());
      button.textContent = ok ? 'Copied' : 'Not copied';
      setTimeout(() => { button.textContent = label; }, 1500);
    },
  }, label);
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h('textarea', { class: 'unseen' });
    area.value = text;
    document.body.append(area);
    area.select();
    const ok = document.execCommand('copy');
    area.remove();
    return ok;
  }
}

/** Hands the reader a file. */
export function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const plain = (number, digits = 6) => {
  if (!Number.isFinite(number)) return String(number);
  if (Number.isInteger(number)) return String(number);
  const text = number.toFixed(digits).replace(/0+$/, '').replace(/\.$/, '');
  return Number(text) === 0 ? number.toExponential(2) : text;
};

/** About how great a number of an answer is, for drawing and sorting. */
export function about(number) {
  if (number === null || number === undefined) return null;
  if (typeof number === 'number') return number;
  if (typeof number === 'string') return Number(number);
  if (number.approx !== undefined) return number.approx;
  if (number.lower) return (about(number.lower) + about(number.upper)) / 2;
  if (number.value) return about(number.value);
  return null;
}

/** The decimal form; of bounds, both, rounded outwards. */
export function decimal(number, digits = 6) {
  if (number === null || number === undefined) return 'not known';
  if (number.lower) {
    const unit = 10 ** digits;
    const lower = Math.floor(number.lower.approx * unit) / unit;
    const upper = Math.ceil(number.upper.approx * unit) / unit;
    return `${plain(lower, digits)} to ${plain(upper, digits)}`;
  }
  if (number.value) return decimal(number.value, digits);
  if (number.function) return number.function;
  return plain(about(number), digits);
}

/** Every digit that is known. */
export function exactly(number) {
  if (number === null || number === undefined) return 'not known';
  if (number.lower) return `between ${number.lower.exact} and ${number.upper.exact}`;
  if (number.value) return exactly(number.value);
  if (number.function) return number.function;
  if (typeof number.exact === 'object') return `${number.exact.a} + ${number.exact.b}·√${number.exact.root}`;
  return number.exact ?? String(number);
}

/** A number for reading: the fraction where it is short, and the decimal; all of it when pointed at. */
export function shown(number, digits = 6) {
  const exact = exactly(number);
  const text = decimal(number, digits);
  const isShort = number?.exact && typeof number.exact === 'string' && exact.includes('/') && exact.length <= 16;
  return h('span', { class: 'number', title: exact }, isShort ? [h('b', {}, exact), ' = ', text] : text);
}

export const percent = (number) => {
  const value = about(number);
  if (value === null) return '?';
  const of = value * 100;
  return `${of > 0 && of < 0.95 ? '<1' : of > 99.05 && of < 100 ? '>99' : Math.round(of)} %`;
};

/** What is wrong, as siga says it, the place marked. */
export function fault(error) {
  if (error.name === 'AbortError') return h('p', { class: 'muted' }, 'Stopped.');
  return h('div', { class: 'fault', role: 'alert' }, h('pre', {}, error.message));
}

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
