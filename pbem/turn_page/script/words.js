// What things are called, and small pieces of the page.  T is the page's data, L the language shown.
let T = null, L = 'es';
const PLAYER = 'player', CARD = 'card', NUMBER = 'number', VALUE = 'value';

function el(tag, about, inside) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(about || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'click') e.addEventListener('click', value);
    else if (name === 'text') e.append(...whole(String(value)));
    else if (name === 'paint') paint(e, value);
    else e.setAttribute(name, value);
  }
  for (const one of inside || []) if (one) e.append(one);
  return e;
}

function whole(text) {                 // a text in which no code or name of a game is broken at its hyphen
  return text.split(/(\S*-\S*)/).map((part, i) => i % 2 && part.length < 20 ? el('span', {'class': 'nb'}, [part]) : part);
}

function soft(text) {                  // a text whose longest words may be broken, in a column that must not grow
  const parts = text.replace(/([!-~\p{L}]{9})(?=[!-~\p{L}])/gu, '$1\u200b').split('\u200b');
  return parts.flatMap((part, i) => i ? [el('wbr'), part] : [part]);
}

function paint(e, number) {           // by script, since the page's policy allows no style attributes
  const p = number === undefined ? null : T.paints[number];
  if (!p) return;
  e.style.setProperty('--pg', p.g);
  e.style.setProperty('--pi', p.i);
}

function svg(tag, about, inside) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(about)) e.setAttribute(name, value);
  for (const one of inside || []) e.append(one);
  return e;
}

function drawn(id, name, view) {
  return svg('svg', {'class': name, viewBox: view, 'aria-hidden': 'true', focusable: 'false'}, [svg('use', {href: '#' + id})]);
}

function symbol(number) {
  const p = number === undefined ? null : T.paints[number];
  return p && p.s ? drawn(p.s, 'sh', '0 0 240 240') : null;
}

function fill(text, slots) { return text.replace(/\{(\w+)\}/g, (all, name) => name in slots ? slots[name] : all); }
function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }
function small(text) { return text.charAt(0).toLowerCase() + text.slice(1); }
function W() { return T.words[L]; }

// A card is its code and how it lies: R3~ (face down), NUM=R3 (standing for another), G4+COL.
function isDown(c) { return c.endsWith('~'); }
function bare(c) { return c.replace(/~+$/, '').split(/[=+]/)[0]; }
function standing(c) { return c.replace(/~+$/, '').split('=')[1] || ''; }
function lying(c) { return c.replace(/~+$/, '').split('=')[0].split('+'); }
function printed(c) { return T.cards[standing(c)] || T.cards[bare(c)] || {}; }
function code(c) {
  return c.replace(/~+$/, '').split(/([+=,])/).map(one => T.cards[one] ? T.cards[one][L][0] : one).join('');
}
function title(c) { const card = printed(c)[L]; return card ? card[1] : code(c); }
function spoken(c) { return code(c) + (isDown(c) ? ' ' + W().down : ''); }

function kind(v) {
  if (v in T.names) return PLAYER;
  if (v in T.values) return VALUE;
  return /^-?\d+$/.test(v) ? NUMBER : CARD;
}
function value(v) {
  v = String(v);
  return v in T.names ? T.names[v] : v in T.values ? T.values[v][L] : code(v);
}

function chip(c, fresh, count) {         // a card, or several that are alike
  const card = printed(c);
  return el('span', {'class': 'chip' + (isDown(c) ? ' down' : '') + (fresh ? ' new' : ''), paint: card.p},
    [symbol(card.p), el('span', {text: code(c)}), count > 1 ? '×' + count : null, isDown(c) ? el('span', {'class': 'sr', text: ' ' + W().down}) : null]);
}

function face(c) {
  const known = T.faces[bare(c)];
  if (known && known[L]) return drawn(known[L], 'face', '0 0 ' + T.faces[''].join(' '));
  return plainFace(T.cards[bare(c)] || {}, code(bare(c)), title(bare(c)));
}

function plainFace(card, short, long) {
  const p = T.paints[card.p] || {d: '#2A2F3A', t: '#F1EFEA', s: ''};
  const font = {'font-family': 'Segoe UI,Roboto,Helvetica,Arial,sans-serif', 'font-weight': 'bold', fill: p.d};
  const text = (about, words) => { const t = svg('text', {...font, ...about}); t.textContent = words; return t; };
  const middle = card.n || short;
  const parts = [svg('rect', {x: 4, y: 4, width: 64, height: 92, rx: 6, fill: p.t}),
    text({x: 9, y: 20, 'font-size': short.length > 5 ? 9 : short.length > 4 ? 10 : 12}, short),
    text({x: 36, y: 66, 'text-anchor': 'middle', 'font-size': /^\d?.$/.test(middle) ? 42 : middle.length < 3 ? 32 : middle.length < 5 ? 22 : 13}, middle)];
  if (!card.n && long !== short) parts.push(text({x: 36, y: 88, 'text-anchor': 'middle', 'font-size': 8,
    ...(long.length > 12 ? {textLength: 58, lengthAdjust: 'spacingAndGlyphs'} : {})}, long.slice(0, 24)));
  if (p.s) {
    const corner = [50, 8, 15], foot = [29, 75, 15];
    for (const [x, y, size] of !card.n ? [corner] : short.length > 5 ? [foot] : [corner, foot]) {
      parts.push(svg('svg', {x, y, width: size, height: size, viewBox: '0 0 240 240', color: p.d}, [svg('use', {href: '#' + p.s})]));
    }
  }
  return svg('svg', {'class': 'face', viewBox: '0 0 72 100', 'aria-hidden': 'true', focusable: 'false'}, parts);
}
