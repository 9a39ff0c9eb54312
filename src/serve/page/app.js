// Which page is shown: what follows `#` in the address.

import { h } from './view.js';
import * as start from './start.js';
import * as game from './game.js';
import * as throws from './throws.js';
import * as table from './table.js';

const pages = { '': start, board: game, open: game, throw: throws, table };
const main = document.getElementById('main');
const nav = document.getElementById('nav');
const links = [['#/', 'Start', ['']], ['#/board?rules=sidja', 'Boards', ['board', 'open']], ['#/throw', 'Throws', ['throw']], ['#/table', 'Tables', ['table']]];
let leave = null;

/** Where the address points: a page and what it is asked. */
function place() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { path, asked: new URLSearchParams(query ?? '') };
}

function go() {
  // A page goes back and forward by itself among the places that it has kept.
  if (location.hash === '#main' || leave?.keeps?.(history.state)) return;
  const { path, asked } = place();
  const page = pages[path] ?? start;
  leave?.();
  nav.replaceChildren(...links.map(([to, name, paths]) => h('a', { href: to, 'aria-current': paths.includes(path) ? 'page' : null }, name)));
  main.replaceChildren();
  leave = page.show(main, asked) ?? null;
  main.querySelector('[data-first]')?.focus();
  window.scrollTo(0, 0);
}

window.addEventListener('hashchange', go);
go();
