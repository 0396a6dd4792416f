"""Values of `look` that no face reads: mostly a misspelt slot."""

from __future__ import annotations

from collections import Counter

from card_specs.language.model import Game
from card_specs.language.problems import Problems, SpecError, nearest
from deckgen.face import Faces


def check_look_names(game: Game, problems: Problems) -> None:
    """Warn of a name that is no slot of the kind's face and that no other kind uses."""
    try:
        faces = Faces(game)
    except SpecError:
        return  # what is wrong with the look as a whole is said by the look's own checks
    uses = Counter(name for kind in game.kinds.values() for name in kind.look)
    for kind in game.kinds.values():
        face = faces.face_of(kind)
        known = face in faces.style.faces
        slots = set(faces.style.face(face, "full").slots) if known else set()
        for name, node in kind.look.items():
            if name not in slots and uses[name] == 1:
                hint = nearest(name, {*slots, *(other for other in uses if other != name)})
                message = f"the face of '{kind.name}' has no slot '{name}'"
                problems.warn(node.mark, message, hint)
