// The games as siga describes them: their boards, their sides, what can be asked of them. The rules are siga's.

import { ask } from './ask.js';
import { Board } from './boards/position.js';

/** A game under some rules. */
class Game {
  constructor({ sides, board, ...said }) {
    Object.assign(this, said);
    this.names = new Map(sides);
    this.sides = [...this.names.keys()];
    this.board = new Board({ sides, ...said });
    this.throws = Boolean(said.dice) || this.can('endgame');
    /** Whether stones are laid until one cell is empty, and who takes first is asked. */
    this.lays = this.can('first-capture');
    const [value] = (said.known ?? '').split(';');
    const solved = value && `Solved: ${value === 'draw' ? 'a draw' : `whoever begins ${value}${/ in \d+$/.test(value) ? ' plies' : ''}`}`;
    /** What the first page says of it. */
    this.text = [said.from, board, solved].filter(Boolean).join(' · ');
  }

  can(command) { return this.commands.includes(command); }

  /** The name of a side, for sentences. */
  called(side) { return this.names.get(side) ?? side; }
}

/** Every game by its usual rules. */
export const games = Object.fromEntries((await ask(['games'])).result.games.map((said) => [said.name, new Game(said)]));

/** Whether a text describes a game of one's own. */
export const isOwn = (text) => /^\s*game\s*:/.test(text) && /^(goal|move|place|lost_with)\s*:/m.test(text);

/** A game under the rules of a text; one's own keeps its whole text, which any siga reads. */
export const under = async (rules) => {
  const game = new Game((await ask(['games', rules])).result.games[0]);
  return Object.assign(game, isOwn(rules) ? { rules } : {});
};

export const gameOf = (rules) => games[rules.split(':')[0].trim()]?.name ?? (isOwn(rules) ? 'own' : null);

/** The value of an option in a rules text; `otherwise` if it does not say. */
export function option(rules, name, otherwise) {
  const found = rules.match(new RegExp(`[:,]${name}=([^,]*)`));
  return found ? found[1] : otherwise;
}

/** Whether every stone is on the board and one cell is left to move to. */
const isFull = (state) => [...state.cells.values()].filter((cell) => cell === '.').length === 1
  && ['-', undefined].includes(state.rest[0]) && !state.rest.some((word) => /^\+|extra/.test(word));

/** Whether stones are in hand. */
export const isPlacing = (state) => !['-', undefined].includes(state.rest[0]);

/**
 * What to ask about a position: `value`, its value and that of every move; `more`, what else is known; `plays`, what siga's own
 * moves come from. `goal`: what is known of the placing of stones, as siga says.
 */
export function questions(game, state, goal) {
  const value = game.can('probe') ? 'probe' : 'analyse';
  if (!game.lays) return { value, plays: value, more: [] };
  const [full, placing] = [isFull(state), isPlacing(state)];
  const left = [...state.cells.values()].filter((cell) => cell === '.').length - 1;
  const laid = goal && left <= 20 ? 'first-capture' : null;
  return {
    value: full ? 'first-capture' : placing ? laid : 'analyse',
    more: full || (placing && goal === 'game') ? [['analyse', placing ? 'Who wins the game?' : 'Analyse the whole game']] : [],
    plays: goal === 'game' || !(full || placing) ? 'analyse' : 'first-capture',
  };
}

/** The file of a position, as siga reads it. */
export function positionFile(game, rules, position, title) {
  const state = game.board.parse(position);
  const lines = [`game: ${game.name}`, `rules: ${rules}`, `title: ${title || 'From siga explore'}`, `to move: ${state.side}`];
  for (const word of state.rest) {
    const [key, value] = word.split('=');
    if (value !== undefined) lines.push(`${key}: ${value}`);
    else if (/^\+|^extra$/.test(word)) lines.push(`chain: ${word}`);
    else lines.push(`reserve: ${word}`);
  }
  return `${lines.join('\n')}\nboard:\n${game.board.drawn(state).map((row) => row.join(' ')).join('\n')}\n`;
}

/** One of several with weights. */
export function draw(weighted) {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  const random = crypto.getRandomValues(new Uint32Array(2));
  let left = ((random[0] * 2 ** 21 + (random[1] >>> 11)) / 2 ** 53) * total;
  for (const [what, weight] of weighted) {
    left -= weight;
    if (left < 0) return what;
  }
  return weighted[weighted.length - 1][0];
}
