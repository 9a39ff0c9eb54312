// What siga says of a position of daldøs or Sig: the chances of a turn, and every play of a throw.

import { Panel, ask } from './ask.js';
import { h, about, decimal, exactly, fault, percent, plural, say, shown } from './view.js';
import { draw as drawOne, option } from './games.js';

const BY = {
  daldos: [['net', 'taken less lost'], ['take', 'chance to take'], ['safe', 'safety'], ['win', 'chance to win']],
  sig: [['take', 'pieces taken'], ['net', 'taken less lost'], ['safe', 'safety']],
};
const MEANS = {
  net: 'pieces taken less pieces lost, on average', take: 'what can be taken this turn', safe: 'the chance that the other takes something next, least first', win: 'the chance to win',
};

/** The chances of both sides, as marks on the board. */
function marks(turn, threats) {
  const found = {};
  const put = (kind, pieces, key, verb) => {
    for (const one of pieces) {
      const share = about(one.probability);
      if (share < 0.005) continue;
      const text = share > 0.995 && share < 1 ? '>99' : share < 0.01 ? '<1' : String(Math.round(share * 100));
      found[one[key]] = { share, kind, text, label: `${verb} with ${percent(one.probability)}` };
    }
  };
  const key = turn.pieces ? 'hole' : 'cell';
  put('take', turn.pieces ?? turn.each, key, 'can be taken');
  put('hang', threats.pieces ?? threats.each, key, 'hangs');
  return found;
}

/** A list of pieces with their chances as bars. */
const bars = (pieces, kind) => h('ul', { class: 'bars' }, [...pieces]
  .sort((a, b) => about(b.probability) - about(a.probability))
  .map((one) => h('li', {}, h('b', {}, one.hole ?? one.cell), bar(about(one.probability), kind), shown(one.probability))));

export function bar(share, kind) {
  const filled = h('span', { class: kind });
  filled.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  return h('span', { class: 'meter', 'aria-hidden': 'true' }, filled);
}

const taking = (side, chance) => h('h2', { class: 'headline', id: 'take-chance' }, ...({ 0: [`${side} cannot take anything`], 1: [`${side} can surely take something`] }[chance.exact] ?? [`${side} takes something with `, shown(chance)]));

const fact = (name, number) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, shown(number)));

