'use strict';
// The page works without this. With it a move replaces what has changed instead of loading the page
// anew, the focus stays on the board, and what has happened is read out.

async function go(url, options, remember) {
  let answer, text;
  try {
    answer = await fetch(url, options);
    text = await answer.text();
  } catch {
    location.reload();
    return;
  }
  const next = new DOMParser().parseFromString(text, 'text/html');
  const fresh = next.querySelector('main');
  if (!fresh) {
    location.reload();
    return;
  }
  const old = document.querySelector('main');
  for (const details of old.querySelectorAll('details[id]')) {
    const same = fresh.querySelector('#' + details.id);
    if (same && details.open) same.open = true;
  }
  const place = remember ? scrollY : 0;
  old.replaceWith(fresh);
  document.querySelector('nav').replaceWith(next.querySelector('nav'));
  document.title = next.title;
  if (remember && answer.redirected || remember && options === undefined) history.pushState(null, '', answer.url);
  const notice = fresh.querySelector('.notice');
  const status = fresh.querySelector('#status').textContent;
  document.querySelector('#said').textContent = notice ? notice.textContent : status;
  const target = fresh.querySelector('#answer, #board button') || fresh.querySelector('#status');
  target.focus({ preventScroll: true });
  scrollTo(0, place);
  answers();
}

// Where it is the opponent's turn, the opponent does not wait to be asked.
function answers() {
  const button = document.querySelector('#answer');
  if (button) setTimeout(() => { if (button.isConnected) button.form.requestSubmit(button); }, 600);
}

document.addEventListener('submit', event => {
  const form = event.target;
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  event.preventDefault();
  if (form.method === 'post') go('/', { method: 'POST', body: fields }, true);
  else go('/?' + fields, undefined, true);
});

document.addEventListener('click', event => {
  const link = event.target.closest('a');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.href, undefined, true);
});

// Arrows walk over the pieces that can be moved.
document.addEventListener('keydown', event => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const board = event.target.closest('#board');
  if (!step || !board) return;
  const pieces = [...board.querySelectorAll('button')];
  const next = pieces[pieces.indexOf(event.target) + step];
  if (next) next.focus();
  event.preventDefault();
});

addEventListener('popstate', () => go(location.href, undefined, false));
answers();
