// The answer: moves clicked together one after the other, each position known beforehand.
let chain = [], pick = null;           // chain: numbers of moves; pick: {card, moves, trail} of a question
const app = document.getElementById('app'), live = document.getElementById('live');
const LONGEST = 1800, MANY = 12;

function here() {                      // the position after the chain
  const P = {zones: JSON.parse(JSON.stringify(T.zones)), counters: {...T.counters}, fresh: new Set(), framed: [], moves: [], state: 0};
  for (const m of chain) {
    const s = T.states[P.state];
    for (let i = 0; i < s.length; i += 2) if (s[i] === m) { P.state = s[i + 1]; break; }
    for (const change of T.moves[m].ch || []) redo(P, ...change);
  }
  if (P.state >= 0) {
    P.moves = T.states[P.state] ? T.states[P.state].filter((_, i) => i % 2 === 0) : [];
    if (T.framed.lists) P.framed = T.framed.lists[T.framed.at[P.state]] || [];
  }
  return P;
}

function redo(P, name, what, by) {     // one change, as pbem/turn_page/changes.py writes them
  if (name.charAt(0) === ':') {
    const counter = name.slice(1);
    P.counters[counter] = what === '+' ? (P.counters[counter] || 0) + by : by;
    return;
  }
  if (what === '#') { P.zones[name] = (P.zones[name] || 0) + by; return; }
  if (what === '=') { P.zones[name] = by; return; }
  const zone = P.zones[name] = Array.isArray(P.zones[name]) ? P.zones[name] : [];
  if (what === '-') zone.splice(zone.indexOf(by), 1);
  else if (what === '+') { zone.push(by); P.fresh.add(name + ' ' + (zone.length - 1)); }
  else if (what === '^') { zone.unshift(by); P.fresh.add(name + ' 0'); }
  else { zone[what] = by; P.fresh.add(name + ' ' + what); }
}

