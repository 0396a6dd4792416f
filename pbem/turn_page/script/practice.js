// Practice: moves go to the program on this machine, which answers with the page of the next question.
const DATA = JSON.parse(document.getElementById('turn').textContent);

function sends(name, value, text) {    // a form of one button
  return el('form', {method: 'post', action: DATA.post}, [el('input', {type: 'hidden', name, value}),
    el('button', {type: 'submit', 'class': 'btn main', id: 'send', text})]);
}

function practised(P) {                // the bar at the bottom: play, or play again
  const w = W(), some = chain.length > 0;
  if (DATA.over) return section('h-a', w.over, [el('div', {'class': 'acts'}, [sends('again', '1', w.again)])], 'dock');
  const acts = some ? [sends('moves', chain.map(m => T.moves[m].id).join(';'), w.play),
    el('button', {type: 'button', id: 'undo', 'aria-label': w.undo.join(''), click: undo}, [w.undo[0], el('span', {'class': 'lg', text: w.undo[1]})])] : [];
  return section('h-a', w.answer, [el('div', {'class': 'line' + (some ? '' : ' none'), id: 'line', text: some ? line() : status(P)}),
    el('div', {'class': 'acts'}, acts), some ? el('p', {'class': 'mut gapped status', id: 'status', text: status(P)}) : null], 'dock' + (some ? '' : ' idle'));
}

function ready(P) {
  return !chain.length ? W().none : P.state >= 0 ? W().more : W().press;
}
listen();
start({...DATA, dock: practised, status: ready});
