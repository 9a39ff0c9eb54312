// What siga says of a position of a game with throws: the chances of a turn, and every play of a throw.

import { Panel, ask } from './ask.js';
import { h, about, decimal, exactly, fault, most, percent, plural, say, shown } from './view.js';
import { draw as drawOne, option } from './games.js';

const STICKS = [['take', 'pieces taken'], ['net', 'net gain'], ['safe', 'safety'], ['win', 'chance to win']];
const DICE = [['net', 'net gain'], ['take', 'chance to take'], ['safe', 'safety'], ['win', 'chance to win']];
const MEANS = {
  net: 'net gain in pieces, on average', take: 'what can be taken this turn', safe: 'the chance that the other side takes something next; lower is better', win: 'the chance to win',
};

/** What the numbers of plays on the board count. */
const UNITS = { net: 'net gain in pieces', take: 'chance to take (%)', taken: 'pieces taken', safe: 'chance to lose a piece (%)', win: 'chance to win (%)' };

/** The most random playouts after each play. */
const GAMES = '200';

/** The chances of both sides, as marks on the board. */
function marks(turn, threats) {
  const found = {};
  const put = (kind, pieces, key, verb) => {
    for (const one of pieces) {
      const share = about(one.probability);
      if (share < 0.005) continue;
      const text = share > 0.995 && share < 1 ? '>99' : share < 0.01 ? '<1' : String(Math.round(share * 100));
      found[one[key]] = { share, kind, text, label: `${verb}: chance ${percent(one.probability)}` };
    }
  };
  const key = turn.pieces ? 'hole' : 'cell';
  put('take', turn.pieces ?? turn.each, key, 'can be taken');
  put('hang', threats.pieces ?? threats.each, key, 'threatened');
  return found;
}

/** A chance below this cannot be told from nothing on the board. */
const LITTLE = 0.0005;

/** A list of pieces with their chances as bars; those that can hardly be told from nothing share one line. */
function bars(pieces, kind) {
  const sorted = [...pieces].sort((a, b) => about(b.probability) - about(a.probability));
  const rest = sorted.filter((one) => most(one.probability) < LITTLE);
  const rows = sorted.filter((one) => !rest.includes(one));
  const greatest = rest.reduce((found, { probability }) => (found && most(found) >= most(probability) ? found : probability), null);
  const others = rows.length ? plural(rest.length, 'other piece') : plural(rest.length, 'piece');
  return [
    rows.length > 0 && h('ul', { class: 'bars' }, rows.map((one) => h('li', {}, h('b', {}, one.hole ?? one.cell), bar(about(one.probability), kind), shown(one.probability)))),
    !pieces.length && h('p', {}, 'Nothing.'),
    rest.length > 0 && h('p', { class: 'muted rest', title: `at most ${ceiling(greatest)}` }, `${others}: chance ${rest.length > 1 ? 'of each ' : ''}below ${LITTLE}`),
  ];
}

/** The greatest that a number can be, in decimals rounded up. */
const ceiling = (number) => decimal({ lower: { exact: '0' }, upper: number.upper ?? number }).replace('at most ', '');

export function bar(share, kind) {
  const filled = h('span', { class: kind });
  filled.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  return h('span', { class: 'meter', 'aria-hidden': 'true' }, filled);
}

/** The chance to take anything, as a sentence. */
function taking(side, chance) {
  const sure = { 0: `${side} cannot take anything`, 1: `${side} takes something, whatever the throw` }[chance.exact];
  if (sure) return sure;
  return most(chance) < LITTLE ? [`${side} can hardly take anything: chance `, little(chance)] : [`${side} has chance `, shown(chance), ' to take something'];
}

/** A number too small to matter; pointed at, all of it. */
const little = (number) => h('span', { class: 'number', title: exactly(number) }, `below ${LITTLE}`);

const fact = (name, number) => number && number.exact !== '0' && h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, most(number) < LITTLE ? little(number) : shown(number)));

/** The steps of a play: from where to where. */
const stepsOf = ({ move }) => [...move.matchAll(/([a-z]+\d*)-([a-z]+\d*)/gi)].map(([, from, to]) => [from, to]);

