// What siga says of a position of Sidja, Teeko or 5×5, and of every move.

import { Panel } from './ask.js';
import { h, plural, say } from './view.js';
import { missing, toLay } from './edit.js';
import { isPlacing, questions } from './games.js';
import { sign } from './boards/worth.js';

const SIGN = { win: '▲', loss: '▼', draw: '=' };

/** While stones are placed the ply is known only where few cells are left. */
const ply = (plies) => (plies === null ? '' : `, ply ${plies}`);

/** The value of a move in words; of the side that makes it. */
const words = {
  'first-capture': ({ outcome, plies, blocks }) => ({
    win: blocks ? 'blocks at once' : `takes first${ply(plies)}`, loss: `the other takes first${ply(plies)}`, draw: 'nobody can force it',
  })[outcome] ?? 'not known',
  analyse: ({ outcome, at_least, at_most, turns, plies, stones_ahead }) => {
    const count = turns === undefined ? plural(plies, 'ply', 'plies') : plural(turns, 'turn');
    if (outcome) return `${{ win: 'wins', loss: 'loses', draw: 'draws' }[outcome]}${(turns ?? plies ?? null) === null ? '' : ` in ${count}`}`;
    const known = { 'win loss': '', 'loss win': '', 'draw win': 'at least a draw', 'loss draw': 'at most a draw' }[`${at_least} ${at_most}`] ?? '';
    const guess = (stones_ahead ?? null) === null ? '' : `about ${stones_ahead > 0 ? '+' : ''}${stones_ahead} stones`;
    return [known, guess].filter(Boolean).join(', ') || 'not known';
  },
  probe: ({ outcome, plies }) => ({ win: `wins in ${plies}`, loss: `loses in ${plies}`, draw: 'draws' })[outcome] ?? 'not known',
};

/** What the whole answer says, in a sentence. */
const headline = {
  'first-capture': (result, page) => {
    const { outcome, plies } = result;
    const on = plies === null ? '' : `, on ply ${plies}${isPlacing(page.state) ? ' after the placing' : ''}`;
    const me = page.called(page.state.side);
    const you = page.called(page.game.sides.find((side) => side !== page.state.side));
    if (outcome === 'win') return plies === 1 && result.moves[0]?.blocks ? `${me} blocks at once` : `${me} takes first${on}`;
    if (outcome === 'loss') return plies === 0 ? `${me} is blocked and has lost` : `${you} takes first${on}`;
    return outcome === 'draw' ? 'Nobody can force the first capture' : 'Who takes first is not known within the work allowed';
  },
  analyse: (result, page) => verdict(result.outcome, result.turns ?? result.plies, result.turns === undefined ? 'ply' : 'turn', page)
    ?? ({ 'draw win': `${page.called(page.state.side)} has at least a draw`, 'loss draw': `${page.called(page.state.side)} has at most a draw` })[`${result.at_least} ${result.at_most}`]
    ?? (result.stones_ahead === undefined ? 'Not proved' : `Not proved; the best found is ${words.analyse({ ...result, outcome: null, at_least: 'loss', at_most: 'win' })}`),
  probe: (result, page) => verdict(result.outcome, result.plies, 'ply', page) ?? 'Not known',
};

/** What the signs on the board mean, of those that are there. */
const meanings = {
  'first-capture': [['win', 'takes first'], ['loss', 'the other takes first'], ['draw', 'nobody can force it']],
  analyse: [['win', 'wins'], ['loss', 'loses'], ['draw', 'draws']],
  probe: [['win', 'wins'], ['loss', 'loses'], ['draw', 'draws']],
};

/** How many plies or turns a value is away. */
const far = ({ turns, plies }) => turns ?? plies ?? null;

/** A move as it is drawn on the board; nothing of what has no cells. */
function onBoard(question, move, best) {
  const cells = move.move.match(/[a-z]\d+/g) ?? [];
  const [from, to] = cells.length > 1 ? [cells[0], cells[cells.length - 1]] : [null, cells[0]];
  const ahead = move.stones_ahead ?? null;
  const text = move.outcome || ahead === null ? sign(move.outcome, far(move)) : `≈${ahead > 0 ? '+' : ''}${ahead}`;
  return { from, to, kind: move.outcome ?? 'open', text, best };
}

