'use strict';
// A game on a page without a server. The page has every position that can be reached, with its moves, and nothing else is
// asked for. A game is the indices of its moves; the address of the page keeps them behind its `#`.

const $ = selector => document.querySelector(selector);
const THINKING = 500;
const LISTED = 12;
const P = 0, DRAW = 1, N = 2;
let data, path, seats, level, isShown = false, isLate = 0;

// A new element with its properties and what is in it.
function make(tag, properties = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
}
const button = (text, onclick, className = 'button') => make('button', { type: 'button', className, onclick }, text);
const draw = list => list[Math.floor(Math.random() * list.length)];

// The positions of the game so far, the first one first.
const positions = () => path.reduce((all, at) => [...all, target(all.at(-1), at)], [data.nodes[data.start]]);
const target = (node, at) => data.nodes[node.at + node.moves[at][1]];
const name = (node, at) => data.names[node.moves[at][0]];
const winning = node => node.moves.flatMap((_, at) => target(node, at).outcome === P ? [at] : []);
const isOver = node => !node.moves.length || Boolean(data.drawn) && path.length >= data.drawn;
const isPersons = player => seats === 'both' || (player % 2 ? 'second' : 'first') === seats;
const isAlone = () => seats === 'both' || seats === 'none';
const who = player => isAlone() ? (player % 2 ? 'the second player' : 'the first player')
  : isPersons(player) ? 'you' : 'the opponent';
const capital = text => text[0].toUpperCase() + text.slice(1);

// The opponent's move: at random as often as its level says; one that wins; one that draws; or one after which the fewest win.
function reply(node) {
  const all = node.moves.map((_, at) => at);
  if (Math.random() * 100 < level) return draw(all);
  const kept = all.filter(at => target(node, at).outcome === (node.outcome === N ? P : DRAW));
  if (node.outcome !== P && kept.length) return draw(kept);
  const few = all.map(at => winning(target(node, at)).length);
  const least = Math.min(...few);
  return draw(all.filter(at => few[at] === least));
}

function status(all, node) {
  const last = path.length ? `${capital(who(path.length - 1))} moved ${name(all.at(-2), path.at(-1))}. ` : '';
  if (!isOver(node)) {
    const mover = who(path.length);
    return last + (mover === 'you' ? 'Your move.' : `It is the move of ${mover}.`);
  }
  if (node.moves.length) return `${last}The game is a draw: neither player has won after ${path.length} moves.`;
  const winner = who(path.length + (node.outcome === N ? 0 : 1));
  return `${last}The game is over: ${winner} win${winner === 'you' ? '' : 's'}.`;
}

// A piece: a button that makes its move, or a mark. Where several moves take as many stones, it opens the list of them.
function piece(cell, node, isOpen, label) {
  const className = { p: 'pawn', f: 'free', g: 'flag', s: 'stone', x: 'gone', i: 'gap' }[cell[0]];
  const press = cell.slice(1);
  if (!press || !isOpen) return make('span', { className });
  if (press[0] === '^') {
    const taken = `${press.slice(1)} from ${label}`;
    const title = `${taken}, then where to split`;
    return make('button', { type: 'button', className, title, onclick: () => moves(node, taken) });
  }
  const title = name(node, press);
  const wins = isShown && target(node, press).outcome === P;
  const element = make('button', { type: 'button', className, title, onclick: () => play(Number(press)) });
  element.ariaLabel = wins ? `${title}, wins` : title;
  if (wins) element.append(make('span', { className: 'win' }, '✓'));
  return element;
}

// The cells of a run: a letter, and what a press does.
const cells = run => run.match(/[a-z][^a-z]*/g) ?? [];

function row([label, indent, size, texts], node, isOpen) {
  const runs = texts.map(cells);
  const pieces = run => run.map(cell => piece(cell, node, isOpen, label));
  if (!data.strip) {
    const air = Array.from({ length: indent }, () => make('span', { className: 'air' }));
    return make('li', {}, make('span', { className: 'label' }, label), ...indent ? [make('span', { className: 'airs' }, ...air)] : [],
      make('span', { className: 'pieces' }, ...runs.flatMap(pieces), make('span', { className: 'number' }, size)));
  }
  let square = 0;
  const said = { g: 'the goal', f: 'free', x: 'free' };
  const squares = run => pieces(run).map((element, at) => make('span', { className: run[at][0] === 'g' ? 'square goal' : 'square' },
    make('span', { className: 'number' }, ++square), make('span', { className: 'unseen' }, said[run[at][0]] || ''), element));
  return make('li', {}, ...runs.map(run => make('span', { className: 'run' }, ...squares(run))));
}

function board(node, isOpen) {
  if (!node.rows) return Object.assign(make('div'), { innerHTML: node.text }).firstChild;
  const width = Math.max(...node.rows.map(([, indent, , runs]) => runs.flatMap(cells).length + indent));
  const className = data.strip ? 'rows strip' : `rows ${width > 7 ? 'long' : ''} ${width > LISTED ? 'longer' : ''} ${width > 9 ? 'headed' : ''}`;
  const rows = make('ol', { className }, ...node.rows.map(one => row(one, node, isOpen)));
  rows.ariaLabel = 'The position';
  return rows;
}

