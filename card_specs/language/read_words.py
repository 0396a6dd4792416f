"""Words and options: the sections of a spec that other sections speak of."""

from __future__ import annotations

from collections.abc import Mapping

from card_specs.language.description import OPTION_RULES
from card_specs.language.model import Option, Value, Word, Words, say
from card_specs.language.nodes import Scalar
from card_specs.language.problems import nearest
from card_specs.language.shapes import Fields, Reading

MOST_VALUES = 100
Named = tuple[Scalar, Fields]


def read_words(section: Mapping[str, object], reading: Reading) -> dict[str, Mapping[str, Word]]:
    """The word lists by name, each in the order written."""
    lists: dict[str, Mapping[str, Word]] = {}
    for name, words in section.items():
        if isinstance(words, dict):
            found = {word: _word(name, key, fields) for word, (key, fields) in words.items()}
        else:
            assert isinstance(words, tuple)
            found = {}
            for word in words:
                if word.text in found:
                    message = f"'{word.text}' occurs twice in the list '{name}'"
                    reading.problems.add(word.mark, message)
                found[word.text] = _bare_word(name, word)
        lists[name] = found
    return lists


def _bare_word(name: str, word: Scalar) -> Word:
    letter = word.text[0].upper()
    return Word(word.text, name, word.mark, letter, {}, {}, "", {}, {})


def _word(name: str, key: Scalar, fields: Fields) -> Word:
    return Word(
        key.text,
        name,
        key.mark,
        fields.text("letter", key.text[0].upper()),
        fields.texts("alias"),
        fields.words("name"),
        fields.text("symbol"),
        {
            paint: text.text.upper()
            for paint, (_, text) in (fields.get("paints", dict) or {}).items()
        },
        fields.map("has"),
        fields.text("gender"),
        fields.get("plural", bool) or False,
    )


def read_options(section: Mapping[str, Named], reading: Reading) -> dict[str, Option]:
    """The table options by name."""
    options = {}
    for name, (key, fields) in section.items():
        option = _option(name, key, fields, reading)
        if option:
            options[name] = option
    return options


def _option(name: str, key: Scalar, fields: Fields, reading: Reading) -> Option | None:
    values, titles = _values(fields, reading)
    least, most = fields.get("min", int), fields.get("max", int)
    sort = fields.text("type")
    if "type" not in fields.node and not _is_bounded(name, key, fields, values, reading):
        return None
    default = fields.values.get("default")
    if default is None or isinstance(default, tuple):
        default = values[0] if values else bool(default) if least is None else least
    assert isinstance(default, int | str)
    option = Option(
        name=name,
        mark=key.mark,
        title=fields.words("title"),
        text=fields.words("text"),
        default=default,
        values=values,
        value_titles=titles,
        least=least,
        most=most,
        sort=sort,
        rules={entry.name: node for entry in OPTION_RULES if (node := fields.node.get(entry.name))},
    )
    if sort != "groups" and not option.allows(default):
        message = f"the default '{say(default)}' of the option '{name}' is not allowed"
        reading.problems.add(fields.mark("default"), message, f"allowed: {option.allowed}")
    return option


def _is_bounded(
    name: str, key: Scalar, fields: Fields, values: tuple[Value, ...], reading: Reading
) -> bool:
    """Whether it is said what the option may be, in one way; else a problem."""
    if values and ("min" in fields.node or "max" in fields.node):
        message = f"the option '{name}' has both values and bounds"
        reading.problems.add(key.mark, message, "keep one of them")
        return False
    written = {key.text for key, _ in fields.node}
    if "values" not in written and not {"min", "max"} <= written:
        hint = "for example values: [3, 4, 5], or min: 3 and max: 5"
        message = f"the option '{name}' has neither values nor bounds"
        reading.problems.add(key.mark, message, hint)
    least, most = fields.get("min", int), fields.get("max", int)
    if least is not None and most is not None and least > most:
        message = f"the option '{name}' has a min above its max"
        reading.problems.add(fields.mark("min"), message)
        return False
    return bool(values) or (least is not None and most is not None)


def _values(fields: Fields, reading: Reading) -> tuple[tuple[Value, ...], Mapping[str, Words]]:
    """The values of an option, all of one type, and their titles."""
    read = fields.values.get("values")
    titles: dict[str, Words] = {}
    values: tuple[Value, ...] = ()
    if isinstance(read, dict):
        titles = {text: words for text, (_, words) in read.items()}
        values = tuple(_typed(text) for text in titles)
    elif isinstance(read, tuple):
        values = read
    if len(values) > MOST_VALUES:
        reading.problems.add(fields.mark("values"), f"an option has more than {MOST_VALUES} values")
        return (), {}
    if len({type(value) for value in values}) > 1:
        shown = ", ".join(map(say, values))
        message = f"the values {shown} are not all of one sort"
        hint = "numbers, words, or true and false"
        reading.problems.add(fields.mark("values"), message, hint)
    for value in {value for value in values if values.count(value) > 1}:
        reading.problems.add(fields.mark("values"), f"the value '{say(value)}' occurs twice")
    return values, titles


def _typed(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def settle(options: Mapping[str, Option], chosen: Mapping[str, object]) -> dict[str, Value]:
    """What each option is set to at a table: the defaults, overruled by what is chosen.

    Raises `ValueError` for an unknown option or a value that is not allowed; its text is for
    people.
    """
    settled: dict[str, Value] = {name: option.default for name, option in options.items()}
    for name, value in chosen.items():
        option = options.get(name)
        if option is None:
            raise ValueError(f"unknown option '{name}' — {nearest(name, options)}")
        if option.sort and not isinstance(value, str):
            settled[name] = bool(value) if option.sort == "groups" else "own"
        elif isinstance(value, int | str) and option.allows(value):
            settled[name] = value
        else:
            said = say(value) if isinstance(value, int | str) else repr(value)
            raise ValueError(f"option '{name}' cannot be '{said}' — allowed: {option.allowed}")
    return settled
