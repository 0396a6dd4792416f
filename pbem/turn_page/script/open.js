// Opening a signed view (.jws), or the whole mail it came with (.eml), in the browser: nothing leaves the page.
const BOOK = JSON.parse(document.getElementById('turn').textContent);
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MOST = 5e6;                      // characters of a file: a mail with all its pictures has a tenth
let opened = null;                     // {view, kid, to}

function unpacked(text) {              // base64 or base64url as the text that it stands for
  const bytes = [];
  let bits = 0, held = 0;
  for (const sign of text.replace(/\+/g, '-').replace(/\//g, '_').replace(/[=\s]/g, '')) {
    const six = DIGITS.indexOf(sign);
    if (six < 0) throw new Error('not base64');
    held = held << 6 | six;
    bits += 6;
    if (bits >= 8) { bits -= 8; bytes.push(held >> bits & 255); }
  }
  return new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array(bytes));
}

function unsigned(text) {              // the payload and the key's thumbprint of a flattened JWS
  const file = JSON.parse(text), head = JSON.parse(unpacked(file.protected)), view = JSON.parse(unpacked(file.payload));
  if (head.typ !== 'pbem-view' || view.kind !== 'view' || view.v !== 1 || !view.public || !view.own) throw new Error('no view');
  return {view, kid: String(head.kid)};
}

function unmailed(text) {              // the view in a mail, and where an answer to it goes
  const end = text.search(/\r?\n\r?\n/), head = text.slice(0, Math.min(end, 20000)).replace(/\r?\n[ \t]+/g, ' ');
  const lines = head.split(/\r?\n/).map(line => line.slice(0, 500));   // long lines would cost the square of their length
  const reply = /[^\s<>,]+@[^\s<>,]+/.exec((lines.find(line => /^reply-to:/i.test(line)) || '').slice(9));
  const token = lines.map(line => /\b[a-z][a-z0-9]*-[0-9a-z]{4,8}\.\d+\.[0-9a-z]{16}/i.exec(line)).find(found => found);
  return {...unsigned(attached(text)), to: reply && token ? reply[0] : '', token: token ? token[0] : ''};
}

function attached(text) {              // the first JOSE file of a mail
  const type = /content-type: {0,9}application\/jose\+json/gi, blank = /\r?\n\r?\n/g, body = /[A-Za-z0-9+\/=\s]+/y;
  if (!type.test(text)) throw new Error('no view');
  blank.lastIndex = type.lastIndex;
  if (!blank.test(text)) throw new Error('no view');
  body.lastIndex = blank.lastIndex;
  return unpacked((body.exec(text) || [''])[0]);
}

