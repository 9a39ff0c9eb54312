// The board page: set up, play, take back, and see what every move is worth.

import { ask } from './ask.js';
import { h, copier, fault, save, say } from './view.js';
import { draw as drawBoard } from './boards/board.js';
import { games, gameOf, isOwn, positionFile, under } from './games.js';
import { howToPlay, rulesForm } from './rules.js';
import { missing, tools, fillBoard } from './edit.js';
import { squareAnswers } from './values.js';
import { throwAnswers } from './plays.js';

export function show(main, asked) {
  if (asked.has('text')) {
    main.append(h('p', { class: 'muted' }, 'Reading the file …'));
    const opened = opening(asked.get('text'));
    opened.then(({ rules, position }) => {
      location.replace(`#/board?${new URLSearchParams({ rules, position })}`);
    }).catch((error) => main.replaceChildren(h('h1', {}, 'This file cannot be opened'), fault(error)));
    return null;
  }
  const rules = asked.get('rules') ?? 'sidja';
  if (!gameOf(rules)) {
    main.append(h('h1', {}, 'Which game?'), fault({ message: `${rules}: siga knows ${Object.keys(games).join(', ')}` }));
    return null;
  }
  let page = null;
  let left = false;
  under(rules).then((game) => { if (!left) page = new GamePage(main, game, asked); })
    .catch((error) => { if (!left) main.append(h('h1', {}, games[gameOf(rules)]?.title ?? 'This game cannot be read'), fault(error, ['games', rules])); });
  return Object.assign(() => { left = true; page?.leave(); }, { keeps: (state) => page !== null && state?.game === page.id });
}

const rulesName = (rules) => (isOwn(rules) ? 'a text of your own' : rules);

/** What a position file says, as siga reads it. */
async function opening(text) {
  if (isOwn(text)) return { rules: text, position: (await under(text)).start };
  const name = text.match(/^\s*game:\s*(\S+)/m)?.[1] ?? 'sidja';
  if (!games[name]) throw new Error(`The file is of a game that siga does not know: ${name}`);
  const { query } = await ask([name, 'perft', '--depth', '0', '--position', text]);
  return query;
}

class GamePage {
  constructor(main, game, asked) {
    this.name = game.name;
    this.game = game;
    this.rules = game.rules;
    this.keep = {};
    this.showing = { take: true, hang: true, worth: true };
    this.upright = window.matchMedia('(max-width: 699px)');
    this.turn = () => this.draw();
    this.upright.addEventListener('change', this.turn);
    // What the browser keeps of this game: the way back goes through it, move by move.
    this.id = `${Date.now()} ${Math.random()}`;
    this.nodes = [];
    this.restart(asked.get('position') ?? game.start);
    document.title = `${this.game.title} · siga`;
    this.build(main);
    this.answers = this.game.throws ? throwAnswers(this) : squareAnswers(this);
    this.side.prepend(...this.answers.elements);
    if (asked.has('edit')) this.edit(!asked.has('position'));
    else this.refresh();
  }

  leave() {
    this.upright.removeEventListener('change', this.turn);
    document.removeEventListener('keydown', this.keys);
    window.removeEventListener('popstate', this.popped);
    clearTimeout(this.later);
    this.answers.stop();
  }

  get node() { return this.nodes[this.at]; }

  get position() { return this.node.position; }

  get state() { return this.editing?.state ?? this.game.board.parse(this.position); }

  /** The name of a side, for sentences. */
  called(side) { return this.game.called(side); }

  query(command, ...more) {
    return [this.name, command, '--rules', this.rules, '--position', this.position, ...more];
  }

