// The table: piles, rows of cards, the players.  P is the position shown: zones, counters, what is new.
function cardsIn(P, zone) { const found = P.zones[zone]; return Array.isArray(found) ? found : []; }
function sizeOf(P, zone) { const found = P.zones[zone]; return Array.isArray(found) ? found.length : found || 0; }
function isOpen(P, zone) { return Array.isArray(P.zones[zone]); }

function table(P) {
  const S = T.shape, parts = [...piles(P, S)];
  for (const lane of S.lanes) parts.push(...lanes(P, lane, '', null));
  for (const lane of S.own) parts.push(...lanes(P, lane, '.' + T.me, lane.your[L]));
  parts.push(seats(P, S));
  return parts;
}

function piles(P, S) {
  const shown = S.piles.find(zone => cardsIn(P, zone).length && (S.anyPile || S.stacks.includes(zone)));
  const line = counted(P, S, shown);
  if (!shown) return line ? [el('p', {'class': 'mut', text: line})] : [];
  const card = cardsIn(P, shown)[0], name = title(card);
  return [el('div', {'class': 'pile'}, [face(card), el('div', {}, [
    el('p', {}, [el('b', {text: S.top[shown][L] + ': ' + code(card)})]),
    el('p', {'class': 'mut', text: (name === code(card) ? '' : capital(name) + '. ') + line})])])];
}

function counted(P, S, without) {
  const parts = [];
  for (const zone of S.piles) {
    const size = sizeOf(P, zone);
    if (zone in P.zones && (size || !isOpen(P, zone)) && (zone !== without || size > 1)) parts.push(S.titles[zone][L] + '\u00a0' + size);
  }
  for (const name of S.counters) if (name in P.counters) parts.push(S.titles[name][L] + '\u00a0' + value(P.counters[name]));
  const direction = P.counters.direction;
  if (direction && Object.keys(T.names).length > 2 && W()[direction]) parts.push(W()[direction]);
  return capital(parts.join('\u00a0· '));
}

function lanes(P, lane, tail, heading) {
  const rows = lane.rows.filter(row => lane.z + '.' + row.w + tail in P.zones);
  if (!rows.length) return [];
  const most = Math.max(6, ...rows.map(row => row.at ? row.at.length : cardsIn(P, lane.z + '.' + row.w + tail).length));
  const wide = rows.some(row => row[L][1].length > 2);
  const made = rows.map(row => {
    const zone = lane.z + '.' + row.w + tail, cards = cardsIn(P, zone);
    const places = row.at ? row.at.map(at => place(P, zone, cards, row, lane.by, at))
      : cards.map((card, at) => cell(P, zone, at, card, row.p));
    const list = cards.length ? cards.map(spoken).join(', ') : W().nothing;
    const line = el('div', {'class': 'lad', role: 'img', 'aria-label': row[L][0] + ': ' + list}, [
      el('span', {'class': 'lb'}, [symbol(row.p), el('span', {text: row[L][1]})]), ...places]);
    line.style.setProperty('--n', most);
    return line;
  });
  return [heading ? el('p', {}, [el('b', {text: heading})]) : null, el('div', {'class': 'lads' + (wide ? ' wide' : '')}, made)];
}

function place(P, zone, cards, row, by, at) {   // what lies at a value of a row, or the gap there
  const index = cards.findIndex(card => (printed(card).v || {})[by] === at);
  if (index >= 0) return cell(P, zone, index, cards[index], row.p, String(at));
  const wanted = P.framed.some(c => { const card = T.cards[c] || {}; return (card.v || {})[by] === at && (row.p === undefined || (card.k || []).includes(row.w)); });
  return el('span', {'class': 'pl free' + (wanted ? ' next' : ''), paint: row.p, text: String(at)});
}

function cell(P, zone, index, card, paintNumber, text) {   // with its own symbol, unless its row has one
  const shown = printed(card), lies = lying(card);
  const under = standing(card) || lies.length > 1 ? code(lies[lies.length - 1]) : '';
  const names = 'pl' + (isDown(card) ? ' down' : '') + (P.framed.includes(card) ? ' hit' : '') + (P.fresh.has(zone + ' ' + index) ? ' new' : '');
  return el('span', {'class': names, paint: paintNumber === undefined ? shown.p : paintNumber},
    [text || shown.n || code(card), under ? el('small', {text: under}) : null, paintNumber === undefined ? symbol(shown.p) : null]);
}