function legend(question, worths, turns) {
  const numbers = worths.some(({ text }) => /^[+−]\d/.test(text));
  const of = turns ? 'turns' : 'plies';
  return [
    ...meanings[question].filter(([kind]) => worths.some((one) => one.kind === kind)),
    ...(worths.some(({ text }) => text === '?') ? [['open', 'not known']] : []),
    ...(worths.some(({ text }) => text[0] === '≈') ? [['near', 'not proved: stones ahead in the best line found']] : []),
  ].map(([kind, label]) => h('span', {}, h('span', { class: `worth-sign ${kind}` }, kind === 'near' ? '≈' : sign(kind, null)), ` ${label}`))
    .concat(numbers ? [h('span', { class: 'muted' }, `the number counts ${of}`)] : []);
}

function verdict(outcome, count, unit, page) {
  const me = page.called(page.state.side);
  const you = page.called(page.game.sides.find((side) => side !== page.state.side));
  const length = count === null || count === undefined ? '' : ` in ${plural(count, unit, unit === 'ply' ? 'plies' : 'turns')}`;
  if (outcome === 'win') return `${me} wins${length}`;
  if (outcome === 'loss') return count === 0 ? `${you} has won` : `${you} wins${length}`;
  return outcome === 'draw' ? 'A draw with best play' : null;
}

const how = {
  search: 'proved by search', placing: 'the rest of the placing was solved', placement: 'every placement is solved and on record', tables: 'looked up in tables', solved: 'solved', recorded: 'from the solution on record', rules: 'by the rules',
  'search-and-tables': 'proved by search and tables', over: 'the game is over',
};