function line() { return chain.map(m => T.moves[m].say[L]).join('; '); }
function command() { return `pbem move ${W().signed_file} "${chain.map(m => T.moves[m].id).join('; ')}"`; }
function body() { return line() + '\r\n\r\n' + T.note[L] + '\r\n'; }
function quoted(text) { return encodeURIComponent(text).replace(/[!'()*]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase()); }
function link() {
  return 'mailto:' + T.to.split('@').map(quoted).join('@') + '?subject=' + quoted(T.subject[L]) + '&body=' + quoted(body());
}

// --- choosing ---------------------------------------------------------------------------------

function uses(m, c) { const move = T.moves[m]; return move.card === c || (move.uses || []).includes(c); }

function part(m, name) {               // what a move says about one thing: its verb, its card, a key
  const move = T.moves[m];
  return name === 'verb' ? move.verb : name === '' ? move.card || '' : (move.args || {})[name];
}

function splits(ms) {                  // the first thing in which moves differ
  const keys = new Set(['verb', '']);
  for (const m of ms) for (const key of Object.keys(T.moves[m].args || {})) keys.add(key);
  const order = [...keys].sort((a, b) => rank(ms, a) - rank(ms, b));
  return order.find(name => ms.some(m => part(m, name) !== part(ms[0], name)));
}

function rank(ms, name) {              // players are asked for first, then cards, then the rest
  if (name === 'verb') return 0;
  if (name === '') return 1;
  const v = ms.map(m => part(m, name)).find(one => one !== undefined);
  return {player: 2, card: 3, number: 4, value: 5}[kind(String(v))];
}

function grouped(ms, name) {
  const groups = new Map();
  for (const m of ms) {
    const key = name === undefined ? m : String(part(m, name));
    groups.set(key, [...(groups.get(key) || []), m]);
  }
  return [...groups.values()];
}

function question(ms, name, card) {
  const ask = W().ask;
  if (name === 'verb' || name === undefined) return fill(ask.verb, {c: card ? code(card) : ''});
  if (name === '') return ask.card;
  const v = String(ms.map(m => part(m, name)).find(one => one !== undefined)), key = T.keys[name][L];
  if (kind(v) === PLAYER) return ask.player;
  if (kind(v) === NUMBER) return ask.number;
  if (kind(v) === CARD) return key === fold(ask.card) ? ask.card : fill(ask.card_key, {Key: capital(key)});
  return fold(ask.value).length && T.values[v].list ? fill(ask.value, {key}) : ask.any;
}
function fold(text) { return text.replace(/[¿?]/g, '').split(' ').pop().toLowerCase(); }

function labelOf(ms, name) {
  const move = T.moves[ms[0]], v = part(ms[0], name);
  if (ms.length === 1) return move.label[L];
  if (name === 'verb') return T.verbs[v][L] + '…';
  if (v === undefined || v === '') return '–';
  return kind(String(v)) === CARD ? code(v) + ' · ' + title(v) : value(v);
}

function alike(ms, name) {             // whether moves differ in one thing alone, which is not the verb
  const keys = ['verb', '', ...ms.flatMap(m => Object.keys(T.moves[m].args || {}))].filter(key => key !== name);
  return name !== 'verb' && ms.every(m => part(m, name)) && keys.every(key => ms.every(m => part(m, key) === part(ms[0], key)));
}

function brief(v) {
  const plain = kind(String(v)) !== CARD || (T.cards[v] || {}).n || title(v) === code(v);
  return plain ? value(v) : code(v) + ' · ' + title(v);
}

function isSet(ms) { return ms.every(m => part(m, '').includes(',')); }   // several cards at once, in no order

function another(ms) {                 // an option for each card that some of the sets hold
  const cards = Object.keys(T.cards).filter(c => ms.some(m => uses(m, c)) && !ms.every(m => uses(m, c)));
  return cards.map(c => ({moves: ms.filter(m => uses(m, c)), sign: mark(c), text: brief(c)}));
}

function different(ms, name) {         // an option for each move, or for each value of the first thing in which they differ
  const few = ms.length <= 5, short = (name === '' && !few || T.wordy) && alike(ms, name);   // what differs says enough
  return grouped(ms, few ? undefined : name).map(moves => {
    const text = labelOf(moves, few ? undefined : name);
    return short ? {moves, sign: dot(moves, name, true), text: brief(part(moves[0], name)), full: text} : {moves, sign: dot(moves, few ? undefined : name), text};
  });
}

function dot(ms, name, short) {
  const args = T.moves[ms[0]].args || {};
  const values = ms.length === 1 && !short ? Object.values(args) : name === 'verb' ? [] : [part(ms[0], name)];
  for (const v of values) {
    const found = v in T.names ? null : mark(String(v || ''));
    if (found) return found;
  }
  return null;
}

function mark(v) {                     // the colour of a card or a word
  const p = v in T.values ? T.values[v].p : printed(v).p;
  return p === undefined ? null : el('span', {'class': 'dot', paint: p}, [symbol(p)]);
}

function narrow(ms, card, trail) {
  if (ms.length === 1) return choose(ms[0]);
  pick = {card, moves: ms, trail: trail || []};
  render('choice');
}

function pickCard(card, ms) {          // a card of the hand: one more of a set, or another choice
  const more = pick && pick.card && isSet(pick.moves) ? pick.moves.filter(m => uses(m, card)) : [];
  if (more.length && more.length < pick.moves.length) narrow(more, card, [...pick.trail, pick.moves]);
  else narrow(ms, card);
}

function choose(m) {
  chain.push(m);
  pick = null;
  const P = render('next');
  tell(line() + '. ' + status(P));
}

function back() {
  const before = pick.trail.length ? {card: pick.card, moves: pick.trail[pick.trail.length - 1], trail: pick.trail.slice(0, -1)} : null;
  const card = pick.card;
  pick = before;
  render(before ? 'choice' : 'card', card);
}

function undo() { chain.pop(); pick = null; render('next'); tell(W().undone + ' ' + line()); }
function tell(text) { live.textContent = text; }

// --- drawing ----------------------------------------------------------------------------------

function status(P) {
  if (T.status) return T.status(P);
  if (!chain.length) return W().none;
  if (T.signs) return fill(W().signed, {command: command()});
  if (link().length > LONGEST) return W().long;
  return P.state === -1 ? W().ends : P.state === -2 ? W().far : W().more;
}

function why(card) { return code(card) + ', ' + (chain.length ? W().no + '.' : T.why[L][card] || T.why[L]['']); }
function explain(card) { say(why(card)); document.getElementById('why').scrollIntoView({block: 'nearest'}); }
function say(text) { const e = document.getElementById('why'); if (e && e.textContent !== text) e.textContent = text; }

function panel(back_too) {
  const ms = pick.moves, name = splits(ms), asks = question(ms, name, pick.card);
  const options = (ms.length > 5 && isSet(ms) ? another(ms) : different(ms, name)).map((one, i) => el('button',
    {type: 'button', 'data-moves': one.moves.join(' '), 'aria-label': one.full, click: () => narrow(one.moves, pick.card, [...pick.trail, ms])},
    [i < 9 ? el('span', {'class': 'k', 'aria-hidden': 'true', text: String(i + 1)}) : null, one.sign, el('span', {text: one.text})]));
  if (back_too) options.push(el('button', {type: 'button', 'class': 'back', text: W().back, click: back}));
  return el('div', {'class': 'choice', id: 'choice', role: 'group', 'aria-label': asks}, [el('h3', {text: asks}), el('div', {'class': 'opts'}, options)]);
}

function hand(P) {
  const held = T.hand.flatMap((zone, n) => cardsIn(P, zone).map(card => [bare(card), zone, n]));
  return held.map(([c, zone, n]) => {
    const ms = P.moves.filter(m => uses(m, c)), off = !ms.length, open = pick && pick.card && pick.moves.every(m => uses(m, c));
    const tag = n > 0 ? capital(T.shape.titles[zone.split('.')[0]][L]) : '';
    const about = `${title(c)} (${code(c)}), ${tag ? tag + ', ' : ''}${off ? W().no : W().ok}`;
    return el('button', {type: 'button', 'class': 'card', 'data-card': c, 'data-moves': ms.join(' '), 'aria-disabled': off ? 'true' : null,
      'aria-expanded': ms.length > 1 ? String(!!open) : null, 'aria-describedby': off ? 'why' : null,
      click: () => off ? P.state < 0 || explain(c) : pickCard(c, ms)},
    [face(c), el('span', {'class': 'sr', text: about}), tag ? el('span', {'class': 'tag', 'aria-hidden': 'true', text: tag.toLowerCase()}) : null]);
  });
}

function loose(P) {                    // moves without a card of one's own, those with cards in the deck's order
  const held = new Set(T.hand.flatMap(zone => cardsIn(P, zone).map(bare)));
  const even = T.even && P.moves.length <= 5;   // to do it or not: both answers are as near
  const deck = Object.keys(T.cards), at = m => T.moves[m].card ? deck.indexOf(T.moves[m].card) : deck.length;
  return P.moves.filter(m => even || ![...held].some(c => uses(m, c))).sort((a, b) => at(a) - at(b));
}

function sole(P) {                     // one sort of many moves and nothing else: what is asked at once
  const ms = loose(P);
  return ms.length > MANY && ms.length === P.moves.length && grouped(ms, 'verb').length === 1 ? {card: null, moves: ms, trail: []} : null;
}

function others(P) {                   // many of a sort go into one button
  const ms = loose(P), groups = ms.length > MANY ? grouped(ms, 'verb') : ms.map(m => [m]);
  return groups.map(ms => el('button', {type: 'button', 'data-moves': ms.join(' '), click: () => narrow(ms, null)},
    [dot(ms, ''), el('span', {text: labelOf(ms, 'verb')})]));
}

function section(id, heading, inside, name) {
  return el('section', {'class': name || 'panel', 'aria-labelledby': id}, [el('h2', {id, text: heading}), ...inside]);
}

function dock(P) {
  const some = chain.length > 0, w = W(), long = some && T.to && link().length > LONGEST, told = status(P), copies = T.signs ? w.signed_copy : w.copy;
  const acts = some ? [T.to && !long ? el('a', {'class': 'btn main', id: 'send', href: link(), 'aria-label': w.send.join('')}, [w.send[0], el('span', {'class': 'lg', text: w.send[1]})]) : null,
    el('button', {type: 'button', id: 'copy', 'class': T.to && !long ? null : 'btn main', 'aria-label': copies.join(''), click: copy}, [copies[0], el('span', {'class': 'lg', text: copies[1]})]),
    el('button', {type: 'button', id: 'undo', 'aria-label': w.undo.join(''), click: undo}, [w.undo[0], el('span', {'class': 'lg', text: w.undo[1]})])] : [];
  const mail = [['to', T.to], ['subject', T.subject[L]], ['body', body()]].flatMap(([name, text]) => [el('dt', {text: w[name]}), el('dd', {id: 'mail-' + name, text})]);
  return section('h-a', w.answer, [
    el('div', {'class': 'line' + (some ? '' : ' none'), id: 'line', text: some ? line() : told}), el('div', {'class': 'acts'}, acts),
    some ? el('p', {'class': 'mut gapped status' + (P.state >= 0 && !long && T.to ? ' more' : ''), id: 'status'}, T.signs ? [told.replace(command(), ''), el('code', {text: command()})] : whole(told)) : null,
    some && T.to ? el('details', {}, [el('summary', {text: w.mail}), el('dl', {}, mail)]) : null], 'dock' + (some ? '' : ' idle'));
}

function languages() {
  return el('div', {'class': 'langs', role: 'group', 'aria-label': W().lang}, T.langs.map(l => el('button', {type: 'button', lang: l,
    'aria-pressed': String(l === L), 'aria-label': T.words[l].name, text: l.toUpperCase(), click: () => { L = l; render('lang', l); }})));
}

function render(focus, about) {
  const P = here(), w = W(), only = sole(P);
  if (only && !(pick && pick.trail.length)) pick = only;
  const cards = hand(P), more = only ? [] : others(P);
  document.documentElement.lang = L;
  document.title = T.title[L] + ' · ' + T.where[L];
  app.textContent = '';
  const asked = T.asked[L] ? el('p', {'class': 'asked'}, [T.askedCard ? face(T.askedCard) : null, el('span', {text: T.asked[L]})]) : null;
  app.append(el('header', {'class': 'panel'}, [
    el('div', {'class': 'top'}, [el('p', {'class': 'strap'}, [el('b', {text: T.title[L]}), ' · ', ...whole(small(T.where[L]))]), languages()]),
    el('h1', {text: T.headline[L].replace(/ (?=\d)/g, '\u00a0')}), asked, ...T.lead[L].map(text => el('p', {text}))]));
  app.append(section('h-t', w.table, table(P)));
  const choose = pick ? panel(pick !== only) : null;
  if (T.me) app.append(section('h-h', w.hand, [
    cards.length ? el('div', {'class': 'hand', id: 'hand', role: 'group', 'aria-labelledby': 'h-h'}, cards) : el('p', {'class': 'mut', text: w.empty}),
    choose, more.length ? el('div', {'class': 'other', role: 'group', 'aria-label': w.other}, more) : null,
    el('div', {'class': 'hint'}, [el('p', {'class': 'why', id: 'why', role: 'status'}), P.moves.length ? el('p', {'class': 'mut keys gapped', text: w.keys}) : null])]));
  if (T.since[L].length) app.append(section('h-s', w.since, [el('ul', {'class': 'since'}, T.since[L].map(text => el('li', {text})))]));
  if (T.extra) app.append(el('section', {'class': 'panel'}, T.extra()));
  const bar = (T.dock || dock)(P);
  app.append(bar);
  document.documentElement.style.setProperty('--bar', bar.offsetHeight + 'px');   // what is scrolled to stays above it
  place_focus(P, focus, about);
  return P;
}

function place_focus(P, focus, about) {
  const find = text => document.querySelector(text);
  let e = null;
  if (focus === 'choice') e = find('#choice button');
  else if (focus === 'card') e = about ? find(`[data-card="${CSS.escape(about)}"]`) : find('.other button') || find('#choice button');
  else if (focus === 'lang') e = find(`.langs [lang="${about}"]`);
  else if (focus === 'next') e = chain.length && P.state < 0 ? find('#send') || find('#copy')
    : find('.card:not([aria-disabled])') || find('#choice button') || find('.other button') || find('#send');
  if (e) e.focus({preventScroll: focus !== 'choice'});
}

function copy() {
  const text = T.signs ? command() : line(), said = T.signs ? W().signed_copied : W().copied;
  const done = () => { const e = document.getElementById('status'); e.textContent = said; e.classList.remove('more'); tell(said); };
  const old = () => {                  // where the clipboard is not to be had
    const area = el('textarea', {'class': 'clipboard', 'aria-hidden': 'true'});
    area.value = text;
    document.body.append(area);
    area.select();
    if (document.execCommand('copy')) done();
    area.remove();
  };
  if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(text).then(done, old);
  else old();
}

function listen() {
  const idle = e => e.target.closest ? e.target.closest('.card') : null;
  app.addEventListener('focusin', e => { const b = idle(e); if (b) say(b.getAttribute('aria-disabled') === 'true' && here().state >= 0 ? why(b.dataset.card) : ''); });
  app.addEventListener('mouseover', e => { const b = idle(e); if (b && b.getAttribute('aria-disabled') === 'true' && here().state >= 0) say(why(b.dataset.card)); });
  document.addEventListener('keydown', key);
}

function key(e) {
  if (!T || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
  const k = e.key;
  if (k === 'Escape' && pick) { back(); e.preventDefault(); }
  else if (k === 'Backspace' && chain.length) { undo(); e.preventDefault(); }
  else if (/^[1-9]$/.test(k)) {
    const b = document.querySelectorAll(pick ? '#choice .opts button:not(.back)' : '#hand .card, .other button')[k - 1];
    if (b) { b.focus(); b.click(); e.preventDefault(); }
  } else if (/^Arrow/.test(k)) {
    const group = e.target.closest && e.target.closest('#hand,.opts,.other,.langs');
    if (!group) return;
    const all = [...group.querySelectorAll('button')], next = all[all.indexOf(e.target) + (/Right|Down/.test(k) ? 1 : -1)];
    if (next) { next.focus(); e.preventDefault(); }
  }
}

function start(data) {
  T = data;
  L = T.lang;
  chain = [];
  pick = null;
  render();
}
