"""A rulebook as Markdown: the same words and tables, pictures as their alternative texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from deckgen.rulebook import content as c
from deckgen.rulebook.content import BookContent, Content
from deckgen.rulebook.inline import Inline, Rich, Span, anchor, words_of
from deckgen.rulebook.shelf import Shelf
from deckgen.rulebook.wording import say as phrase

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")


def markdown(content: BookContent, shelf: Shelf) -> bytes:
    """The whole book."""
    writer = _Writer(content.language, shelf)
    parts = [f"# {_plain(content.title)}", writer.rich(content.aim)]
    parts.append(f"{content.players} · {content.cards}")
    for chapter in content.chapters:
        number = f"{chapter.number} · " if chapter.number else ""
        parts.append(f'<a id="{anchor(f"chapter:{chapter.id}")}"></a>')
        parts.append(f"## {number}{writer.rich(chapter.title)}")
        parts.append(writer.rich(chapter.subtitle))
        parts += writer.blocks(chapter.blocks)
    return ("\n\n".join(part for part in parts if part) + "\n").encode()


def _plain(text: str) -> str:
    """Words that mean nothing to Markdown."""
    return _SPECIAL.sub(r"\\\1", text).replace("\u00a0", " ")


class _Writer:
    def __init__(self, language: str, shelf: Shelf) -> None:
        self.language, self.shelf = language, shelf

    def blocks(self, blocks: Sequence[Content]) -> Iterator[str]:
        for block in blocks:
            yield from _WRITERS[type(block)](self, block)

    # --- texts -----------------------------------------------------------------------------------

    def rich(self, text: Rich) -> str:
        return "".join(map(self._inline, text)).strip()

    def _inline(self, one: Inline) -> str:
        if not isinstance(one, Span):
            return _plain(one.alt)
        text = _plain(one.text)
        inner = text.strip()
        if not inner:
            return text
        before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        if one.bold:
            inner = f"**{inner}**"
        elif one.italic:
            inner = f"*{inner}*"
        if one.link:
            inner = f"[{inner}](#{anchor(one.link)})"
        return f"{before}{inner}{after}"

    def name(self, code: str) -> str:
        return self.shelf.names.get(code, code)

    # --- blocks ----------------------------------------------------------------------------------

    def paragraph(self, block: c.Paragraph) -> Iterator[str]:
        yield self.rich(block.text)

    def heading(self, block: c.Heading) -> Iterator[str]:
        yield f"### {self.rich(block.text)}"

    def page(self, block: c.PageBreak) -> Iterator[str]:
        yield f"### {self.rich(block.title)}" if block.title else ""
        yield self.rich(block.subtitle)

    def bullets(self, block: c.Bullets) -> Iterator[str]:
        yield "\n".join(f"- {self.rich(item)}" for item in block.items)

    def steps(self, block: c.Steps | c.Hints) -> Iterator[str]:
        start = block.start if isinstance(block, c.Steps) else 1
        yield "\n".join(f"{n}. {self.rich(item)}" for n, item in enumerate(block.items, start))

    def note(self, block: c.Note | c.Gold) -> Iterator[str]:
        yield f"> {self.rich(block.text)}"

    def box(self, block: c.Box) -> Iterator[str]:
        yield f"### {self.rich(block.title)}" if block.title else ""
        yield self.rich(block.text)

    def items(self, block: c.Facts | c.Cases) -> Iterator[str]:
        for item in block.items:
            yield f"**{words_of(item.title)}** {self.rich(item.text)}"

    def turn(self, block: c.Turn) -> Iterator[str]:
        yield "\n".join(
            f"{n}. **{words_of(item.title)}.** {self.rich(item.text)}"
            for n, item in enumerate(block.items, 1)
        )

    def table(self, block: c.Table) -> Iterator[str]:
        width = len(block.rows[0])
        head = block.head or ((),) * width
        lines = [self._row(head), "|" + " --- |" * width]
        lines += [self._row(row) for row in block.rows]
        yield "\n".join(lines)
        yield self.rich(block.caption)

    def _row(self, cells: Sequence[Rich]) -> str:
        return "| " + " | ".join(self.rich(cell) for cell in cells) + " |"

    def columns(self, block: c.Columns) -> Iterator[str]:
        for column in block.columns:
            yield from self.blocks(column)

    def inside(self, block: c.Group | c.Coloured) -> Iterator[str]:
        yield from self.blocks(block.blocks)

    def cards(self, block: c.Fan | c.CardRow) -> Iterator[str]:
        yield f"*{', '.join(_plain(self.name(code)) for code in block.cards)}*"
        if isinstance(block, c.CardRow):
            yield self.rich(block.caption)

    def panel(self, block: c.Panel) -> Iterator[str]:
        lines = []
        for line in block.lines:
            name = _plain(self.name(line.card)) if line.card else ""
            lines.append(f"- {name}: **{words_of(line.figure)}**, {self.rich(line.text)}")
        head = f"{_plain(self.name(block.card))}:\n\n" if block.card else ""
        yield head + "\n".join(lines)

    def picture(self, block: c.ArtPicture | c.Seats) -> Iterator[str]:
        yield f"*{_plain(block.alt)}*"

    def choices(self, block: c.Choices) -> Iterator[str]:
        lines = [
            f"- {_plain(self.name(code))}: {phrase(self.language, 'legal' if legal else 'illegal')}"
            for code, legal in block.cards
        ]
        yield f"{_plain(self.name(block.top))}:\n\n" + "\n".join(lines)
        yield self.rich(block.caption)

    def example(self, block: c.Example) -> Iterator[str]:
        yield f"### {self.rich(block.title)}"
        yield f"*{_plain(block.alt)}*"
        yield self.rich(block.caption)

    def contents(self, block: c.Contents) -> Iterator[str]:
        yield f"### {phrase(self.language, 'contents')}"
        yield "\n".join(
            f"- [{number + ' · ' if number else ''}{self.rich(title)}](#{anchor(target)})"
            for number, title, target in block.entries
        )

    def legend(self, block: c.Legend) -> Iterator[str]:
        yield ", ".join(f"**{word.letter}** {_plain(word.name)}" for word in block.words)

    def card_table(self, block: c.CardTable) -> Iterator[str]:
        keys = ("card", "code", "count")
        head = [phrase(self.language, key) for key in keys]
        lines = [f"| {' | '.join(head)} | |", "| --- | --- | ---: | --- |"]
        for line in block.lines:
            name = f"[{_plain(line.title)}](#{anchor(line.target)})" if line.target else line.title
            if line.anchor:
                name = f'<a id="{anchor(line.anchor)}"></a>{name}'
            lines.append(f"| {name} | {line.code} | {line.count} | {self.rich(line.text)} |")
        lines.append(f"| **{phrase(self.language, 'total')}** | | **{block.total}** | |")
        yield "\n".join(lines)

    def parts(self, block: c.Parts) -> Iterator[str]:
        yield "\n".join(
            f"- {_plain(part.title)} ×{part.count}. {self.rich(part.text)}" for part in block.items
        )

    def entries(self, block: c.Entries) -> Iterator[str]:
        for entry in block.items:
            chip = f" ({_plain(entry.chip)})" if entry.chip else ""
            yield f'<a id="{anchor(f"entry:{entry.kind}")}"></a>'
            yield f"### {_plain(entry.title)}{chip}"
            yield self.rich(entry.text)
            if entry.example:
                yield f"> **{phrase(self.language, 'example')}** {self.rich(entry.example)}"
            if entry.figure is not None:
                yield from self.example(entry.figure)

    def credits(self, block: c.Credits) -> Iterator[str]:
        yield self.rich(block.terms)
        yield from map(_plain, block.lines)


_WRITERS: dict[type, Callable[[_Writer, Any], Iterator[str]]] = {
    c.Paragraph: _Writer.paragraph,
    c.Heading: _Writer.heading,
    c.PageBreak: _Writer.page,
    c.Bullets: _Writer.bullets,
    c.Steps: _Writer.steps,
    c.Hints: _Writer.steps,
    c.Note: _Writer.note,
    c.Gold: _Writer.note,
    c.Box: _Writer.box,
    c.Facts: _Writer.items,
    c.Cases: _Writer.items,
    c.Turn: _Writer.turn,
    c.Table: _Writer.table,
    c.Columns: _Writer.columns,
    c.Group: _Writer.inside,
    c.Coloured: _Writer.inside,
    c.Fan: _Writer.cards,
    c.CardRow: _Writer.cards,
    c.Panel: _Writer.panel,
    c.ArtPicture: _Writer.picture,
    c.Seats: _Writer.picture,
    c.Choices: _Writer.choices,
    c.Example: _Writer.example,
    c.Contents: _Writer.contents,
    c.Legend: _Writer.legend,
    c.CardTable: _Writer.card_table,
    c.Parts: _Writer.parts,
    c.Entries: _Writer.entries,
    c.Credits: _Writer.credits,
}