export function throwAnswers(page) {
  const throwing = h('section', { class: 'panel first', 'aria-label': 'Throw' });
  const plays = new Panel({ 'aria-label': 'Plays' });
  const turn = new Panel({ 'aria-label': 'Chances of the turn' });
  const win = new Panel({ 'aria-label': 'Chance to win' });
  const { dice } = page.game;
  const sticks = !dice;
  /** In a race one die, or one sum of dice, is played, and all that counts is who wins. */
  const race = dice?.count === 1;
  // In tâb each throw may be used before the next is made.
  const oneByOne = page.name === 'tab' && option(page.rules, 'order', /^tab:(ludii|porto)/.test(page.rules) ? 'thrown' : 'any') === 'thrown';
  let thrown = [];
  const measures = race ? [['win', 'chance to win']] : sticks ? STICKS : DICE;
  let by = measures[0][0];
  let listed = null;
  let only = null;
  /** Whether it is known here that the game goes on. */
  let known = false;

  function refresh() {
    known = false;
    thrown = [];
    listed = null;
    only = null;
    page.marks = {};
    plays.show();
    plays.element.hidden = true;
    win.show();
    win.element.hidden = true;
    const named = page.state.rest.filter((word) => word.startsWith('hand=')).map((word) => ` · ${word.replace('=', ' ')}`);
    page.status.replaceChildren(page.editing ? 'Setting up' : `${page.called(page.state.side)} to throw${named.join('')}`);
    drawThrow();
    chances();
  }

  async function chances() {
    const answer = await turn.ask(page.query('analyse'), (result, query) => {
      if (!page.editing) page.normalise(query);
      const over = result.winner ?? (result.over ? 'over' : null);
      if (over) {
        const text = over === 'over' ? 'The game is over' : `The game is over: ${page.called(over)} has won`;
        throwing.hidden = true;
        page.status.textContent = text;
        say(text);
        return h('h2', { class: 'headline' }, text);
      }
      throwing.hidden = false;
      if (race && !result.win) return [h('h2', { class: 'headline unknown' }, 'Who wins is not known here: too many positions can follow')];
      if (race) return [h('h2', { class: 'headline', id: 'win-chance' }, `${page.called(page.state.side)} wins with chance `, shown(result.win))];
      const [mine, theirs] = sticks ? [result.take, result.exposure] : [result.turn, result.threats];
      page.marks = marks(mine, theirs);
      if (!page.editing) page.draw();
      return sticks ? sigChances(result) : daldosChances(result);
    });
    known = Boolean(answer) && !throwing.hidden || turn.error?.kind === 'limit';
    begin();
    if (!answer && turn.error?.kind === 'input') page.status.textContent = page.editing ? 'Not a position yet' : 'There is a mistake in the position or its rules';
  }

  const legend = () => {
    const marked = Object.values(page.marks).map(({ kind }) => kind);
    page.explain([['take', 'can be taken (%)'], ['hang', 'threatened (%)']].filter(([kind]) => marked.includes(kind)));
  };

  function daldosChances({ turn: mine, threats }) {
    const you = threats.side;
    say(`${mine.side} takes something with ${decimal(mine.take)}`);
    return [
      headline(mine.side, mine.take),
      h('table', { class: 'facts' }, fact('pieces taken on average, playing to take the most', mine.mean), fact('no piece can move', mine.lost), fact('a piece is released', mine.dal),
        fact(`${you} takes something, if ${you} were to throw now`, threats.take)),
      h('h3', {}, `What ${mine.side} can take`), bars(mine.pieces, 'take'),
      h('details', {}, h('summary', {}, `Threats by ${you}, if ${you} were to throw now`), bars(threats.pieces, 'hang')),
      winButton(),
    ].flat().filter(Boolean);
  }

  /** With few pieces it can be asked who wins. */
  const winButton = () => !race && [...page.state.cells.values()].filter((sign) => sign !== '.').length <= 6
    && h('button', { type: 'button', id: 'win', onclick: chanceToWin }, 'Chance to win');

  function chanceToWin() {
    win.element.hidden = false;
    win.ask(page.query('endgame'), (result) => [
      h('h2', { class: 'headline' }, `${page.state.side} wins${page.name === 'sig' ? ', a draw counted as half a win,' : ''} with chance `, shown(result.win)),
      result.length && h('table', { class: 'facts' }, fact('turns to come, on average', result.length)),
    ].filter(Boolean), {
      unknown: 'The chance to win is not known yet',
      helps: [['Estimate it by 1,000 random playouts', () => win.ask(page.query('simulate', '--games', '1000'), (result) => estimated(result))]],
    });
  }

  function estimated(result) {
    const { estimated: share, lower, upper } = result.win[page.state.side];
    const [least, greatest] = [Math.floor(lower * 1000) / 1000, Math.ceil(upper * 1000) / 1000];
    const drawn = result.draw && result.drawn !== '0' ? ` and draws with about ${result.draw.estimated.toFixed(3)}` : '';
    return [h('h2', { class: 'headline' }, `${page.state.side} wins with chance about ${share.toFixed(3)}${drawn}`),
      h('p', {}, `Estimated from ${result.finished} random playouts, in which both sides take what they can and then keep safe; the chance to win is between ${least} and ${greatest} with ${Math.round(result.confidence * 100)} % confidence.`)];
  }

  /** What can be taken, above the board as well. */
  function headline(side, chance) {
    const text = [taking(side, chance)].flat();
    page.tell(text.map((part) => part.textContent ?? part).join(''));
    legend();
    return h('h2', { class: 'headline', id: 'take-chance' }, text);
  }

  function sigChances({ take, free, exposure }) {
    const me = page.state.side;
    const you = me === 'A' ? 'B' : 'A';
    say(`${me} takes something with ${decimal(take.at_least_one)}`);
    return [
      headline(me, take.at_least_one),
      h('table', { class: 'facts' }, fact('pieces taken, on average', take.expected), fact('frees a piece', free?.at_least_one),
        fact(`${you} takes something in its next turn`, exposure.at_least_one),
        fact(`${you} takes something in its next two turns`, exposure.both_turns?.at_least_one)),
      h('h3', {}, `What ${me} can take`), bars(take.each, 'take'),
      h('details', {}, h('summary', {}, `Threats by ${you} in its next turn`), bars(exposure.each, 'hang')),
      winButton(),
    ].flat().filter(Boolean);
  }

  /** The part of the page where the throw is chosen, or rolled. */
  function drawThrow() {
    throwing.hidden = Boolean(page.editing);
    const rank = h('label', { class: 'field' }, h('span', {}, 'Rank plays by'),
      h('select', { onchange: (event) => { by = event.target.value; if (ready()) list(); } }, measures.map(([value, label]) => h('option', { value, selected: value === by }, label))));
    const held = document.activeElement?.id;
    throwing.replaceChildren(h('h2', {}, sticks ? 'What does the turn yield?' : 'What do the dice show?'), ...(sticks ? sticksRow() : [diceRow()]), ...(measures.length > 1 ? [rank] : []));
    if (held && throwing.querySelector(`#${CSS.escape(held)}`)) document.getElementById(held).focus();
  }

  const ready = () => (sticks ? thrown.length > 0 : thrown.filter((face) => face !== undefined).length === dice.count);

  function choose(next) {
    thrown = next;
    drawThrow();
    if (ready()) list();
    else {
      plays.show();
      plays.element.hidden = true;
      listed = null;
      page.played = null;
      page.worths = [];
      legend();
      page.draw();
    }
  }

  function diceRow() {
    const die = (at) => h('div', { class: 'dice', role: 'group', 'aria-label': dice.count > 1 ? `die ${at + 1}` : 'throw' }, dice.faces.map(([face]) => h('button', {
      type: 'button', id: `die-${at}-${face}`, class: 'die', 'aria-pressed': thrown[at] === face ? 'true' : 'false',
      onclick: () => { const next = [...thrown]; next[at] = face; choose(next); },
    }, face)));
    return h('div', { class: 'row' }, Array.from({ length: dice.count }, (_, at) => die(at)),
      h('button', { type: 'button', id: 'roll', class: 'main', onclick: rollDice }, 'Roll'));
  }

  const rollDice = () => choose(Array.from({ length: dice.count }, () => drawOne(dice.faces)));

  function sticksRow() {
    const row = h('div', { class: 'row' });
    ask([page.name, page.name === 'tab' ? 'throw' : 'turn', '--rules', page.rules, '--length', '0']).then(({ result }) => {
      row.replaceChildren(
        h('div', { class: 'dice', role: 'group', 'aria-label': 'throws that stand' }, result.table.filter(({ throw: name }) => name !== 'khmar').map(({ throw: name }) => h('button', {
          type: 'button', class: 'die word', id: `stick-${name}`, onclick: () => choose(oneByOne ? [name] : [...thrown, name]),
        }, name))),
        h('button', { type: 'button', id: 'roll', class: 'main', onclick: () => roll(result.table, result.as_throw) }, oneByOne ? 'Throw' : 'Roll the turn'));
      if (thrown.length === 0) begin();
    }).catch((error) => row.replaceChildren(fault(error)));
    const chosen = h('div', { class: 'row' }, thrown.length ? [h('span', {}, thrown.join(', ')),
      h('button', { type: 'button', class: 'quiet', onclick: () => choose(thrown.slice(0, -1)) }, 'Undo'),
      h('button', { type: 'button', class: 'quiet', onclick: () => choose([]) }, 'Clear')]
      : h('span', { class: 'muted' }, oneByOne ? 'Choose the throw.' : `Choose the throws${page.name === 'tab' ? '' : ' that stand'}, in the order thrown.`));
    return [row, chosen];
  }

  /** Throws the sticks to the end of the turn; siga says what of it stands. */
  async function roll(table, words) {
    const weights = table.map((one) => [one, one.probability.approx]);
    const all = [];
    let last;
    do {
      last = drawOne(weights);
      all.push(last.throw);
    } while (last.again && !oneByOne && all.length < 40);
    if (page.name === 'tab') {
      say(`Thrown: ${all.join(', ')}`);
      choose(all);
      return;
    }
    try {
      const { result } = await ask([...words, '--sequence', all.join(',')]);
      say(`Thrown: ${all.join(', ')}`);
      choose(result.sequence.stands.map(String));
    } catch (error) {
      plays.element.hidden = false;
      plays.show(fault(error));
    }
  }

  /** The question for the plays of a throw. */
  const playsOf = (what, ...more) => page.query('analyse', '--throw', what, ...(race ? [] : ['--by', by]), ...more);

  /** Whether siga plays this side, and the position was just come to. */
  const isAwaited = () => page.opponent === page.state.side && page.fresh && !page.editing;

  /** siga throws, once it is known that the game goes on and how. */
  function begin() {
    const button = throwing.querySelector('#roll');
    if (isAwaited() && known && button && !throwing.hidden && !thrown.length) button.click();
  }

  /** siga makes the best play of its throw. */
  function reply() {
    const { at } = page;
    const [best] = listed.moves;
    if (best && isAwaited()) setTimeout(() => { if (isAwaited() && page.at === at && listed?.moves[0] === best) page.play(best, listed.what); }, 900);
  }

  /** Plays out games after each play, and says which wins most. */
  function estimate(what) {
    win.element.hidden = false;
    win.ask(playsOf(what, '--simulate', GAMES), ({ estimates }) => [
      h('h2', {}, 'Which play wins, estimated'),
      estimates ? ranked(estimates) : h('p', {}, 'Nothing is estimated: every chance to win is proved.'),
    ]);
  }

  /** The plays by their estimates, the best first. */
  function ranked({ plays: found, playouts, confidence, equals, policy }) {
    const near = (value) => value.toFixed(3);
    const verdict = (play, at) => (play.told_apart ? 'worse' : at > 0 ? 'not told apart' : equals > 0 ? 'highest' : 'best');
    const row = (play, at) => h('tr', {}, h('th', { scope: 'row' }, play.move),
      h('td', {}, near(play.score.estimated)), h('td', {}, `${near(play.score.lower)} to ${near(play.score.upper)}`), h('td', {}, verdict(play, at)));
    const unit = found.some(({ draws }) => draws !== '0') ? 'chance to win plus half the chance of a draw' : 'chance to win';
    return [
      h('table', { class: 'facts estimates' },
        h('tr', {}, ['play', 'estimated', 'interval', 'verdict'].map((name) => h('th', { scope: 'col' }, name))), found.slice(0, 10).map(row)),
      h('p', { class: 'muted' }, `Not proved: ${unit} if both sides play on by the policy ${policy}, from ${playouts} random playouts; each interval holds it with ${Math.round(confidence * 100)} % confidence.`,
        found.length > 10 ? ` The best 10 of ${found.length} plays are shown.` : ''),
    ];
  }

  async function list() {
    plays.element.hidden = false;
    const what = thrown.join(',');
    const read = (result) => {
      const all = (race ? result.by_throw?.[0].plays : null) ?? result.moves ?? result.plays;
      // A play that wins needs no other measure.
      listed = { what, result, moves: [...all.filter(({ ends }) => ends), ...all.filter(({ ends }) => !ends)] };
      onBoard();
      return drawn();
    };
    await plays.ask(playsOf(what), read);
    if (listed?.what === what) reply();
  }

  /** The value of a play under the criterion. */
  const worth = (play) => (race ? play.win : sticks ? { take: null, net: play.net, safe: play.loses, win: play.win }[by] : play.value);

  /** The plays that go through the cell that is chosen; all, if none is. */
  const through = () => (only ? listed.moves.filter((play) => stepsOf(play).flat().includes(only)) : listed.moves);

  /** A number of a play in a few signs: pieces, or per cent. */
  function short(play) {
    if (play.ends) return '✓';
    const value = worth(play);
    if (!value) return sticks && by === 'take' ? String(play.captures.length) : '?';
    const number = by === 'net' ? Math.round(about(value) * 10) / 10 : Math.round(about(value) * 100);
    return `${number < 0 ? '−' : ''}${Math.abs(number)}`;
  }

  /** Draws the best play, or one that is looked at, and on each piece what the best play that moves it is worth. */
  function onBoard(looked = null) {
    const found = through();
    const marked = new Map();
    for (const play of found) {
      for (const [from, to] of stepsOf(play)) {
        if (page.state.cells.get(from) === '.' || (only && from !== only)) continue;
        const cell = only ? to : from;
        if (!marked.has(cell)) marked.set(cell, { from: null, to: cell, kind: 'play', text: short(play), best: play === found[0] });
      }
    }
    page.worths = [...marked.values()];
    const shownPlay = looked ?? found[0];
    page.played = shownPlay ? stepsOf(shownPlay) : [];
    page.explain([['worth', `best play with each piece: ${UNITS[sticks && by === 'take' ? 'taken' : by]}`, []]]);
    page.draw();
  }

  function drawn() {
    const { result, what, moves } = listed;
    const found = through();
    const best = moves[0]?.ends ? { move: moves[0].move, proved: true, reason: moves[0].ends }
      : race ? moves[0]?.win && { move: moves[0].move, proved: moves[0].proved }
        : sticks ? (moves[0] && { move: moves[0].move, proved: result.best_proved }) : result.best;
    // The reason begins with the play, which stands before it here.
    const reason = best?.reason?.replace(/^[^:]*: /, '').replace(best.move, '').trim();
    const top = best && h('p', {}, h('b', {}, best.proved ? 'Best, proved: ' : 'Best found, not proved: '), best.move, reason && h('span', { class: 'muted' }, ` · ${reason}`));
    const count = sticks ? result.plays : moves.length;
    if (best) say(`${best.proved ? 'Best' : 'Best found'}: ${best.move}`);
    const rows = found.map((play) => {
      const value = worth(play);
      const isBest = play.move === best?.move;
      const note = [play.captures.length && `takes ${play.captures.join(' ')}`, play.again && 'throws again', play.ends].filter(Boolean).join(', ');
      return h('li', {}, h('button', {
        type: 'button', class: `move${isBest ? ' keeps' : ''}`, 'data-move': play.move, onclick: () => page.play(play, what),
        onmouseenter: () => onBoard(play), onmouseleave: () => onBoard(),
      },
      h('b', {}, play.move), h('span', { class: 'takes' }, note),
      h('span', { class: 'value', title: value ? exactly(value) : null }, play.ends ? 'wins' : value ? decimal(value) : sticks && by === 'take' ? plural(play.captures.length, 'piece') : 'not known',
        isBest && h('span', { class: 'mark' }, ' ✓', h('span', { class: 'unseen' }, ' best')))));
    });
    return [
      h('h2', {}, `${count === 1 ? '1 way' : `${count} ways`} to play ${what.replaceAll(',', ', ')}`), top,
      best && h('p', { class: 'muted' }, `by ${MEANS[by]}`, moves.length < count ? ` · the best ${moves.length} are listed` : ''),
      only && h('p', {}, `Only plays through ${only}. `, h('button', { type: 'button', class: 'quiet', onclick: () => page.click(only) }, 'All plays')),
      h('ol', { class: 'moves' }, rows),
      moves.length > 1 && !race && !moves[0].ends && h('button', { type: 'button', id: 'estimate', onclick: () => estimate(what) }, 'Estimate which play wins'),
    ].filter(Boolean);
  }

  return {
    elements: [throwing, plays.element, win.element, turn.element],
    refresh,
    filter(cell) {
      only = cell;
      if (!listed) return;
      onBoard();
      plays.body.replaceChildren(...drawn(), plays.body.querySelector('.command') ?? '');
    },
    stop() { [plays, turn, win].forEach((panel) => panel.stop()); },
  };
}
