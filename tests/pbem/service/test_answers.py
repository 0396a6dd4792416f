"""Receipts and refusals through the service: what exactly they say, in both languages."""

from __future__ import annotations

import random
from typing import Any

import pytest
from village import Village

PLAYERS = ("ana", "beto", "carla")


def words(mailed: Any) -> str:
    return " ".join(mailed.text.split())


def begun(
    village: Village, spec: str, lang: str = "es", players: tuple[str, ...] = PLAYERS, **wish: Any
) -> tuple[str, str, Any]:
    """A table, who is asked first, and that mail."""
    game = village.open(spec, players, languages=dict.fromkeys(players, lang), **wish)
    for player in players:
        for mailed in village.mails(player):
            village.answer(player, mailed, "unirme" if lang == "es" else "join")
    village.run()
    player, mailed = next((p, m) for p in players for m in village.mails(p) if m.moves)
    return game, player, mailed


def answered(village: Village, player: str, mailed: Any, text: str, kind: str) -> Any:
    """The answer of one kind to a typed line."""
    village.answer(player, mailed, text)
    village.run()
    found = [m for m in village.mails(player) if m.kind == kind]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("lang", "said"), [("es", "Le toca a"), ("en", "'s turn.")])
def test_a_receipt_says_who_is_next(village: Village, lang: str, said: str) -> None:
    game, player, mailed = begun(village, "cinquillo", lang)
    receipt = answered(village, player, mailed, "1", "receipt")
    (asked,) = village.books.tables.get(game).game.asks
    assert said in words(receipt)
    assert asked.capitalize() in words(receipt)
    assert ("Deshacer" if lang == "es" else "Take it back") in words(receipt)


def test_a_receipt_has_the_subject_of_its_turn_mail(village: Village) -> None:
    """So that mail programs put them together: in auctions, too, which are over by then."""
    game, player, mailed = begun(village, "cinco")
    village.answer(player, mailed, "1")
    asked = {(player, f"{game}-1-receipt.jws"): mailed.subject}
    compared, chance = set[str](), random.Random(0)
    while village.run().read:
        for player in PLAYERS:
            for mailed in village.mails(player):
                for name in mailed.files:
                    if mailed.kind == "receipt" and name.endswith("-receipt.jws"):
                        assert mailed.subject == f"Re: {asked[player, name]}"
                        compared.add(mailed.subject.split("] ")[1].split(":")[0])
                if mailed.moves:
                    assert mailed.view is not None
                    asked[player, f"{game}-{mailed.view['ask']}-receipt.jws"] = mailed.subject
                    village.answer(player, mailed, chance.choice(mailed.moves))
    assert compared >= {"Turno 1", "Subasta"}


def test_a_receipt_of_a_sealed_answer_tells_nothing_of_others(village: Village) -> None:
    game, player, mailed = begun(village, "cinco")
    for _ in range(60):
        table = village.books.tables.get(game)
        assert table.referee is not None
        secret = set(table.game.asks) - set(table.referee.public(table.game.state)["asked"])
        if secret:
            break
        village.answer(player, mailed, mailed.moves[0])
        village.run()
        player, mailed = next((p, m) for p in PLAYERS for m in village.mails(p) if m.moves)
    assert player in secret
    receipt = answered(village, player, mailed, "1", "receipt")
    assert "Es secreta hasta que estén todas" in words(receipt)
    assert "toca a" not in words(receipt)
    assert "Deshacer" not in words(receipt)
    others = [p.capitalize() for p in PLAYERS if p != player]
    body = words(receipt).replace("Mesa", "")
    assert not any(name in body for name in others)


def test_what_was_not_done_is_told_even_without_receipts(village: Village) -> None:
    _, player, mailed = begun(village, "diez", players=("ana", "beto"))
    village.answer(player, mailed, "recibos no")
    village.run()
    village.mails(player)
    receipt = answered(village, player, mailed, "1; jugar ZZZ9", "receipt")
    assert "No se ha hecho" in words(receipt)


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        ("es", "orden ofertar bja", "«bja» no es una orden para"),
        ("es", "orden ofertar bja", "¿Quizá «baja»?"),
        ("en", "order bid lwo", "“lwo” is no order for"),
        ("en", "order bid lwo", "Perhaps “low”?"),
        ("es", "orden bailar siempre", "no hay órdenes para «bailar»"),
        ("en", "order dance always", "no orders for “dance”"),
        ("es", "orden ofertr baja", "¿Quizá «ofertar»?"),
        ("es", "orden ofertar", "Falta decir la orden"),
        ("es", "resumen mañana", "a qué hora"),
        ("es", "dirección ana", "no es una dirección de correo"),
        ("es", "revancha", "cuando la partida ha terminado"),
        ("es", "página quizá", "Di sí o no"),
    ],
)
def test_a_refusal_says_exactly_why(village: Village, lang: str, typed: str, said: str) -> None:
    _, player, mailed = begun(village, "cinco", lang)
    assert said in words(answered(village, player, mailed, typed, "refused"))


def test_a_command_to_an_old_turn_mail_is_told_where_to_go(village: Village) -> None:
    _, player, mailed = begun(village, "cinquillo")
    answered(village, player, mailed, "1", "receipt")
    told = answered(village, player, mailed, "ausente 5d", "refused")
    assert "Responde lo mismo al último correo" in words(told)


def test_a_signed_file_that_does_not_count_says_why(village: Village) -> None:
    from pbem.protocol.signing import key_from_seed, sign

    game, player, mailed = begun(village, "cinquillo")
    view = mailed.view
    payload = {
        "v": 1, "kind": "move", "host": village.folder.key.kid, "game": game, "player": player,
        "ask": view["ask"], "pub": view["pub"], "head": view["head"], "moves": mailed.moves[:1],
    }  # fmt: skip
    line = sign(key_from_seed(b"x" * 32), "pbem-move", payload).decode()
    village.deliver(
        (
            f"From: {player}@example.org\r\nTo: {mailed.reply_to}\r\nMessage-ID: <s1@x>\r\n"
            "Content-Type: application/jose+json\r\n"
            'Content-Disposition: attachment; filename="m.jws"\r\n\r\n' + line + "\r\n"
        ).encode()
    )
    village.run()
    (told,) = village.mails(player)
    assert told.kind == "refused"
    assert "tu asiento no tiene clave propia" in words(told)


def test_joining_a_closed_table_is_told(village: Village) -> None:
    village.open("cinquillo", PLAYERS)
    mails = {player: village.mails(player)[0] for player in PLAYERS}
    village.answer("ana", mails["ana"], "no")
    village.run()
    told = answered(village, "beto", mails["beto"], "unirme", "refused")
    assert "La partida ya no espera a nadie" in words(told)
