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
export function save(name, content, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const plain = (number, digits = 6) => {
  if (!Number.isFinite(number)) return String(number);
  if (Number.isInteger(number)) return String(number);
  return number.toFixed(digits).replace(/\.?0+$/, '');
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

/** A fraction as whole numbers; nothing for what is none. */
function fraction(exact) {
  const found = typeof exact === 'string' && exact.match(/^(-?\d+)(?:\/(\d+))?$/);
  return found ? [BigInt(found[1]), BigInt(found[2] ?? 1)] : null;
}

/** A fraction in decimals, every one of them right: to the nearest, or `down`, or `up`. */
function places([over, under], digits, way) {
  const unit = 10n ** BigInt(digits);
  const scaled = over * unit;
  let whole = scaled / under;
  let rest = scaled % under;
  if (rest < 0n) {
    whole -= 1n;
    rest += under;
  }
  const twice = 2n * rest;
  if (way === 'up' ? rest > 0n : way !== 'down' && (twice > under || (twice === under && whole % 2n === 1n))) whole += 1n;
  const size = whole < 0n ? -whole : whole;
  const decimals = digits ? `.${String(size % unit).padStart(digits, '0')}`.replace(/\.?0+$/, '') : '';
  return `${whole < 0n ? '-' : ''}${size / unit}${decimals}`;
}

/** The decimal form; of bounds, as far as they agree, else both, rounded outwards. */
export function decimal(number, digits = 6) {
  if (number === null || number === undefined) return 'not known';
  if (number.lower) {
    const [lower, upper] = [fraction(number.lower.exact), fraction(number.upper.exact)];
    for (let of = digits; of >= 3 && lower[0] !== 0n; of -= 1) {
      const [near, far] = [lower, upper].map((end) => places(end, of).replace(/^-0$/, '0'));
      if (near === far) return near;
    }
    const [least, most] = [places(lower, digits, 'down'), places(upper, digits, 'up')];
    return least === '0' ? `at most ${most}` : `${least} to ${most}`;
  }
  if (number.value) return decimal(number.value, digits);
  if (number.function) return number.function;
  const exact = fraction(number.exact);
  return exact ? places(exact, digits) : plain(about(number), digits);
}

/** The most that a number can be. */
export const most = (number) => (number.value ? most(number.value) : about(number.upper ?? number));

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
  const isShort = number?.exact && typeof number.exact === 'string' && exact.includes('/') && exact.length <= 20;
  return h('span', { class: 'number', title: exact }, isShort ? [h('b', {}, exact), ' = ', text] : text);
}

export const percent = (number) => {
  const value = about(number);
  if (value === null) return '?';
  const of = value * 100;
  return `${of > 0 && of < 0.95 ? '<1' : of > 99.05 && of < 100 ? '>99' : Math.round(of)} %`;
};

/** The text that an error points into, and how far: an argument of the question. */
function pointed(at, query) {
  if (!at?.argument || !at.column || !Array.isArray(query)) return null;
  const flag = query.indexOf(at.argument);
  const text = flag >= 0 ? query[flag + 1] : /^[A-Z]/.test(at.argument) && query[0] === 'throw' ? query[1] : null;
  const line = text?.split('\n')[(at.line ?? 1) - 1];
  return line ? `${line}\n${' '.repeat(at.column - 1)}^` : null;
}

/** What the arguments of a question are called on the page. */
const CALLED = { '--position': 'the position', '--rules': 'the rules', '--text': 'the table', '--columns': 'the columns', '--bias': 'the bias', '--of': 'what the table is of' };

/** What siga says, without what only whoever types commands can do. */
export function plainly(message) {
  const parts = message.replace(/^(--position|table): /, '').replace(/, or allow more with --[a-z-]+/, '').split('; ');
  const plain = parts.filter((part) => !/--[a-z]|`siga |\bcommand\b/.test(part));
  const said = plain.length ? plain.join('; ') : parts[0].replace(/--of[^:]*: (?:this is not a siga command: )?(?:error: )?/, 'what the table is of: ');
  return said.replace(/`?(--[a-z-]+)`?/g, (_, name) => CALLED[name] ?? name.slice(2).replaceAll('-', ' ')).replace('subcommand', 'word').replace(/\bcommand\b/g, 'question');
}

/** What is wrong, as siga says it, with a mark under the place. */
export function fault(error, query) {
  if (error.name === 'AbortError') return h('p', { class: 'muted' }, 'Stopped.');
  const mark = pointed(error.at, query);
  return h('div', { class: 'fault', role: 'alert' }, h('p', {}, plainly(error.message)), mark && h('pre', { class: 'place' }, mark));
}

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