function seats(P, S) {
  const any = column => [...Object.keys(P.zones), ...Object.keys(P.counters)].some(name => name.startsWith(column.n + '.'));
  const columns = S.columns.filter(any);
  const head = el('tr', {}, [el('th', {scope: 'col', text: W().player}),
    ...columns.map(c => el('th', {scope: 'col', 'class': numeric(c) ? 'n' : null, text: capital(S.titles[c.n][L])}))]);
  const rows = [];
  for (const player of Object.keys(T.names)) {
    const turn = P.counters.turn === player, mine = player === T.me;
    const you = capital(W().you) === T.names[player] ? '' : W().you;   // in practice that is the name itself
    const state = mine ? (T.states.length ? W().your_turn : you) : turn ? W().its_turn : '';
    rows.push(el('tr', {'class': turn ? 'now' : null}, [
      el('td', {}, [el('b', {}, soft((turn ? '▶\u00a0' : '') + T.names[player])), state ? el('div', {'class': 'mut nb', text: state}) : null]),
      ...columns.map(c => el('td', {'class': numeric(c) ? 'n' : null}, column(P, c, player)))]));
    const below = [...rowCards(P, S, player), ...S.notes.flatMap(n => note(P, n, player))];
    if (below.length) rows.push(el('tr', {'class': 'sub' + (turn ? ' now' : '')}, [el('td', {colspan: columns.length + 1}, below)]));
  }
  return el('table', {}, [el('thead', {'class': columns.length ? null : 'sr'}, [head]), el('tbody', {}, rows)]);
}

function numeric(c) { return !c.lane && !(c.zone && c.open) && !c.goal; }

function rowCards(P, S, player) {
  return S.rows.filter(zone => cardsIn(P, zone + '.' + player).length).map(zone => {
    const name = zone + '.' + player, cards = cardsIn(P, name);
    return el('div', {'class': 'line-up', role: 'img', 'aria-label': S.titles[zone][L] + ': ' + cards.map(spoken).join(', ')},
      cards.map((card, at) => cell(P, name, at, card)));
  });
}

function column(P, c, player) {
  const zone = c.n + '.' + player;
  if (c.lane) {
    const lasts = c.lane.map(w => cardsIn(P, c.n + '.' + w + '.' + player)).filter(cards => cards.length);
    return lasts.length ? lasts.map(cards => { const last = cards[cards.length - 1]; return chip(standing(last) || last); }) : ['–'];
  }
  if (c.zone) {
    const cards = cardsIn(P, zone), size = sizeOf(P, zone);
    if (!isOpen(P, zone) || !c.open || cards.length > 24) return goal(c, size);
    const chips = cards.map((card, at) => chip(card, P.fresh.has(zone + ' ' + at)));
    return c.goal ? [...goal(c, size), ' ', ...chips] : chips.length ? chips : goal(c, size);
  }
  const number = P.counters[zone];
  if (typeof number === 'number') return goal(c, number);
  return [number === undefined ? '–' : value(number)];
}

function goal(c, number) {
  if (!c.goal) return [el('b', {text: String(number)})];
  const told = fill(W().of, {count: number, goal: c.goal});
  const full = Math.max(0, Math.min(number, c.goal));
  return [c.goal <= 10 ? el('span', {'class': 'dots', 'aria-hidden': 'true', text: '●'.repeat(full) + '○'.repeat(c.goal - full)}) : null, ' ', el('span', {'class': 'nb', text: told})];
}

function note(P, c, player) {
  const zone = c.n + '.' + player, name = T.shape.titles[c.n][L];
  if (c.zone) {
    const cards = cardsIn(P, zone), size = sizeOf(P, zone);
    if (!cards.length || cards.length > 24) return size ? [el('div', {'class': 'notes', text: name + ': ' + size})] : [];
    const fresh = cards.filter((card, at) => P.fresh.has(zone + ' ' + at));
    const chips = c.set ? [...new Set(cards)].map(card => chip(card, fresh.includes(card), cards.filter(one => one === card).length))
      : cards.map((card, at) => chip(card, P.fresh.has(zone + ' ' + at)));
    return [el('div', {'class': 'notes'}, [name + ': ', ...chips])];
  }
  const number = P.counters[zone];
  return number ? [el('div', {'class': 'notes', text: name + ': ' + value(number)})] : [];
}