export function throwAnswers(page) {
  const throwing = h('section', { class: 'panel first', 'aria-label': 'Throw' });
  const plays = new Panel({ 'aria-label': 'Plays' });
  const turn = new Panel({ 'aria-label': 'Chances of the turn' });
  const win = new Panel({ 'aria-label': 'Chance to win' });
  const sticks = page.name === 'sig';
  let thrown = [];
  let by = BY[page.name][0][0];
  let listed = null;
  let only = null;

  function refresh() {
    thrown = [];
    listed = null;
    only = null;
    page.marks = {};
    plays.show();
    plays.element.hidden = true;
    win.show();
    win.element.hidden = true;
    page.status.replaceChildren(page.editing ? 'Setting up' : `${page.called(page.state.side)} to throw`);
    drawThrow();
    chances();
  }

  async function chances() {
    const answer = await turn.ask(page.query('analyse'), (result, query) => {
      if (!page.editing) page.normalise(query);
      const over = result.winner ?? (result.over ? 'over' : null);
      if (over) {
        const text = over === 'over' ? 'The game is over' : `The game is over: ${over} has won`;
        throwing.hidden = true;
        page.status.textContent = text;
        say(text);
        return h('h2', { class: 'headline' }, text);
      }
      throwing.hidden = false;
      const [mine, theirs] = sticks ? [result.take, result.exposure] : [result.turn, result.threats];
      page.marks = marks(mine, theirs);
      if (!page.editing) page.draw();
      return sticks ? sigChances(result) : daldosChances(result);
    });
    if (!answer && page.editing) page.status.textContent = 'Not a position yet';
  }

  const legend = () => h('div', { class: 'row legend' }, [['take', 'what can be taken'], ['hang', 'what is threatened']].map(([kind, label]) => h('label', { class: 'choice' },
    h('input', { type: 'checkbox', checked: page.showing[kind], onchange: (event) => { page.showing[kind] = event.target.checked; page.draw(); } }),
    h('span', { class: `swatch ${kind}` }), h('span', {}, `${label}, in hundredths`))));

  function daldosChances({ turn: mine, threats }) {
    const you = threats.side;
    say(`${mine.side} takes something with ${decimal(mine.take)}`);
    const few = [...page.state.cells.values()].filter((sign) => sign !== '.').length <= 6;
    return [
      taking(mine.side, mine.take),
      h('table', { class: 'facts' }, fact('most pieces taken on average', mine.mean), fact('nothing can be moved', mine.lost), fact('releases a piece', mine.dal),
        fact(`${you} could take something, if it threw now`, threats.take)),
      legend(),
      h('h3', {}, `What ${mine.side} can take`), mine.pieces.length ? bars(mine.pieces, 'take') : h('p', {}, 'Nothing.'),
      h('details', {}, h('summary', {}, `Threats by ${you}, if ${you} were to throw now`), bars(threats.pieces, 'hang')),
      few && h('button', { type: 'button', onclick: chanceToWin }, 'Chance to win'),
    ].filter(Boolean);
  }

  function chanceToWin() {
    win.element.hidden = false;
    win.ask(page.query('endgame'), (result) => [
      h('h2', { class: 'headline' }, `${page.state.side} wins with `, shown(result.win)),
      result.length && h('table', { class: 'facts' }, fact('turns to come, on average', result.length)),
    ].filter(Boolean));
  }

  function sigChances({ take, free, exposure }) {
    const me = page.state.side;
    const you = me === 'A' ? 'B' : 'A';
    say(`${me} takes something with ${decimal(take.at_least_one)}`);
    return [
      taking(me, take.at_least_one),
      h('table', { class: 'facts' }, fact('pieces taken, on average', take.expected), free && fact('frees a piece', free.at_least_one),
        fact(`${you} takes something in its next turn`, exposure.at_least_one),
        exposure.both_turns?.at_least_one && fact(`${you} does in its two turns`, exposure.both_turns.at_least_one)),
      legend(),
      h('h3', {}, `What ${me} can take`), take.each.length ? bars(take.each, 'take') : h('p', {}, 'Nothing.'),
      h('details', {}, h('summary', {}, `Threats by ${you} in its next turn`), bars(exposure.each, 'hang')),
    ];
  }

  /** The part of the page where the throw is chosen, or rolled. */
  function drawThrow() {
    throwing.hidden = Boolean(page.editing);
    const rank = h('label', { class: 'field' }, h('span', {}, 'Rank plays by'),
      h('select', { onchange: (event) => { by = event.target.value; if (ready()) list(); } }, BY[page.name].map(([value, label]) => h('option', { value, selected: value === by }, label))));
    const held = document.activeElement?.id;
    throwing.replaceChildren(h('h2', {}, sticks ? 'What does the turn yield?' : 'What do the dice show?'), ...(sticks ? sticksRow() : [diceRow()]), rank);
    if (held && throwing.querySelector(`#${CSS.escape(held)}`)) document.getElementById(held).focus();
  }

  const ready = () => (sticks ? thrown.length > 0 : thrown.length === 2);

  function choose(next) {
    thrown = next;
    drawThrow();
    if (ready()) list();
    else {
      plays.show();
      plays.element.hidden = true;
    }
  }

  function diceRow() {
    const faces = page.game.faces(page.rules);
    const die = (at) => h('div', { class: 'dice', role: 'group', 'aria-label': `${at === 0 ? 'first' : 'second'} die` }, faces.map(([face]) => h('button', {
      type: 'button', id: `die-${at}-${face}`, class: 'die', 'aria-pressed': thrown[at] === face ? 'true' : 'false',
      onclick: () => { const next = [...thrown]; next[at] = face; choose(next.length === 2 && next[0] !== undefined ? next : at === 0 ? next : [next[0], face]); },
    }, String(face))));
    return h('div', { class: 'row' }, die(0), die(1), h('button', { type: 'button', id: 'roll', class: 'main', onclick: () => choose([drawOne(faces), drawOne(faces)]) }, 'Roll'));
  }

  function sticksRow() {
    const row = h('div', { class: 'row' });
    ask(['sig', 'turn', '--rules', page.rules, '--length', '0']).then(({ result, query }) => {
      row.replaceChildren(
        h('div', { class: 'dice', role: 'group', 'aria-label': 'throws that stand' }, result.table.filter(({ throw: name }) => name !== 'khmar').map(({ throw: name }) => h('button', {
          type: 'button', class: 'die word', id: `stick-${name}`, onclick: () => choose([...thrown, name]),
        }, name))),
        h('button', { type: 'button', id: 'roll', class: 'main', onclick: () => roll(result.table, query.spec) }, 'Roll the turn'));
    }).catch((error) => row.replaceChildren(fault(error)));
    const chosen = h('div', { class: 'row' }, thrown.length ? [h('span', {}, thrown.join(', ')),
      h('button', { type: 'button', class: 'quiet', onclick: () => choose(thrown.slice(0, -1)) }, 'Undo'),
      h('button', { type: 'button', class: 'quiet', onclick: () => choose([]) }, 'Clear')]
      : h('span', { class: 'muted' }, 'Choose the throws that stand, in the order thrown.'));
    return [row, chosen];
  }

  /** Throws the sticks to the end of the turn; siga says what of it stands. */
  async function roll(table, spec) {
    const weights = table.map((one) => [one, one.probability.approx]);
    const all = [];
    let last;
    do {
      last = drawOne(weights);
      all.push(last.throw);
    } while (last.again && all.length < 60);
    const cancel = option(page.rules, 'cancel', 'previous');
    try {
      const { result } = await ask(['throw', spec, '--turn', '--cancel', cancel, '--sequence', all.join(',')]);
      say(`Thrown: ${all.join(', ')}`);
      choose(result.sequence.stands.map(String));
    } catch (error) {
      plays.element.hidden = false;
      plays.show(fault(error));
    }
  }

  async function list() {
    plays.element.hidden = false;
    const what = thrown.join(',');
    const question = sticks ? page.query('analyse', '--yield', what, '--by', by) : page.query('analyse', '--throw', what, '--by', by);
    await plays.ask(question, (result) => {
      listed = { what, result, moves: sticks ? result.moves : result.plays };
      return drawn();
    });
  }

  /** The value of a play under the criterion. */
  const worth = (play) => (sticks ? { take: null, net: play.net, safe: play.loses }[by] : play.value);

  function drawn() {
    const { result, what, moves } = listed;
    const found = only ? moves.filter(({ move }) => new RegExp(`\\b${only}\\b`).test(move)) : moves;
    const best = sticks ? (moves[0] && { move: moves[0].move, proved: result.best_proved }) : result.best;
    const top = best && h('p', {}, h('b', {}, best.proved ? 'Best, proved: ' : 'Best found: '), best.move, best.reason && h('span', { class: 'muted' }, ` · ${best.reason}`));
    const count = sticks ? result.plays : moves.length;
    if (best) say(`${best.proved ? 'Best' : 'Best found'}: ${best.move}`);
    const rows = found.map((play) => {
      const value = worth(play);
      const isBest = play.move === best?.move;
      const note = [play.captures.length && `takes ${play.captures.join(' ')}`, play.again && 'throws again'].filter(Boolean).join(', ');
      return h('li', {}, h('button', {
        type: 'button', class: `move${isBest ? ' keeps' : ''}`, 'data-move': play.move, onclick: () => page.play(play, what),
      },
      h('b', {}, play.move), h('span', { class: 'takes' }, note),
      h('span', { class: 'value', title: value ? exactly(value) : null }, value ? decimal(value) : sticks ? plural(play.captures.length, 'piece') : 'not known',
        isBest && h('span', { class: 'mark' }, ' ✓', h('span', { class: 'unseen' }, ' best')))));
    });
    return [
      h('h2', {}, `${count === 1 ? '1 way' : `${count} ways`} to play ${what.replaceAll(',', ', ')}`), top,
      h('p', { class: 'muted' }, `by ${MEANS[by]}`, moves.length < count ? ` · the best ${moves.length} are listed` : ''),
      only && h('p', {}, `Only plays through ${only}. `, h('button', { type: 'button', class: 'quiet', onclick: () => page.click(only) }, 'All plays')),
      h('ol', { class: 'moves' }, rows),
    ].filter(Boolean);
  }

  return {
    elements: [throwing, plays.element, win.element, turn.element],
    refresh,
    filter(cell) {
      only = cell;
      if (listed) plays.body.replaceChildren(...drawn(), plays.body.querySelector('.command') ?? '');
    },
    stop() { [plays, turn, win].forEach((panel) => panel.stop()); },
  };
}