function read(text) {
  if (text.length > MOST) throw new Error('too large');
  return /^\s*\{/.test(text) ? {to: '', token: '', ...unsigned(text)} : unmailed(text);
}

function gameOf(view) {                // by the name in the game's id, else by its cards
  const name = view.game.split('-')[0];
  const short = g => g.id.replace(/[^a-z0-9]/g, '').slice(0, 11);   // as ids of games shorten it
  const named = BOOK.games.find(g => short(g) === name);
  if (named) return named;
  const seen = Object.values({...view.public.zones, ...view.own.zones}).filter(Array.isArray).flat().map(bare);
  return BOOK.games.find(g => seen.length && seen.every(c => c in g.cards));
}

function shapeOf(game, view) {         // the variant's that names most of the view's zones and counters
  const names = new Set([...Object.keys(view.public.zones), ...Object.keys(view.public.counters)].map(name => name.split('.')[0]));
  const fits = shape => Object.keys(shape.titles).filter(name => names.has(name)).length;
  return game.shapes.reduce((best, one) => fits(one) > fits(best) ? one : best);
}

function playersOf(shape, view) {
  const things = [...shape.hand, ...shape.rows, ...shape.columns.map(c => c.n), ...shape.notes.map(c => c.n)];
  const names = [...Object.keys(view.public.zones), ...Object.keys(view.public.counters)];
  const found = names.filter(name => things.includes(name.split('.')[0]) && name.includes('.')).map(name => name.split('.').pop());
  return [...new Set(view.player ? [...found, view.player] : found)].sort();
}

function plain(text) { return text.normalize('NFD').replace(/[^\x00-\x7f]/g, ''); }

function moveOf(text, game, names) {   // a canonical move taken apart, with its words in each language
  const [verb, ...rest] = text.split(' '), cards = [], args = {};
  for (const token of rest) {
    const pair = /^([a-z][a-z0-9_]*)=(.+)$/.exec(token);
    if (pair) args[pair[1]] = pair[2]; else cards.push(token);
  }
  const move = {id: text, verb, args, say: {}, label: {}, uses: cards.flatMap(c => c.split(',')).map(bare)};
  if (cards.length) move.card = bare(cards[0]);
  const kept = L;
  for (const lang of game.langs) {
    L = lang;
    const told = v => v in game.values ? game.values[v].say[lang].replace(/ /g, '_') : v in names ? v : code(v);
    const shown = v => v in game.values ? game.values[v][lang] : v in names ? names[v] : code(v);
    const key = k => game.keys[k] ? game.keys[k][lang] : k;
    const name = game.verbs[verb] ? game.verbs[verb][lang] : verb;
    const pairs = Object.entries(args);
    move.say[lang] = plain([name, ...cards.map(code), ...pairs.map(([k, v]) => key(k) + ' ' + told(v))].join(' '));
    move.label[lang] = capital([name, ...cards.map(code), ...pairs.map(([k, v]) => key(k) + ' ' + shown(v))].join(' '));
  }
  L = kept;
  return move;
}

function each(game, make) {            // a text in every language of a game
  const found = {};
  for (const lang of game.langs) found[lang] = make(BOOK.words[lang], lang);
  return found;
}

function dataOf({view, kid, to, token}, game, wanted) {
  const shape = shapeOf(game, view), names = {}, moves = view.own.moves || [], number = view.ask;
  for (const player of playersOf(shape, view)) names[player] = capital(player);
  const zones = {...view.public.zones, ...view.own.zones}, place = each(game, w => fill(number ? w.place : w.place_game, {game: view.game, number}));
  T = {...game, words: BOOK.words, names, lang: game.langs.includes(wanted) ? wanted : game.langs[0]};
  L = T.lang;
  return Object.assign(T, {me: view.player, to, shape, zones, counters: view.public.counters, faces: {}, framed: {}, askedCard: '',
    subject: each(game, (w, lang) => plain(`Re: [${view.game}] ${place[lang].split(', ').pop().replace(/^./, c => c.toUpperCase())} (${token})`)),
    note: each(game, (w, lang) => plain(fill(w.note, {game: game.title[lang], number}))), where: place,
    headline: each(game, w => moves.length ? fill(w.headline, {name: names[view.player] || view.player}) : w.open_quiet),
    lead: each(game, (w, lang) => view.own.deadline ? [until(w, lang, view.own.deadline)] : []), asked: each(game, () => ''), since: each(game, () => []),
    why: each(game, w => ({'': w.no + '.'})), hand: shape.hand.map(zone => zone + '.' + view.player).filter(name => Array.isArray(zones[name])),
    moves: moves.map(text => moveOf(text, game, names)), states: moves.length ? [moves.flatMap((_, m) => [m, -2])] : [[]],
    verbs: Object.fromEntries(Object.entries(game.verbs).map(([verb, said]) => [verb, each(game, (w, lang) => capital(said[lang]))])),
    wordy: true, status: toDo, dock: moves.length ? null : () => el('div'), extra: () => about(kid, view, game)});
}

function until(w, lang, deadline) {     // by this machine's clock
  const date = new Date(deadline * 1000), kind = lang === 'en' ? 'en-GB' : lang;
  const day = date.toLocaleDateString(kind, {weekday: 'long', day: 'numeric', month: 'long'}).replace(',', '');
  return fill(w.until, {day, time: date.toLocaleTimeString(kind, {hour: '2-digit', minute: '2-digit'})});
}

function toDo() {                      // a view does not say whether only signed moves count in its seat
  const w = W();
  return !chain.length ? w.none : (!T.to ? w.open_copy : link().length > LONGEST ? w.long : w.open_send) + ' ' + w.open_signed;
}

function about(kid, view, game) {      // below the heading: whose signature it says, another file, another game
  const w = W();
  const choose = el('select', {'aria-label': w.open_game}, BOOK.games.map(g => el('option', {value: g.id, selected: g === game ? '' : null, text: g.title[L] || Object.values(g.title)[0]})));
  choose.addEventListener('change', () => start(dataOf(opened, BOOK.games.find(g => g.id === choose.value), L)));
  return [el('p', {'class': 'mut', id: 'kid', text: fill(w.open_by, {kid})}),
    el('div', {'class': 'acts'}, [el('button', {type: 'button', id: 'again', text: w.open_again, click: () => greet('')}), choose])];
}

function take(text) {
  try { opened = read(text); }
  catch (error) { return greet(/^\s*\{[\s\S]*"ciphertext"/.test(text) ? W().open_sealed : W().open_bad); }
  const game = gameOf(opened.view);
  if (!game) return greet(fill(W().open_unknown, {game: opened.view.game}));
  start(dataOf(opened, game, L));
  const first = document.querySelector('.card:not([aria-disabled]),.other button');
  if (first) first.focus({preventScroll: true});
}

function greet(problem) {
  T = {words: BOOK.words, langs: Object.keys(BOOK.words), paints: [], cards: {}, states: [], values: {}, names: {}};
  chain = [];
  pick = null;
  document.documentElement.lang = L;
  const w = W(), file = el('input', {type: 'file', id: 'file', 'class': 'sr', accept: '.jws,.eml,.txt'});
  document.title = w.open_title;
  file.addEventListener('change', () => { if (file.files[0]) file.files[0].text().then(take); });
  app.textContent = '';
  const langs = el('div', {'class': 'langs', role: 'group', 'aria-label': w.lang}, T.langs.map(l => el('button', {type: 'button', lang: l,
    'aria-pressed': String(l === L), 'aria-label': BOOK.words[l].name, text: l.toUpperCase(), click: () => { L = l; greet(''); document.querySelector(`.langs [lang="${l}"]`).focus(); }})));
  app.append(el('header', {'class': 'panel'}, [el('div', {'class': 'top'}, [el('p', {'class': 'strap'}, [el('b', {text: w.open_title})]), langs]), el('h1', {text: w.open_head})]),
    el('section', {'class': 'panel'}, [el('div', {'class': 'drop', id: 'drop'}, [el('p', {text: w.open_text}), file, el('label', {'class': 'btn main', 'for': 'file', text: w.open_file})]),
      el('p', {'class': 'why', role: 'alert', id: 'problem', text: problem}), el('p', {'class': 'mut gapped', text: w.open_private})]));
  tell(problem);
}

function dropping() {
  const mark = on => { const e = document.getElementById('drop'); if (e) e.classList.toggle('over', on); };
  document.addEventListener('dragover', e => { e.preventDefault(); mark(true); });
  document.addEventListener('dragleave', () => mark(false));
  document.addEventListener('drop', e => { e.preventDefault(); mark(false); const file = e.dataTransfer.files[0]; if (file) file.text().then(take); });
}

L = BOOK.langs.includes((navigator.language || '').slice(0, 2)) ? navigator.language.slice(0, 2) : BOOK.langs[0];
listen();
dropping();
greet('');
