// The rules as a form: every option with its meaning and its source.

import { ask } from './ask.js';
import { h, fault } from './view.js';

/** A rules text as the names of its presets and its options. */
function parse(rules) {
  const [, ...rest] = rules.split(':');
  const words = rest.join(':').split(',').map((word) => word.trim()).filter(Boolean);
  const options = new Map(words.filter((word) => word.includes('=')).map((word) => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)];
  }));
  return { presets: words.filter((word) => !word.includes('=')), options };
}

/** The values that can be chosen from; nothing where there are too many to list. */
function choices(values) {
  const words = values.split(/, | or /);
  return words.length > 1 && words.every((word) => /^[\w-]+$/.test(word)) ? words : null;
}

/** How a game is played, as siga says it in words. */
export const howToPlay = (said) => h('div', { class: 'how' }, ...said.trimEnd().split(/\n\n+/).flatMap(flowing));

/** Lines of a text as the page shows them: a drawing, whose lines are all indented, as it is; paragraphs and lists of `- ` at any width. */
function flowing(block) {
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith(' '))) return [h('pre', {}, block)];
  // A line begins something unless it goes on with what stands before it.
  const parts = [];
  for (const line of lines) {
    const last = parts.at(-1);
    const item = line.startsWith('- ');
    if (item || !last || (last.item && !line.startsWith(' '))) parts.push({ item, text: line.replace(/^- /, '') });
    else last.text += ` ${line.trim()}`;
  }
  return parts.map(({ item, text }) => (item ? h('ul', {}, h('li', {}, text)) : h('p', {}, text)));
}

/** The form for the rules of a game; `onChange` is told the new rules text. */
export function rulesForm(game, rules, onChange) {
  const form = h('div', { class: 'rules-form' });
  const query = ['rules', game];
  ask(query).then(({ result }) => {
    const { presets, options } = result.games[0];
    const asked = parse(rules);
    const preset = presets.find(({ name }) => asked.presets.includes(name)) ?? presets[0];
    const standard = (option) => option.presets?.[preset.name] ?? option.default;
    const chosen = new Map(options.map((option) => [option.name, asked.options.get(option.name) ?? standard(option)]));
    const tell = (name) => {
      const differing = options.filter((option) => chosen.get(option.name) !== standard(option))
        .map((option) => `${option.name}=${chosen.get(option.name)}`);
      const words = [...(name === presets[0].name && name === game ? [] : [name]), ...differing];
      onChange(words.length ? `${game}:${words.join(',')}` : game);
    };
    const head = presets.length > 1 ? h('label', { class: 'field' }, h('span', {}, 'Rules of'),
      h('select', {
        onchange: (event) => {
          onChange(`${game}:${event.target.value}`);
        },
      }, presets.map(({ name, meaning }) => h('option', { value: name, selected: name === preset.name }, `${name}: ${meaning}`)))) : null;
    const rows = options.map((option) => {
      const { name, values, meaning, source } = option;
      const id = `rule-${name}`;
      const among = choices(values);
      const change = (event) => {
        chosen.set(name, event.target.value.trim());
        tell(preset.name);
      };
      const current = chosen.get(name);
      const control = among
        ? h('select', { id, onchange: change, 'aria-describedby': `${id}-why` }, [...new Set([...among, current])].map((value) => h('option', { value, selected: value === current }, value)))
        : h('input', { id, value: current, onchange: change, title: values, 'aria-describedby': `${id}-why` });
      return h('div', { class: `rule${current === standard(option) ? '' : ' differs'}` },
        h('label', { for: id }, name), control,
        h('p', { id: `${id}-why` }, meaning, among ? null : h('span', { class: 'muted' }, ` · ${values}`), h('span', { class: 'source' }, source)));
    });
    const assumed = preset.assumed?.length ? h('p', { class: 'source' }, `Assumed, where the source is silent: ${preset.assumed.join('; ')}.`) : null;
    form.replaceChildren(...[head, h('p', { class: 'source' }, preset.source), assumed, ...rows].filter(Boolean));
  }).catch((error) => form.replaceChildren(fault(error)));
  return form;
}
