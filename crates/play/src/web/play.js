'use strict';
// The page works without this. With it a move replaces what has changed instead of loading the page anew, the pieces move,
// the focus moves only by what the person does, what has happened is read out, and the results are kept in this browser.

const $ = selector => document.querySelector(selector);
const MOTION = 150;
const THINKING = 500;
const KEPT = 10;
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const pause = time => new Promise(done => setTimeout(done, time));

// How the history of the browser changes: a step of the person is one to go back to, a reply is not.
const PUSH = 'pushState', REPLACE = 'replaceState', STAY = '';

let latest = 0;

// `isAct` is false for what the person has not asked for, as the opponent's reply.
async function go(url, options, remember, isAct = true) {
  const request = ++latest;
  let answer, text;
  try {
    const [fetched] = await Promise.all([fetch(url, options), isStill() || pause(MOTION)]);
    answer = fetched;
    text = await answer.text();
  } catch {
    lost(() => go(url, options, remember), isAct);
    return;
  }
  $('#lost').hidden = true;
  // Something else has been pressed since.
  if (request !== latest) return;
  const next = new DOMParser().parseFromString(text, 'text/html');
  const fresh = next.querySelector('main');
  if (!fresh) {
    location.reload();
    return;
  }
  const old = $('main');
  // The browser would say that it does not do that here.
  fresh.querySelector('[autofocus]')?.removeAttribute('autofocus');
  for (const id of ['moves', 'new']) {
    const same = fresh.querySelector('#' + id);
    if (same && old.querySelector('#' + id)?.open) same.open = true;
  }
  const place = remember ? scrollY : 0;
  const heap = document.activeElement.closest('#board li');
  const row = heap ? [...heap.parentNode.children].indexOf(heap) : 0;
  const stays = isAct ? null : document.activeElement;
  const isOutside = stays && !old.contains(stays);
  old.replaceWith(fresh);
  if (isAct) $('header').replaceWith(next.querySelector('header'));
  document.title = next.title;
  if (remember && answer.ok) history[remember](null, '', answer.url);
  scrollTo(0, place);
  arrive();
  if (!isOutside) focus(fresh, row, stays);
  const notice = fresh.querySelector('.notice');
  $('#said').textContent = (notice || fresh.querySelector('#status')).textContent;
  record(options?.method === 'POST');
  if (remember) answers();
}

// A field with a mistake, a piece of the row where the focus was, or any; after a reply what is the same as the element
// `stays`, which had the focus. Where there is none, the line on whose turn it is, on which no key does anything.
function focus(main, row, stays) {
  const status = main.querySelector('#status');
  const rows = main.querySelectorAll('#board li');
  const place = piece => piece.closest('[id]')?.id;
  const isSame = piece => place(piece) === place(stays) && piece.name === stays.name &&
    (piece.matches('summary') || piece.textContent === stays.textContent);
  const target = stays ? [...main.querySelectorAll(stays.tagName)].find(isSame) : main.querySelector('[aria-invalid]') ||
    rows[row]?.querySelector('button') || main.querySelector('#board button');
  if (target && stays?.value) target.value = stays.value;
  (target || status).focus({ preventScroll: true });
}

// Where it is the opponent's turn, the opponent does not wait to be asked, unless it has failed, or something else has been
// asked for since, as a page to go back to.
async function answers() {
  const button = $('#answer'), request = latest;
  if (!button || $('#notice')) return;
  await pause(THINKING);
  if (request === latest) send(button.form, button, false);
}

function send(form, button, isAct = true) {
  const fields = new URLSearchParams(new FormData(form, button));
  const method = button?.formMethod || form.method;
  if (method !== 'post') return go('/?' + fields, undefined, PUSH);
  // A move of the person: the pieces go, and the reply is a step of its own.
  const isReply = button?.id === 'answer';
  if (!isReply) fields.set('reply', 'later');
  leave(button);
  return go('/', { method: 'POST', body: fields }, isReply ? REPLACE : PUSH, isAct);
}

