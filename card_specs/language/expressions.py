"""The expression language: text -> syntax, strictly, with the column of whatever does not fit.

One regular expression makes the tokens, one pass of recursive descent reads them; nothing is
tried twice, so time is linear in the text.  Names mean nothing here.  One-line steps are read
with the same `Reader`: each of their words stops the expression before it.
"""

from __future__ import annotations

from card_specs.language.syntax import (
    Apply,
    Binary,
    Bracket,
    Chain,
    Dot,
    Filter,
    IfElse,
    Is,
    Name,
    Num,
    Pick,
    Quoted,
    Span,
    Syntax,
    Unary,
)
from card_specs.language.tokens import RESERVED, STOPS, NotReadableError, Token, tokens_of

MAX_DEPTH = 40
"""How deep brackets, picks and `not` may stand in one another."""

_COMPARING = frozenset(["==", "!=", "<", "<=", ">", ">=", "in", "is"])
_TAKING = frozenset(["top", "bottom", "first", "last"])
_FOLDING = frozenset(["sum", "max", "min", "highest", "lowest"])


def read_expression(string: str) -> Syntax:
    """The whole text as one expression; raises `NotReadableError`."""
    reader = Reader(string)
    found = reader.expression()
    reader.expect_end()
    return found


class Reader:
    """Tokens of one text and the place reached in them."""

    def __init__(self, string: str) -> None:
        self.string = string
        self.tokens = tokens_of(string)
        self.next = 0
        self.depth = 0

    # --- tokens ----------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self.tokens[self.next]

    def peek(self, further: int = 1) -> Token:
        return self.tokens[min(self.next + further, len(self.tokens) - 1)]

    def take(self, text: str) -> bool:
        """Step over a word or sign if it is next."""
        token = self.tokens[self.next]
        if token.text == text and (token.kind == "name" or token.kind == "sign"):
            self.next += 1
            return True
        return False

    def expect(self, text: str, why: str = "") -> None:
        if not self.take(text):
            raise self.wrong(f"'{text}' is missing before {self.found()}", why)

    def expect_end(self) -> None:
        token = self.token
        if token.kind == "end":
            return
        if token.text in _COMPARING:
            hint = "write a < b and b < c"
            raise self.wrong("comparisons do not chain", hint)
        hint = ""
        if token.text == "where":
            hint = "put square brackets round it: [cards where …]"
        elif token.text in (",", ".."):
            hint = "a list stands in square brackets"
        raise self.wrong(f"{self.found()} does not belong here", hint)

    def found(self) -> str:
        token = self.token
        return "the end" if token.kind == "end" else f"'{self.string[token.at : token.end]}'"

    def wrong(self, message: str, hint: str = "") -> NotReadableError:
        return NotReadableError(self.token.at, message, hint)

    def name(self, what: str) -> Name:
        """The next token as a name that is not a reserved word."""
        token = self.token
        if token.kind != "name" and token.kind != "code":
            raise self.wrong(f"{what} is missing before {self.found()}")
        if token.text in RESERVED:
            raise self.wrong(f"{what} is missing before '{token.text}'")
        self.next += 1
        return Name(token.at, token.text)

    # --- expressions, from loose to tight --------------------------------------------------------

    def expression(self) -> Syntax:
        start = self.token.at
        yes = self.chain()
        if not self.take("if"):
            return yes
        condition = self.chain()
        self.expect("else", "write: VALUE if CONDITION else OTHER VALUE")
        self._enter()
        no = self.expression()
        self.depth -= 1
        return IfElse(start, yes, condition, no)

    def chain(self) -> Syntax:
        start = self.token.at
        first = self.negation()
        word = self.token.text
        if self.token.kind != "name" or word not in ("and", "or"):
            return first
        operands = [first]
        while self.take(word):
            operands.append(self.negation())
        if self.token.kind == "name" and self.token.text in ("and", "or"):
            raise self.wrong("'and' and 'or' are mixed", "put parentheses round one of them")
        return Chain(start, word, tuple(operands))

    def negation(self) -> Syntax:
        token = self.token
        if token.kind == "name" and token.text == "not":
            self.next += 1
            self._enter()
            operand = self.negation()
            self.depth -= 1
            return Unary(token.at, "not", operand)
        return self.comparison()

    def comparison(self) -> Syntax:
        left = self.sum()
        token = self.token
        operator = token.text
        negated = operator == "not" and self.peek().text == "in"
        if token.kind == "quoted" or (operator not in _COMPARING and not negated):
            return left
        self.next += 2 if negated else 1
        if operator == "is":
            negated = self.take("not")
            return Is(left.at, left, self.name("the kind or tag"), negated)
        right = self.sum()
        if self.token.text in _COMPARING and self.token.kind != "quoted":
            raise self.wrong("comparisons do not chain", "write a < b and b < c")
        found = Binary(left.at, "in" if negated else operator, left, right, token.at)
        return Unary(left.at, "not", found) if negated else found

    def sum(self) -> Syntax:
        left = self.product()
        while self.token.kind == "sign" and self.token.text in "+-":
            token = self.token
            self.next += 1
            left = Binary(left.at, token.text, left, self.product(), token.at)
        return left

    def product(self) -> Syntax:
        left = self.signed()
        while self.token.kind == "sign" and self.token.text in "*/%":
            token = self.token
            self.next += 1
            left = Binary(left.at, token.text, left, self.signed(), token.at)
        return left

    def signed(self) -> Syntax:
        token = self.token
        if token.kind == "sign" and token.text == "-":
            self.next += 1
            self._enter()
            operand = self.signed()
            self.depth -= 1
            return Unary(token.at, "-", operand)
        return self.operand()

    def operand(self) -> Syntax:
        """The tightest level: what a pick, `by`, a card or a zone of a line is made of."""
        self._enter()
        found = self._atom()
        while self.token.kind == "sign" and self.token.text == ".":
            self.next += 1
            found = self._part(found)
        self.depth -= 1
        return found

    def _part(self, of: Syntax) -> Syntax:
        token = self.token
        if self.take("("):
            part = self.expression()
            self.expect(")")
            return Dot(of.at, of, part, True)
        if token.kind == "number":
            self.next += 1
            return Dot(of.at, of, Num(token.at, int(token.text)), False)
        if token.kind in ("name", "code") and token.text not in STOPS:
            self.next += 1
            return Dot(of.at, of, Name(token.at, token.text), False)
        raise self.wrong(f"a name is missing between '.' and {self.found()}")

    def _atom(self) -> Syntax:
        token = self.token
        if token.kind == "number":
            self.next += 1
            return Num(token.at, int(token.text))
        if token.kind == "quoted":
            self.next += 1
            return Quoted(token.at - 1, token.text)
        if token.kind == "code":
            self.next += 1
            return Name(token.at, token.text)
        if token.kind == "name":
            return self._name_or_pick(token)
        if self.take("("):
            found = self.expression()
            self.expect(")")
            return found
        if token.text == "[":
            return self._bracket()
        raise self.wrong(f"a value is missing before {self.found()}")

    def _name_or_pick(self, token: Token) -> Syntax:
        if token.text in STOPS or token.text == "not":
            hint = "put parentheses round 'not …'" if token.text == "not" else ""
            raise self.wrong(f"a value is missing before '{token.text}'", hint)
        pick = self._pick(token)
        if pick is not None:
            return pick
        self.next += 1
        if self.token.text == "(" and self.token.at == token.end and self.take("("):
            return Apply(token.at, token.text, self.arguments())
        return Name(token.at, token.text)

    def arguments(self) -> tuple[Syntax, ...]:
        """The arguments after an opening parenthesis, and the closing one."""
        if self.take(")"):
            return ()
        found = [self.expression()]
        while self.take(","):
            found.append(self.expression())
        self.expect(")")
        return tuple(found)

    def _bracket(self) -> Syntax:
        start = self.token.at
        self.next += 1
        if self.take("]"):
            return Bracket(start, ())
        bare = self.token.text
        first = self.expression()
        if self.take("where"):
            if isinstance(first, Pick) and bare != "(" and first.of is not None:
                hint = "put parentheses round it, or square brackets inside: top 3 of [… where …]"
                raise NotReadableError(first.at, f"does 'where' belong to '{bare}'?", hint)
            condition = self.expression()
            self.expect("]")
            return Filter(start, first, condition)
        if self.take(".."):
            span = Span(start, first, self.expression())
            if self.take("where"):
                filtered = Filter(start, span, self.expression())
                self.expect("]")
                return filtered
            self.expect("]")
            return span
        items = [first]
        while self.take(","):
            items.append(self.expression())
        self.expect("]")
        return Bracket(start, tuple(items))

    # --- picks -----------------------------------------------------------------------------------

    def _pick(self, token: Token) -> Syntax | None:
        """A pick, if the word and what follows are one; else None and nothing is taken."""
        word = token.text
        after = self.peek()
        if word == "count":
            self.next += 1
            return Pick(token.at, word, None, self.operand(), None, None)
        if word == "every":
            self.next += 1
            name = self.name("what to list every one of")
            of = self.operand() if self.take("of") else None
            return Pick(token.at, word, None, of, None, name)
        if word == "all" and after.text == "but":
            return self._all_but(token)
        if word in _FOLDING and after.text == "of":
            self.next += 2
            of = self.operand()
            by = self.operand() if self.take("by") else None
            return Pick(token.at, word, None, of, by, None)
        if (word in _TAKING or word == "all") and after.text == "of":
            self.next += 2
            return Pick(token.at, word, None, self.operand(), None, None)
        if (word in _TAKING or word in ("item", "choose")) and _begins_value(after, token.end):
            self.next += 1
            number = self.sum()
            self.expect("of", f"write: {word} NUMBER of CARDS")
            return Pick(token.at, word, number, self.operand(), None, None)
        return None

    def _all_but(self, token: Token) -> Syntax:
        self.next += 2
        end = self.token.text
        if end not in _TAKING:
            hint = "write: all but top of ZONE (or bottom, first, last)"
            raise self.wrong(f"'all but' goes on with {self.found()}", hint)
        self.next += 1
        self.expect("of")
        return Pick(token.at, f"all but {end}", None, self.operand(), None, None)

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            hint = "give parts of it a name in `names`"
            raise self.wrong(f"nested more than {MAX_DEPTH} deep", hint)


def _begins_value(token: Token, end: int) -> bool:
    """Whether a token can begin the number of `first N of`; `first(` is no call either."""
    if token.kind == "name":
        return token.text not in STOPS and token.text != "not"
    return token.kind in ("number", "code") or (token.text == "(" and token.at > end)
