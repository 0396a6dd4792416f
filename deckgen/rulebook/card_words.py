"""What a spec's rules half says of its cards in words: when they are played, what they do."""

from __future__ import annotations

from functools import cached_property

from card_specs.language.card_prose import card_text
from card_specs.language.check_rules import has_rules
from card_specs.language.load_rules import rules_for
from card_specs.language.model import CardKind, Game
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Scalar
from card_specs.language.rules import Rules
from card_specs.values import dataclass


@dataclass(frozen=True, eq=False)
class CardWords:
    """One game in one language; the rules are read when first needed."""

    game: Game
    language: str
    variant: str = ""

    def moment_of(self, kind: CardKind) -> str:
        """When a kind may be played: the words of its moment, or what is printed on it."""
        when = kind.rules.get("when")
        moments = self.game.sections.get("moments")
        if isinstance(when, Scalar) and isinstance(moments, MappingNode):
            moment = moments.get(when.text)
            title = moment.get("title") if isinstance(moment, MappingNode) else None
            text = title.get(self.language) if isinstance(title, MappingNode) else title
            if isinstance(text, Scalar):
                return text.text
        return ""

    def steps_in_words(self, kind: CardKind) -> str:
        """What a card of the kind does, said from its steps."""
        rules = self.rules
        return card_text(self.game, rules, kind.name, self.language) if rules else ""

    @cached_property
    def rules(self) -> Rules | None:
        """The rules of the variant with its greatest number of players; None for a bare deck."""
        if not has_rules(self.game):
            return None
        return rules_for(self.game, self.variant)