function leave(button) {
  if (!button?.matches('#board .stone')) return;
  for (let piece = button; piece; piece = piece.nextElementSibling) {
    if (piece.matches('.stone')) piece.classList.add('leaving');
  }
}

// A pawn comes from the square that it has left. On its way it takes no presses: those are for the pieces below it.
function arrive() {
  const came = $('#board .pawn.came'), gone = $('#board .gone');
  if (!came || !gone || isStill()) return;
  const [to, from] = [came, gone].map(piece => piece.getBoundingClientRect());
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const path = [{ transform: start, pointerEvents: 'none' }, { transform: 'none', pointerEvents: 'none' }];
  came.animate(path, { duration: MOTION, easing: 'ease-out' });
}

// The results that this browser has; none where something else is stored in their place.
function kept() {
  try {
    const isResult = result => typeof result.key === 'string' && typeof result.won === 'boolean';
    return JSON.parse(localStorage.getItem('results')).filter(isResult);
  } catch {
    return [];
  }
}

// The last results stay in this browser, each game once, and only games that have ended here.
function record(isNew) {
  const over = $('#over[data-result]'), line = $('#record');
  if (!over || !line) return;
  let results = kept();
  const key = over.dataset.game;
  if (isNew && !results.some(result => result.key === key)) {
    results.push({ key, won: over.dataset.result === 'won' });
    results = results.slice(-KEPT);
    try {
      localStorage.setItem('results', JSON.stringify(results));
    } catch { /* The browser keeps nothing. */ }
  }
  if (!results.length) return;
  const last = results.findLastIndex(result => !result.won);
  const streak = results.length - 1 - last;
  const won = results.filter(result => result.won).length;
  line.textContent = (streak > 1 ? `${streak} won in a row. ` : '') + `Your last ${results.length}: ${won} won `;
  const dots = line.appendChild(document.createElement('span'));
  dots.className = 'results';
  dots.ariaHidden = 'true';
  for (const result of results) {
    dots.appendChild(document.createElement('i')).className = result.won ? 'won' : '';
  }
  line.hidden = false;
}

// The server has gone: the page says so, and offers to go on; when the server is back, it says that as well.
let again;
async function lost(repeat, isAct) {
  again = repeat;
  const box = $('#lost');
  for (const piece of document.querySelectorAll('.leaving')) piece.classList.remove('leaving');
  if (!box.hidden) return;
  box.hidden = false;
  box.classList.remove('back');
  if (isAct) $('#resume').focus();
  while (!box.hidden && !box.matches('.back')) {
    await pause(1000);
    const isBack = await fetch('/play.css').then(answer => answer.ok, () => false);
    box.classList.toggle('back', isBack);
  }
}
$('#resume').addEventListener('click', () => {
  $('#lost').hidden = true;
  again();
});

document.addEventListener('submit', event => {
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener('click', event => {
  const link = event.target.closest('a');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!link.hash) return go(link.href, undefined, PUSH);
  // What a word means is on this page.
  const words = $(link.hash);
  words.parentElement.open = true;
  words.previousElementSibling.focus();
});

// What a press does, in words.
function preview(event) {
  const line = $('#preview');
  const piece = event.target.closest('#board button');
  if (!line) return;
  line.lastElementChild.textContent = piece ? piece.title : '';
  line.classList.toggle('told', Boolean(piece));
}
for (const kind of ['mouseover', 'focusin']) document.addEventListener(kind, preview);

// Arrows walk over the pieces that can be pressed.
document.addEventListener('keydown', event => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const board = event.target.closest('#board');
  if (!step || !board) return;
  const pieces = [...board.querySelectorAll('button')];
  const next = pieces[pieces.indexOf(event.target) + step];
  if (next) next.focus();
  event.preventDefault();
});

addEventListener('popstate', () => go(location.href, undefined, STAY));
record(false);
answers();