// The list of all moves, or of those whose names begin like this.
function moves(node, start = '') {
  const isMeant = at => name(node, at) === start || name(node, at).startsWith(start && `${start}, leaving`);
  const meant = node.moves.map((_, at) => at).filter(isMeant);
  $('#moves summary').textContent = start ? `${start}: ${meant.length} moves` : `All moves: ${meant.length}`;
  const wins = at => isShown && target(node, at).outcome === P;
  const items = meant.map(at => make('li', {}, button(name(node, at), () => play(at), wins(at) ? 'button wins' : 'button'),
    ...wins(at) ? [make('span', { className: 'win' }, ' ✓ wins')] : []));
  $('#moves ul').replaceChildren(...items);
  if (!start) return;
  $('#moves').open = true;
  $('#moves ul button').focus();
}

function record(all, node) {
  const isMarked = isOver(node) || isShown;
  const isMistake = at => all[at].outcome > DRAW && all[at + 1].outcome !== P || all[at].outcome === DRAW && all[at + 1].outcome === N;
  const worth = at => all[at + 1].outcome === P ? 'wins' : isMistake(at) ? 'a mistake' : all[at].outcome === P ? 'no move wins' : 'keeps the draw';
  const items = path.map((move, at) => make('li', { className: isMarked && isMistake(at) ? 'mistake' : '' }, `${who(at)} `,
    button(name(all[at], move), () => go(path.slice(0, at + 1)), 'plain'),
    ...isMarked ? [make('span', { className: 'worth' }, ` ${worth(at)}`)] : []));
  $('#history').hidden = !path.length;
  $('#history ol').replaceChildren(...items);
}

function tools(node) {
  const last = path.findLastIndex((_, at) => isPersons(at));
  $('#tools').replaceChildren(
    ...!isOver(node) && seats === 'none' ? [button('Next move', () => go([...path, reply(node)]), 'button first')] : [],
    ...last >= 0 ? [button('Take back', () => go(path.slice(0, last)))] : [],
    ...path.length ? [button('Begin again', () => go([]))] : [],
    ...isOver(node) ? [] : [button(isShown ? 'Hide winning moves' : 'Show winning moves', () => { isShown = !isShown; show(); })]);
}

function show() {
  const all = positions(), node = all.at(-1);
  const isOpen = !isOver(node) && isPersons(path.length);
  const text = status(all, node);
  $('#status').textContent = text;
  $('#said').textContent = text;
  $('#board').replaceChildren(board(node, isOpen));
  $('#moves').hidden = !isOpen;
  if (isOpen) moves(node);
  if (isOpen && !node.rows) $('#moves').open = true;
  record(all, node);
  tools(node);
  $('#why').hidden = isOver(node);
  const best = winning(node).map(at => name(node, at));
  const few = best.slice(0, LISTED).join('; ') + (best.length > LISTED ? ` and ${best.length - LISTED} more` : '');
  $('#wins').textContent = node.outcome === P ? 'The player to move loses: each move leads to a position that the other can win.'
    : node.outcome === DRAW ? 'Neither player can win if the other plays right.' : `The player to move wins. Winning moves: ${few}.`;
  $('#explained').innerHTML = node.why || '';
}

// Shows the game with these moves; the opponent replies after a moment.
function go(moves, isNew = true) {
  path = moves;
  if (isNew) history.pushState(null, '', `#${path.join('.')}`);
  show();
  const request = ++isLate;
  const node = positions().at(-1);
  if (isOver(node) || isPersons(path.length) || seats === 'none') return;
  setTimeout(() => request === isLate && go([...path, reply(node)]), THINKING);
}

function play(at) {
  go([...path, at]);
  $('#status').focus({ preventScroll: true });
}

// The game of the address, as far as its moves are legal.
function arrive() {
  const asked = location.hash.slice(1).split('.').filter(Boolean).map(Number);
  let node = data.nodes[data.start];
  const legal = asked.findIndex(at => !node.moves[at] || (node = target(node, at), false));
  go(legal < 0 ? asked : asked.slice(0, legal), false);
}

function choose() {
  const chosen = new FormData($('#new form'));
  seats = chosen.get('seats');
  level = data.levels[chosen.get('level')] ?? parseInt(chosen.get('level'), 10);
}

$('#new form').addEventListener('submit', event => {
  event.preventDefault();
  choose();
  $('#new').open = false;
  go([]);
  $('#status').focus();
});

// Arrows walk over the pieces that can be pressed.
$('#board').addEventListener('keydown', event => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const pieces = [...$('#board').querySelectorAll('button')];
  pieces[pieces.indexOf(event.target) + step]?.focus();
  event.preventDefault();
});

addEventListener('popstate', arrive);
(async () => {
  const bytes = Uint8Array.from(atob($('#data').textContent), byte => byte.charCodeAt(0));
  data = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();
  data.nodes.forEach((node, at) => { node.at = at; });
  choose();
  arrive();
})();