  build(main) {
    const select = h('select', {
      'aria-label': 'Game', onchange: (event) => { location.hash = `#/board?rules=${event.target.value}`; },
    }, isOwn(this.rules) ? h('option', { selected: true }, this.game.title) : null,
    Object.entries(games).map(([name, { title }]) => h('option', { value: name, selected: name === this.name }, title)));
    this.boardPlace = h('div', { class: 'board-place' });
    this.status = h('p', { class: 'status' });
    this.told = h('p', { class: 'told' });
    this.legend = h('div', { class: 'row legend' });
    this.toolPlace = h('div');
    this.text = h('textarea', {
      id: 'position', rows: 2, spellcheck: 'false', autocapitalize: 'off', onkeydown: (event) => {
        if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); this.jump(this.text.value); }
      },
    });
    this.wrong = h('div');
    const button = (label, action, more = {}) => h('button', { type: 'button', onclick: action, ...more }, label);
    this.back = button('‹ Take back', () => this.go(this.at - 1), { class: 'playing', title: 'Take back (key [)' });
    this.forward = button('Forward ›', () => this.go(this.at + 1), { class: 'playing', title: 'Forward (key ])' });
    this.editButton = button('Set up', () => (this.editing ? this.done() : this.edit(false)), { id: 'edit' });
    const open = h('input', {
      type: 'file', class: 'unseen', id: 'open-file', accept: '.txt,.game,text/plain', onchange: async (event) => {
        const [file] = event.target.files;
        if (file) this.open(await file.text());
        event.target.value = '';
      },
    });
    this.past = h('ol', { class: 'history' });
    this.rulesPlace = h('div');
    this.rulesBox = h('details', { class: 'panel', id: 'rules', ontoggle: () => this.drawRules() },
      h('summary', {}, 'Rules: ', this.rulesName = h('code')), this.rulesPlace);
    const how = h('details', { class: 'panel', id: 'how', ontoggle: () => { if (how.open && how.children.length === 1) how.append(howToPlay(this.game.how_to_play)); } },
      h('summary', {}, 'How to play'));
    this.side = h('div', { class: 'side' }, how, this.rulesBox);
    main.append(
      h('div', { class: 'title-row' }, h('h1', {}, this.game.title), select),
      this.desk = h('div', { class: 'desk' },
        h('div', { class: 'table-side' },
          h('div', {}, this.status, this.told), this.boardPlace, this.legend, this.toolPlace,
          h('div', { class: 'row bar' }, this.back, this.forward,
            button('New game', () => this.begin(this.game.start), { id: 'new' }), this.editButton, this.opponentField()),
          h('section', { class: 'panel late' },
            h('label', { class: 'field wide', for: 'position' }, h('span', {}, 'Position')), this.text, this.wrong,
            h('div', { class: 'row' },
              button('Use this text', () => this.jump(this.text.value)),
              copier('Copy', () => this.text.value),
              copier('Copy link', () => location.href),
              isOwn(this.rules) ? null : button('Save file', () => save(`${this.name}.txt`, positionFile(this.game, this.rules, this.position)), { class: 'quiet' }),
              h('label', { class: 'button quiet', for: 'open-file' }, 'Open file'), open)),
          h('section', { class: 'panel late playing' }, h('h2', {}, 'History'), this.past)),
        this.side));
    this.keys = (event) => {
      if (event.target.closest('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '[') this.go(this.at - 1);
      if (event.key === ']') this.go(this.at + 1);
    };
    document.addEventListener('keydown', this.keys);
    this.popped = ({ state }) => {
      if (state?.game !== this.id) return;
      if (this.editing) this.stopEditing();
      this.kept = state.at;
      this.go(state.at);
    };
    window.addEventListener('popstate', this.popped);
  }

  /** Shows everything for the position that has been come to. */
  refresh() {
    this.selected = null;
    this.marks = {};
    this.moves = [];
    this.worths = [];
    this.played = null;
    this.tell('');
    this.explain();
    this.remember();
    this.draw();
    this.drawHistory();
    this.rulesName.textContent = rulesName(this.rules);
    this.wrong.replaceChildren();
    clearTimeout(this.later);
    // Stones are laid faster than each of their positions needs to be looked at.
    if (this.editing) this.later = setTimeout(() => this.answers.refresh(), 250);
    else this.answers.refresh();
  }

  /** Keeps the place in the address; another one than before is a step that the browser can take back. */
  remember() {
    const place = `#/board?${new URLSearchParams({ rules: this.rules, position: this.position })}`;
    const state = { game: this.id, at: this.at };
    if ((this.kept ?? this.at) === this.at) history.replaceState(state, '', place);
    else history.pushState(state, '', place);
    this.kept = this.at;
  }

  /** What an answer says of position and rules, normalised. */
  normalise({ position, rules }) {
    this.node.position = position;
    // A text of one's own stays as it is: an answer knows it by a name that no other program has.
    if (!isOwn(this.rules)) this.node.rules = rules;
    this.rules = this.node.rules;
    this.rulesName.textContent = rulesName(this.rules);
    if (document.activeElement !== this.text) this.text.value = position;
    this.remember();
  }

  draw() {
    const { board } = this.game;
    const { state } = this;
    const layout = board.layout(state, this.upright.matches);
    if (!state.fits && !this.editing) {
      this.boardPlace.replaceChildren(h('p', { class: 'muted' }, 'There is no board in this text.'));
      return;
    }
    const held = this.boardPlace.contains(document.activeElement);
    const targets = this.targets();
    const last = this.editing ? [] : this.node.cells ?? [];
    const looks = (cell) => {
      const sign = state.cells.get(cell) ?? '.';
      const chance = this.editing ? null : this.chance(cell, sign, state);
      return {
        piece: sign === '.' ? null : sign,
        label: [board.called(sign), chance?.label, targets.has(cell) && 'can be moved to', this.selected === cell && 'chosen'].filter(Boolean).join(', '),
        chosen: this.selected === cell, target: targets.has(cell), last: last.includes(cell), chance,
      };
    };
    this.boardPlace.replaceChildren(drawBoard({
      layout, board, looks, keep: this.keep, label: `${this.game.title}, board`, ...this.over(),
      onCell: (cell) => this.click(cell),
      onKey: (cell, key) => this.typed(cell, key),
    }));
    if (held) this.boardPlace.querySelector('[tabindex="0"]')?.focus();
    this.desk.classList.toggle('setting-up', Boolean(this.editing));
    this.boardPlace.className = `board-place ${layout.kind}${this.editing ? ' editing' : ''}`;
    if (document.activeElement !== this.text) this.text.value = this.editing ? this.edited() : this.position;
    this.back.disabled = this.at === 0;
    this.forward.disabled = this.at + 1 >= this.nodes.length;
    this.editButton.textContent = this.editing ? 'Done' : 'Set up';
    this.editButton.classList.toggle('main', Boolean(this.editing));
  }

  targets() {
    if (this.editing || this.game.throws) return new Set();
    return new Set(this.moves.filter(({ move }) => this.selected && move.startsWith(`${this.selected}-`)).map(({ move }) => move.split('-')[1]));
  }

  /** The chance written on a cell, if any; with a throw, its plays are. */
  chance(cell) {
    const found = this.marks?.[cell];
    return found && !this.played && this.showing[found.kind] ? found : null;
  }

  /** What is drawn over the stones: what moves are worth, those of the chosen stone alone where one is chosen, and a play. */
  over() {
    if (this.editing || !this.showing.worth) return { worths: [], steps: [] };
    const mine = this.worths.filter(({ from }) => !this.selected || this.played || from === this.selected);
    return { worths: mine, steps: this.played ?? [] };
  }

  /** Says the answer in short, where the board is all that is seen. */
  tell(text) {
    this.told.textContent = text;
  }

  /** What the signs on the board mean, and whether they are shown. */
  explain(kinds = []) {
    this.legend.replaceChildren(...kinds.map(([kind, label, signs]) => h('label', { class: 'choice' },
      h('input', { type: 'checkbox', checked: this.showing[kind], onchange: (event) => { this.showing[kind] = event.target.checked; this.draw(); } }),
      signs ? null : h('span', { class: `swatch ${kind}` }), h('span', {}, label), ...(signs ?? []))));
    this.legend.hidden = !kinds.length;
  }

  drawHistory() {
    this.past.replaceChildren(...this.nodes.map((node, at) => h('li', {},
      h('button', { type: 'button', class: 'quiet', 'aria-current': at === this.at ? 'step' : null, onclick: () => this.go(at) },
        node.move === null ? 'Start' : [node.throw && h('span', { class: 'muted' }, `${node.throw}: `), node.move]))));
  }

  drawRules() {
    if (!this.rulesBox.open) return;
    if (isOwn(this.rules)) this.rulesPlace.replaceChildren(h('pre', {}, this.rules));
    else this.rulesPlace.replaceChildren(rulesForm(this.name, this.rules, (rules) => {
      under(rules).then((game) => {
        this.stopEditing();
        const { fits } = game.board.parse(this.position);
        Object.assign(this, { game, rules });
        this.restart(fits ? this.position : game.start, 'Rules');
        this.refresh();
        this.drawRules();
      }).catch((error) => this.rulesPlace.append(fault(error)));
    }));
  }

  click(cell) {
    if (this.editing) {
      const { state, brush } = this.editing;
      state.cells.set(cell, state.cells.get(cell) === brush ? '.' : brush);
      this.turnBrush();
      this.changed();
      return;
    }
    if (this.game.throws) {
      this.selected = this.selected === cell ? null : cell;
      this.answers.filter?.(this.selected);
      this.draw();
      return;
    }
    const move = this.moves.find((one) => one.move === `${this.selected}-${cell}`) ?? this.moves.find((one) => one.move === cell);
    if (move) {
      this.play(move);
      return;
    }
    const begins = this.moves.some((one) => one.move.startsWith(`${cell}-`));
    this.selected = begins && this.selected !== cell ? cell : null;
    this.draw();
  }

  /** When all stones of a side lie, those of the other are next. */
  turnBrush() {
    if (!this.game.lays) return;
    const left = missing(this.game.board, this.editing.state);
    const other = { x: 'o', o: 'x' }[this.editing.brush];
    if (other && left[this.editing.brush] === 0 && left[other] > 0) this.editing.brush = other;
  }

  typed(cell, key) {
    if (!this.editing) {
      if (key === 'Escape' && this.selected) {
        this.selected = null;
        this.answers.filter?.(null);
        this.draw();
        return true;
      }
      return false;
    }
    const sign = this.game.board.pieces.find((one) => one === key) ?? (['Delete', 'Backspace', '.'].includes(key) ? '.' : null);
    if (!sign) return false;
    this.editing.state.cells.set(cell, sign);
    this.changed();
    return true;
  }

  /** Plays a move as an answer lists it. */
  play({ move, position, captures }, thrown = null) {
    const side = this.state.side;
    this.fresh = true;
    this.nodes = this.nodes.slice(0, this.at + 1);
    const cells = move === 'pass' ? [] : move.match(/[a-z]\d+/gi) ?? [];
    this.nodes.push({ position, rules: this.rules, game: this.game, move, side, throw: thrown, cells });
    this.at += 1;
    say(`${this.called(side)} plays ${move}${captures?.length ? `, takes ${captures.join(', ')}` : ''}`);
    this.refresh();
  }

  /** Which side siga plays. */
  opponentField() {
    this.opponent = '';
    return h('label', { class: 'field playing' }, h('span', {}, 'siga plays'),
      h('select', {
        id: 'opponent', onchange: (event) => {
          this.opponent = event.target.value;
          this.fresh = true;
          this.refresh();
        },
      }, h('option', { value: '' }, 'neither'), this.game.sides.map((side) => h('option', { value: side }, this.called(side)))));
  }

  go(at) {
    if (this.editing || at < 0 || at >= this.nodes.length) return;
    this.fresh = false;
    this.at = at;
    this.rules = this.node.rules;
    this.game = this.node.game;
    this.refresh();
  }

  /** Another beginning, after the game that is being played: nothing of that is lost. */
  restart(position, why = null) {
    const { rules, game } = this;
    if (this.nodes.length > 1) this.nodes.push({ position, rules, game, move: why });
    else this.nodes = [{ position, rules, game, move: null }];
    this.at = this.nodes.length - 1;
  }

  /** Begins anew from a position. */
  begin(position) {
    this.restart(position, 'New game');
    if (this.editing) this.edit(true);
    else this.refresh();
  }

  /** Takes a text as the position: one line, or a file. */
  async jump(text) {
    if (/^\s*(game|rules|board):/m.test(text)) {
      this.open(text);
      return;
    }
    const asked = [this.name, 'perft', '--depth', '0', '--rules', this.rules, '--position', text.trim()];
    try {
      const { query } = await ask(asked);
      this.stopEditing();
      this.restart(query.position, 'Text');
      this.refresh();
    } catch (error) {
      this.wrong.replaceChildren(fault(error, asked));
    }
  }

  async open(text) {
    try {
      const { rules, position } = await opening(text);
      const to = `#/board?${new URLSearchParams({ rules, position })}`;
      if (gameOf(rules) === this.name) {
        this.game = await under(rules);
        this.rules = rules;
        this.jump(position);
      } else location.hash = to;
    } catch (error) {
      this.wrong.replaceChildren(fault(error));
    }
  }

  edit(fresh) {
    const { board } = this.game;
    const state = fresh ? board.empty() : board.parse(this.position);
    const placing = this.game.lays && !fresh && /^x\d|^o\d/.test(state.rest[0] ?? '');
    if (!this.editing) this.restart(this.position, 'Set up');
    this.editing = { state, brush: board.pieces[0], placing };
    this.selected = null;
    this.changed();
  }

  /** The text of the board that is being set up, with the stones in hand while some are. */
  edited() {
    const { board, lays, throws } = this.game;
    const { state, placing } = this.editing;
    const left = placing && missing(board, state);
    // Without the sign for no stones in hand an empty board would be the start of the game.
    const rest = placing ? [`x${Math.max(0, left.x)}o${Math.max(0, left.o)}`] : lays ? ['-'] : throws ? state.rest : [];
    return [board.text(state), state.side, ...rest].join(' ');
  }

  /** The board being set up was changed: is it a position? */
  changed() {
    const focused = document.activeElement?.id || (document.activeElement?.name === 'brush' ? `[value="${CSS.escape(this.editing.brush)}"]` : '');
    this.node.position = this.edited();
    const fillRest = this.game.lays ? () => { fillBoard(this.game.board, this.editing.state); this.changed(); } : null;
    this.toolPlace.replaceChildren(tools({ game: this.game, editing: this.editing, change: () => this.changed(), fillRest }));
    this.refresh();
    if (focused && !focused.startsWith('[')) document.getElementById(focused)?.focus();
    else if (focused) this.toolPlace.querySelector(focused)?.focus();
  }

  /** A placement to begin with, for those who want to see what the answer is like. */
  example() {
    this.stopEditing();
    this.begin('oxxoo/ooxxo/oo1xx/xooxx/xxoox x -');
  }

  stopEditing() {
    this.editing = null;
    this.toolPlace.replaceChildren();
  }

  done() {
    this.stopEditing();
    this.refresh();
  }
}