export function squareAnswers(page) {
  const moves = new Panel({ 'aria-label': 'Moves' });
  const value = new Panel({ class: 'first', 'aria-label': 'Value' });
  const further = new Panel({ 'aria-label': 'More' });
  let values = null;
  let legal = null;
  /** Whether siga places although the placing takes long to solve. */
  let placesUnasked = false;

  function refresh() {
    values = null;
    legal = null;
    value.show(h('p', { class: 'muted' }, '…'));
    further.show();
    further.element.hidden = true;
    moves.element.hidden = false;
    const left = page.editing && page.game.lays && !page.editing.placing && toLay(missing(page.game.board, page.state));
    page.status.replaceChildren(page.editing ? `Setting up${left ? ` · still to lay: ${left}` : ''}` : `${page.called(page.state.side)} to move`);
    load();
  }

  async function load() {
    const before = page.position;
    const answer = await moves.ask(page.query('moves'), (result, query) => {
      legal = result;
      page.moves = result.moves;
      // A board that is being set up is drawn by whoever sets it up.
      if (!page.editing) {
        page.normalise(query);
        page.draw();
      }
      return list();
    });
    if (!answer) {
      if (page.position === before && moves.error?.kind === 'input') {
        value.show(page.editing ? unfinished('') : h('h2', { class: 'headline' }, 'There is a mistake in the position or its rules'));
      }
      return;
    }
    const { result } = answer;
    const question = asking(result.goal).value;
    if (result.end) {
      const side = page.state.side;
      const other = page.game.sides.find((one) => one !== side);
      const won = { win: side, loss: other }[result.end];
      const text = won ? `The game is over: ${page.called(won)} has won` : 'The game is over: a draw';
      if (page.editing) {
        value.show(unfinished(`As it stands: ${text[0].toLowerCase()}${text.slice(1)}.`));
        return;
      }
      value.show(h('h2', { class: 'headline' }, text));
      page.status.textContent = text;
      say(text);
    } else if (!question && !(isAwaited() && placesUnasked)) {
      value.show(h('h2', { class: 'headline' }, `${page.called(page.state.side)} to place`),
        result.goal
          ? [h('p', { class: 'muted' }, 'The placing can be solved: a minute and 2.4 GB of memory.'),
            isAwaited() && h('p', {}, h('b', {}, 'siga is to place. '), 'With so few stones on the board it solves the placing first: press “Let siga place”. It then places unasked, and may need the same time at its next turn.'),
            h('div', { class: 'row' },
              isAwaited() && h('button', { type: 'button', class: 'main', id: 'let-place', onclick: () => { placesUnasked = true; evaluate(value, source()); } }, 'Let siga place'),
              h('button', { type: 'button', id: 'solve', onclick: () => evaluate(value, 'first-capture') }, 'Who takes first?'),
              asking(result.goal).more.map(([name, label]) => h('button', { type: 'button', onclick: () => evaluate(value, name) }, label)))]
          : h('p', { class: 'muted' }, 'Values begin when all stones are on the board.'));
    } else evaluate(value, question ?? source());
  }

  /** What to do with a board that is being set up and is nothing yet. */
  function unfinished(why) {
    const left = page.game.lays && missing(page.game.board, page.state);
    const much = left && !page.editing.placing && left.x >= 0 && left.o >= 0 && left.x + left.o > 0;
    if (!much) return [h('h2', { class: 'headline' }, 'Not a position yet'), h('p', { class: 'muted' }, why)];
    // That a board with few stones is no position is no fault of whoever is laying them.
    moves.element.hidden = true;
    return [h('h2', { class: 'headline' }, 'Lay the stones'),
      h('p', {}, 'Click on the cells of the dark stones, then on those of the light ones: one cell stays empty. As soon as all are placed, siga says who takes first.'),
      h('p', {}, h('b', {}, `Still to lay: ${toLay(left)}.`)),
      h('p', { class: 'muted' }, 'A click on a stone takes it away. Once the dark stones are placed, one button under the board fills in the light ones.'),
      page.game.board.hands.x === 12 && left.x === 12 && left.o === 12
        && h('div', { class: 'row' }, h('button', { type: 'button', id: 'example', onclick: () => page.example() }, 'Show me an example'))];
  }

  async function evaluate(panel, question) {
    // A short search first: who waits longer may ask for more.
    const answer = await panel.ask(page.query(question, ...(page.name === '5x5' ? ['--budget', '100000'] : [])), (result, query) => {
      const text = headline[question](result, page);
      say(text);
      if (panel === value) page.tell(text);
      const parts = [h('h2', { class: `headline ${result.outcome ?? 'unknown'}`, 'data-outcome': result.outcome ?? 'unknown' }, text)];
      const proof = how[result.proof ?? (result.outcome && result.method)];
      if (proof) parts.push(h('p', { class: 'muted' }, [proof, result.positions && result.positions !== '0' && `${Number(result.positions).toLocaleString('en')} positions`].filter(Boolean).join(' · ')));
      if (result.line?.length) parts.push(line(result.line, query));
      if (result.pairs?.length) parts.push(pairs(result));
      if (question === 'first-capture') {
        parts.push(h('div', { class: 'row' }, asking(legal.goal).more.map(([name, label]) => h('button', {
          type: 'button', onclick: () => { further.element.hidden = false; evaluate(further, name); },
        }, label))));
      }
      if (panel === value && page.opponent && page.game.lays) {
        parts.push(h('p', { class: 'muted', id: 'plays-by' }, `siga chooses its moves by ${source() === 'analyse' ? 'the whole game' : 'the first capture'}.`));
      }
      return parts;
    }, { unknown: 'The value of this position is not known yet', helps: question === 'probe' ? [['Search fifty times longer', ['--budget', '5000000']]] : [] });
    if (!answer) return;
    values = { question, result: answer.result };
    draw();
    if (legal) moves.body.replaceChildren(...list(), moves.body.querySelector('.command') ?? '');
    if (!isAwaited()) return;
    if (question === source()) reply(answer.result);
    else if (panel === value) {
      further.element.hidden = false;
      evaluate(further, source());
    }
  }

  /** The question that siga's moves come from. */
  const source = () => asking(legal.goal).plays;

  /** What is asked here, by what is known of the placing of stones. */
  const asking = (goal) => questions(page.game, page.state, goal);

  /** Whether siga plays this side, and the position was just come to. */
  const isAwaited = () => page.opponent === page.state.side && page.fresh && !page.editing;

  /** Whether a move keeps what the position is worth. */
  const keeps = (move) => move.keeps ?? Boolean(move.outcome && move.outcome === values.result.outcome);

  /** Puts what the moves are worth on the board. */
  function draw() {
    const { question, result } = values;
    if (page.editing || !result.moves?.some((move) => move.outcome || (move.stones_ahead ?? null) !== null)) return;
    const best = result.moves.map((move) => keeps(move) && far(move) === far(result));
    page.worths = result.moves.map((move, at) => onBoard(question, move, best[at] && !best.every(Boolean)));
    page.explain([['worth', 'What each move is worth:', legend(question, page.worths, result.turns !== undefined)]]);
    page.draw();
  }

  /** The pairs of stones that keep what the position is worth. */
  function pairs({ outcome, pairs: all }) {
    const keep = all.filter((pair) => pair.outcome === outcome);
    const shown = keep.slice(0, 8).map(({ cells }) => cells.join(' ')).join(' · ');
    return h('p', {}, keep.length === all.length ? 'Every pair keeps this.'
      : `${keep.length} of ${plural(all.length, 'pair')} keep this: ${shown}${keep.length > 8 ? ' …' : ''}`);
  }

  /** siga's best move follows. */
  function reply({ line: best, moves: rated }) {
    const move = best?.[0] ?? rated?.find(({ outcome }) => outcome)?.move;
    const { at } = page;
    if (!move) return;
    setTimeout(() => {
      const known = page.moves.find((one) => one.move === move);
      if (known && page.fresh && page.at === at && !page.editing) page.play(known);
    }, 700);
  }

  /** The line of best play, each move to be gone to. */
  function line(played) {
    const from = page.at;
    return h('div', { class: 'line' }, h('span', { class: 'muted' }, 'Best play: '),
      h('button', { type: 'button', class: 'main', id: 'best', onclick: () => follow(played.slice(0, 1)) }, 'Play it'),
      played.map((move, at) => h('button', { type: 'button', class: 'quiet', onclick: () => page.at === from && follow(played.slice(0, at + 1)) }, move)));
  }

  async function follow(played) {
    for (const [at, move] of played.entries()) {
      const known = page.moves.find((one) => one.move === move);
      if (!known) return;
      const last = at === played.length - 1;
      page.play(known);
      if (!last) await until(() => page.moves.length > 0 || page.wrong.firstChild);
    }
  }

  /** The moves, best first where their values are known. */
  function list() {
    const known = new Map((values?.result.moves ?? []).map((move, at) => [move.move, { ...move, at }]));
    const rank = (move) => known.get(move.move)?.at ?? Infinity;
    const sorted = [...legal.moves].sort((a, b) => rank(a) - rank(b));
    if (!sorted.length) return [h('h2', {}, 'No moves')];
    const question = values?.question;
    const chooser = legal.chooser && legal.chooser !== page.state.side ? [h('p', { class: 'muted' }, `${page.called(legal.chooser)} chooses the cell; values are ${page.called(page.state.side)}'s`)] : [];
    const rows = sorted.map((move) => {
      const of = known.get(move.move);
      const outcome = of?.outcome ?? null;
      const kept = of && keeps(of);
      return h('li', {}, h('button', {
        type: 'button', class: `move ${outcome ?? ''}${kept ? ' keeps' : ''}`, 'data-move': move.move, onclick: () => page.play(move),
      },
      h('b', {}, move.move),
      h('span', { class: 'takes' }, move.captures.length ? `takes ${move.captures.join(' ')}` : move.again ? 'goes on' : ''),
      question && h('span', { class: 'value' }, h('span', { 'aria-hidden': 'true' }, `${SIGN[outcome] ?? '·'} `), of ? words[question](of) : '', kept && h('span', { class: 'mark', title: 'keeps the value' }, ' ✓', h('span', { class: 'unseen' }, ' keeps the value')))));
    });
    return [h('h2', {}, plural(sorted.length, 'move')), ...chooser, h('ol', { class: 'moves' }, rows)];
  }

  further.element.hidden = true;
  return {
    elements: [value.element, further.element, moves.element],
    refresh,
    stop() { [moves, value, further].forEach((panel) => panel.stop()); },
  };
}

const until = (ready) => new Promise((resolve) => {
  const began = performance.now();
  const look = () => (ready() || performance.now() - began > 20000 ? resolve() : setTimeout(look, 30));
  look();
});

