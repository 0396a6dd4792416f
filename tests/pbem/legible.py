"""What a browser shows that cannot be read: texts whose contrast is below WCAG's 4.5.

`UNREADABLE` is a function of JavaScript: a document -> a list of `[text, contrast, ink, ground]`.
"""

from __future__ import annotations

UNREADABLE = """
(page => {
  const view = page.defaultView, numbers = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const part = v => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const ground = e => {
    for (; e; e = e.parentElement) {
      const [r, g, b, a = 1] = numbers(view.getComputedStyle(e).backgroundColor);
      if (a === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const walk = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement, range = page.createRange();
    range.selectNode(node);
    if (!node.data.trim() || !range.getClientRects().length || e.closest('svg,.sr')) continue;
    const ink = view.getComputedStyle(e).color, below = ground(e);
    const two = [light(numbers(ink)), light(below)].sort((a, b) => a - b);
    const contrast = (two[1] + 0.05) / (two[0] + 0.05);
    if (contrast < 4.495) found.push([node.data.trim(), contrast.toFixed(2), ink, below.join()]);
  }
  return found;
})
"""
